// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/reduction/axes.h"
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* source = "reduction/reduction_gpu.cl";

GpuReduction reduction(const Shape& x, const std::vector<bool>& over) {
  const EspInts strides = row_major(x);
  EspInts shape[2], steps[2];
  for (std::size_t d = 0; d < x.size(); ++d) {
    shape[over[d]].push_back(x[d]);
    steps[over[d]].push_back(strides[d]);
  }
  return {collapsed(shape[0], {steps[0]}), collapsed(shape[1], {steps[1]})};
}

std::optional<std::string> unless_fits(const GpuReduction& r) {
  if (auto why = unless_gpu_rank(r.kept.rank())) return why;
  return unless_gpu_rank(r.gone.rank());
}

// ---- ReduceSum, ReduceMean, ReduceMax, ReduceMin: as the CPU's rule reads their axes.
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

template <bool mean> void reduce(GpuLowering& s) {
  const GpuReduction r = reduction(s.in(0).shape, dimensions(s).value());
  gpu_sum(s, s.in(0), s.out(0), r, mean ? 1.0 / static_cast<double>(r.terms()) : 1.0);
}

template <bool least> void extreme(GpuLowering& s) {
  gpu_extreme(s, s.in(0), s.out(0), reduction(s.in(0).shape, dimensions(s).value()), least);
}

// ---- SumTo, ExpandTo
GpuReduction sum_to_reduction(const StepLowering& s) {
  return reduction(s.in(0).shape, summed_dimensions(s.in(0).shape, s.out(0).shape));
}

std::optional<std::string> sum_to_supports(const StepLowering& s) {
  if (auto why = all_float32(s)) return why;
  return unless_fits(sum_to_reduction(s));
}

void scale(GpuLowering& s, const Operand& x, const Operand& y, double factor) {
  s.launch(source, "scale", gpu_grid(y.count()), {x, y, y.count(), factor});
}

void sum_to(GpuLowering& s) {
  if (s.in(0).count() == s.out(0).count()) return scale(s, s.in(0), s.out(0), s.real("scale"));
  gpu_sum(s, s.in(0), s.out(0), sum_to_reduction(s), s.real("scale"));
}

void expand_to(GpuLowering& s) {
  const Shape& y = s.out(0).shape;
  Operand x = s.in(0);
  if (s.flag("mean") && s.out(0).count() > 0) {
    x = s.workspace(DType::float32, s.in(0).shape);
    scale(s, s.in(0), x, static_cast<double>(x.count()) / static_cast<double>(s.out(0).count()));
  }
  gpu_copy(s, x, s.out(0), esp_ints(y), broadcast_strides(x.shape, y), row_major(y));
}

const RegisterGpuRule rules{
    {"ReduceSum", onnx_domain, "gpu.reduce", reduce_supports, reduce<false>},
    {"ReduceMean", onnx_domain, "gpu.reduce", reduce_supports, reduce<true>},
    {"ReduceMax", onnx_domain, "gpu.reduce", reduce_supports, extreme<false>},
    {"ReduceMin", onnx_domain, "gpu.reduce", reduce_supports, extreme<true>},
    {"SumTo", internal_domain, "gpu.reduce", sum_to_supports, sum_to},
    {"ExpandTo", internal_domain, "gpu.copy", all_float32, expand_to}};

}  // namespace
}  // namespace espalier
