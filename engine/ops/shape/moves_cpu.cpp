// SPDX-License-Identifier: Apache-2.0
//
// Slice, Split, Squeeze, Unsqueeze, Expand, Tile and their gradients: calls of the copy kernel.
#include "engine/kernels/combine.h"
#include "engine/ops/shape/slice.h"
#include "engine/ops/shape/split.h"
#include "engine/ops/support/call_cpu.h"
#include "engine/ops/support/known.h"

namespace espalier {
namespace {

void copy(StepLowering& s) { copy_all(s, s.in(0), s.out(0)); }

// ---- Slice, SliceGrad: strided views of the whole tensor

std::optional<std::string> slice_supports(const StepLowering& s) {
  if (auto why = unless_attributes(s, {1, 2, 3, 4})) return why;
  return unless_copyable(s);
}

struct View {
  EspInts strides;
  std::int64_t offset = 0;
};

View view(const StepLowering& s, const Shape& whole) {
  const auto ranges = taken_ranges(whole, s.integers("starts"), s.integers("ends"),
                                   s.integers("axes"), s.integers("steps"))
                          .value();
  View v{row_major(whole), 0};
  for (std::size_t d = 0; d < whole.size(); ++d) {
    v.offset += ranges[d].first * v.strides[d];
    v.strides[d] *= ranges[d].step;
  }
  return v;
}

void slice(StepLowering& s) {
  const Shape& y = s.out(0).shape;
  if (count(y) == 0) return;
  const View v = view(s, s.in(0).shape);
  copy_strided(s, s.in(0), s.out(0), esp_ints(y), v.strides, row_major(y), v.offset);
}

void slice_grad(StepLowering& s) {
  esp_fill_args zero{};
  zero.count = s.out(0).count();
  s.call(ESP_KERNELS(fill), zero, {{"y", s.out(0)}});
  const Shape& dy = s.in(0).shape;
  if (count(dy) == 0) return;
  const View v = view(s, s.out(0).shape);
  copy_strided(s, s.in(0), s.out(0), esp_ints(dy), row_major(dy), v.strides, 0, v.offset);
}

// ---- Split

void split(StepLowering& s) {
  const Shape& x = s.in(0).shape;
  const EspInts strides = row_major(x);
  const std::size_t axis = axis_from_front(s.integer("axis"), x.size()).value();
  const std::size_t parts = s.node().outputs;
  std::int64_t begin = 0;
  Ints sizes = s.integers("split");
  if (sizes.empty()) sizes = equal_parts(x[axis], parts);
  for (std::size_t i = 0; i < parts; begin += sizes[i++]) {
    if (!s.wants(i) || s.out(i).count() == 0) continue;
    const Shape& y = s.out(i).shape;
    copy_strided(s, s.in(0), s.out(i), esp_ints(y), strides, row_major(y), begin * strides[axis]);
  }
}

std::optional<std::string> split_supports(const StepLowering& s) {
  if (auto why = unless_attributes(s, {1})) return why;
  return unless_copyable(s);
}

// ---- Expand, Tile

void expand(StepLowering& s) {
  const Shape& y = s.out(0).shape;
  if (count(y) == 0) return;
  copy_strided(s, s.in(0), s.out(0), esp_ints(y), broadcast_strides(s.in(0).shape, y),
               row_major(y));
}

// The repetitions are dimensions of their own, along which x does not move.
void tile(StepLowering& s) {
  const Shape &x = s.in(0).shape, &y = s.out(0).shape;
  if (count(y) == 0) return;
  const EspInts own = row_major(x), out = row_major(y);
  EspInts shape, from, to;
  for (std::size_t d = 0; d < x.size(); ++d) {
    shape.push_back(y[d] / x[d]);
    from.push_back(0);
    to.push_back(x[d] * out[d]);
    shape.push_back(x[d]);
    from.push_back(own[d]);
    to.push_back(out[d]);
  }
  copy_strided(s, s.in(0), s.out(0), shape, from, to);
}

const RegisterCpuRule rules{
    {.op = "Squeeze", .algorithm = "copy", .supports = unless_copyable, .lower = copy},
    {.op = "Unsqueeze", .algorithm = "copy", .supports = unless_copyable, .lower = copy},
    {.op = "Slice", .algorithm = "copy_strided", .supports = slice_supports, .lower = slice},
    {.op = "SliceGrad",
     .domain = internal_domain,
     .algorithm = "copy_strided",
     .supports = all_float32,
     .lower = slice_grad},
    {.op = "Split", .algorithm = "copy_strided", .supports = split_supports, .lower = split},
    {.op = "Expand", .algorithm = "copy_strided", .supports = unless_copyable, .lower = expand},
    {.op = "Tile", .algorithm = "copy_strided", .supports = unless_copyable, .lower = tile}};

}  // namespace
}  // namespace espalier
