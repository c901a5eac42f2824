// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/combine.h"
#include "engine/kernels/reduce_sum.h"
#include "engine/ops/reduction/axes.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

// A sum of x over some of its dimensions: what is kept and what is summed, collapsed.
struct Reduction {
  Strided kept, summed;
};

Reduction reduction(const Shape& x, const std::vector<bool>& over) {
  const EspInts strides = row_major(x);
  EspInts shape[2];
  EspInts steps[2];
  for (std::size_t d = 0; d < x.size(); ++d) {
    shape[over[d]].push_back(x[d]);
    steps[over[d]].push_back(strides[d]);
  }
  return {collapsed(shape[0], {steps[0]}), collapsed(shape[1], {steps[1]})};
}

esp_int elements(const EspInts& shape) {
  esp_int n = 1;
  for (const esp_int d : shape) n *= d;
  return n;
}

void sum_call(StepLowering& s, const Operand& x, const Operand& y, const Strided& kept,
              const Strided& summed, double scale, bool accumulate) {
  esp_reduce_sum_args a{};
  a.kept_rank = static_cast<esp_int>(kept.rank());
  set(a.kept_shape, kept.shape);
  set(a.kept_strides, kept.strides[0]);
  a.reduced_rank = static_cast<esp_int>(summed.rank());
  set(a.reduced_shape, summed.shape);
  set(a.reduced_strides, summed.strides[0]);
  a.accumulate = accumulate;
  a.scale = static_cast<float>(scale);
  s.call(ESP_KERNELS(reduce_sum), a, {{"x", x}, {"y", y}});
}

// Few long sums are cut, by the shapes alone, so that there is work for many threads.
constexpr esp_int few_outputs = 16;
constexpr esp_int long_sum = 1 << 16;
constexpr esp_int piece = 1 << 13;

void sum(StepLowering& s, const Operand& x, const Operand& y, const Reduction& r, double scale) {
  const esp_int outputs = elements(r.kept.shape);
  const esp_int size = r.summed.shape.front();
  const esp_int stride = r.summed.strides[0].front();
  if (outputs > few_outputs || elements(r.summed.shape) < long_sum || r.kept.rank() == ESP_MAX_RANK)
    return sum_call(s, x, y, r.kept, r.summed, scale, false);
  // The outermost summed dimension is cut into pieces, and its rest is added last.
  const esp_int inner = elements(r.summed.shape) / size;
  const esp_int rows = std::clamp<esp_int>(piece / inner, 1, size);
  const esp_int pieces = size / rows;
  Strided kept = r.kept;
  kept.shape.push_back(pieces);
  kept.strides[0].push_back(rows * stride);
  Strided part = r.summed;
  part.shape.front() = rows;
  const Operand partial = s.workspace(DType::float32, {outputs, pieces});
  sum_call(s, x, partial, kept, part, 1, false);
  sum_call(s, partial, y, {{outputs}, {{pieces}}}, {{pieces}, {{1}}}, scale, false);
  if (size % rows == 0) return;
  part.shape.front() = size % rows;
  sum_call(s, x.at(pieces * rows * stride), y, r.kept, part, scale, true);
}

std::optional<std::string> unless_fits(const Reduction& r) {
  if (r.kept.rank() <= ESP_MAX_RANK && r.summed.rank() <= ESP_MAX_RANK) return std::nullopt;
  return fmt::format("the kernel takes {} dimensions", ESP_MAX_RANK);
}

// ---- ReduceSum, ReduceMean

// Which dimensions go is seen in the attribute; a wired port must be a constant of which the output's
// shape tells enough.
std::optional<std::vector<bool>> dimensions(const StepLowering& s) {
  if (!s.has(1)) return reduced_dimensions(s, s.integers("axes"), s.in(0).shape.size());
  if (!s.flag("keepdims")) return std::nullopt;
  return summed_dimensions(s.in(0).shape, s.out(0).shape);
}

std::optional<std::string> reduce_supports(const StepLowering& s) {
  if (auto why = unless_float32(s, {1})) return why;
  const auto over = dimensions(s);
  if (!over) return "the axes are not an attribute";
  return unless_fits(reduction(s.in(0).shape, *over));
}

template <bool mean> void reduce(StepLowering& s) {
  const Reduction r = reduction(s.in(0).shape, dimensions(s).value());
  sum(s, s.in(0), s.out(0), r, mean ? 1.0 / static_cast<double>(elements(r.summed.shape)) : 1.0);
}

// ---- SumTo, ExpandTo

Reduction sum_to_reduction(const StepLowering& s) {
  return reduction(s.in(0).shape, summed_dimensions(s.in(0).shape, s.out(0).shape));
}

std::optional<std::string> sum_to_supports(const StepLowering& s) {
  if (auto why = all_float32(s)) return why;
  return unless_fits(sum_to_reduction(s));
}

void scale(StepLowering& s, const Operand& x, const Operand& y, double factor) {
  esp_scale_args a{};
  a.count = y.count();
  a.factor = static_cast<float>(factor);
  s.call(ESP_KERNELS(scale), a, {{"x", x}, {"y", y}});
}

void sum_to(StepLowering& s) {
  if (s.in(0).count() == s.out(0).count()) return scale(s, s.in(0), s.out(0), s.real("scale"));
  sum(s, s.in(0), s.out(0), sum_to_reduction(s), s.real("scale"));
}

void expand_to(StepLowering& s) {
  const Shape& y = s.out(0).shape;
  Operand x = s.in(0);
  if (s.flag("mean") && s.out(0).count() > 0) {
    x = s.workspace(DType::float32, s.in(0).shape);
    scale(s, s.in(0), x, static_cast<double>(x.count()) / static_cast<double>(s.out(0).count()));
  }
  copy_strided(s, x, s.out(0), esp_ints(y), broadcast_strides(x.shape, y), row_major(y));
}

const RegisterCpuRule rules{{.op = "ReduceSum",
                             .algorithm = "reduce_sum",
                             .supports = reduce_supports,
                             .lower = reduce<false>},
                            {.op = "ReduceMean",
                             .algorithm = "reduce_sum",
                             .supports = reduce_supports,
                             .lower = reduce<true>},
                            {.op = "SumTo",
                             .domain = internal_domain,
                             .algorithm = "reduce_sum",
                             .supports = sum_to_supports,
                             .lower = sum_to},
                            {.op = "ExpandTo",
                             .domain = internal_domain,
                             .algorithm = "copy_strided",
                             .supports = all_float32,
                             .lower = expand_to}};

}  // namespace
}  // namespace espalier
