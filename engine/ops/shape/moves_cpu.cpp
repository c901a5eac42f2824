// SPDX-License-Identifier: Apache-2.0
//
// Slice, Split, Squeeze, Unsqueeze, Expand, Tile and their gradients: calls of the copy kernel.
#include "engine/ops/shape/moves_cpu.h"

#include "engine/kernels/combine.h"
#include "engine/ops/shape/slice.h"
#include "engine/ops/shape/split.h"
#include "engine/ops/support/known.h"

namespace espalier {
namespace {

// Slice, SliceGrad: strided views of the whole tensor.
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

}  // namespace

void run_moves(StepLowering& s, const Moves& moves) {
  if (moves.filled) {
    esp_fill_args a{};
    a.count = s.out(0).count();
    a.value = static_cast<float>(*moves.filled);
    s.call(ESP_KERNELS(fill), a, {{"y", s.out(0)}});
  }
  for (const StridedCopy& c : moves.copies)
    copy_strided(s, c.from, c.to, c.shape, c.from_strides, c.to_strides, c.from_offset,
                 c.to_offset);
}

std::optional<std::string> slice_supports(const StepLowering& s) {
  if (auto why = unless_attributes(s, {1, 2, 3, 4})) return why;
  return unless_copyable(s);
}

Moves slice_moves(const StepLowering& s) {
  const Shape& y = s.out(0).shape;
  if (count(y) == 0) return {};
  const View v = view(s, s.in(0).shape);
  return {{}, {{s.in(0), s.out(0), esp_ints(y), v.strides, row_major(y), v.offset}}};
}

Moves slice_grad_moves(const StepLowering& s) {
  const Shape& dy = s.in(0).shape;
  if (count(dy) == 0) return {0.0, {}};
  const View v = view(s, s.out(0).shape);
  return {0.0, {{s.in(0), s.out(0), esp_ints(dy), row_major(dy), v.strides, 0, v.offset}}};
}

// ---- Split

Moves split_moves(const StepLowering& s) {
  const Shape& x = s.in(0).shape;
  const EspInts strides = row_major(x);
  const std::size_t axis = axis_from_front(s.integer("axis"), x.size()).value();
  const std::size_t parts = s.node().outputs;
  Moves moves;
  std::int64_t begin = 0;
  Ints sizes = s.integers("split");
  if (sizes.empty()) sizes = equal_parts(x[axis], parts);
  for (std::size_t i = 0; i < parts; begin += sizes[i++]) {
    if (!s.wants(i) || s.out(i).count() == 0) continue;
    const Shape& y = s.out(i).shape;
    moves.copies.push_back(
        {s.in(0), s.out(i), esp_ints(y), strides, row_major(y), begin * strides[axis]});
  }
  return moves;
}

std::optional<std::string> split_supports(const StepLowering& s) {
  if (auto why = unless_attributes(s, {1})) return why;
  return unless_copyable(s);
}

// ---- Expand, Tile

Moves expand_moves(const StepLowering& s) {
  const Shape& y = s.out(0).shape;
  if (count(y) == 0) return {};
  return {{},
          {{s.in(0), s.out(0), esp_ints(y), broadcast_strides(s.in(0).shape, y), row_major(y)}}};
}

// The repetitions are dimensions of their own, along which x does not move.
Moves tile_moves(const StepLowering& s) {
  const Shape &x = s.in(0).shape, &y = s.out(0).shape;
  if (count(y) == 0) return {};
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
  return {{}, {{s.in(0), s.out(0), shape, from, to}}};
}

namespace {

void copy(StepLowering& s) { copy_all(s, s.in(0), s.out(0)); }

const RegisterCpuRule rules{
    {.op = "Squeeze", .algorithm = "copy", .supports = unless_copyable, .lower = copy},
    {.op = "Unsqueeze", .algorithm = "copy", .supports = unless_copyable, .lower = copy},
    {.op = "Slice",
     .algorithm = "copy_strided",
     .supports = slice_supports,
     .lower = lower_moves<slice_moves>},
    {.op = "SliceGrad",
     .domain = internal_domain,
     .algorithm = "copy_strided",
     .supports = all_float32,
     .lower = lower_moves<slice_grad_moves>},
    {.op = "Split",
     .algorithm = "copy_strided",
     .supports = split_supports,
     .lower = lower_moves<split_moves>},
    {.op = "Expand",
     .algorithm = "copy_strided",
     .supports = unless_copyable,
     .lower = lower_moves<expand_moves>},
    {.op = "Tile",
     .algorithm = "copy_strided",
     .supports = unless_copyable,
     .lower = lower_moves<tile_moves>}};

}  // namespace
}  // namespace espalier
