// SPDX-License-Identifier: Apache-2.0
//
// Slice, Split, Squeeze, Unsqueeze, Expand, Tile, Pad and their gradients: the copies of the CPU's rules.
#include "engine/ops/shape/moves_cpu.h"
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

template <Moves (*moves)(const StepLowering&)> void lower(GpuLowering& s) {
  const Moves all = moves(s);
  if (all.filled) gpu_fill(s, s.out(0), *all.filled);
  for (const StridedCopy& c : all.copies)
    gpu_copy(s, c.from, c.to, c.shape, c.from_strides, c.to_strides, c.from_offset, c.to_offset);
}

void copy(GpuLowering& s) { gpu_copy_all(s, s.in(0), s.out(0)); }

std::optional<std::string> fill_supports(const StepLowering& s) {
  if (s.out(0).dtype == DType::float32) return std::nullopt;
  return fmt::format("the kernel fills float32, not {} elements", name(s.out(0).dtype));
}

void fill(GpuLowering& s) {
  gpu_fill(s, s.out(0), double{attribute<Tensor>(s.node(), "value").values<float>()[0]});
}

const RegisterGpuRule rules{
    {"Squeeze", onnx_domain, "gpu.copy", unless_copyable, copy},
    {"Unsqueeze", onnx_domain, "gpu.copy", unless_copyable, copy},
    {"Slice", onnx_domain, "gpu.copy", slice_supports, lower<slice_moves>},
    {"SliceGrad", internal_domain, "gpu.copy", all_float32, lower<slice_grad_moves>},
    {"Split", onnx_domain, "gpu.copy", split_supports, lower<split_moves>},
    {"Expand", onnx_domain, "gpu.copy", unless_copyable, lower<expand_moves>},
    {"Tile", onnx_domain, "gpu.copy", unless_copyable, lower<tile_moves>},
    {"Pad", onnx_domain, "gpu.copy", pad_supports, lower<pad_moves>},
    {"ConstantOfShape", onnx_domain, "gpu.fill", fill_supports, fill}};

}  // namespace
}  // namespace espalier
