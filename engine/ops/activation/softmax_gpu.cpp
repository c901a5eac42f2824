// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation/softmax.h"
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr std::size_t items = 64;  // that share a line

void launch(GpuLowering& s, const char* kernel, std::vector<GpuArgument> arguments,
            bool logarithm) {
  const SoftmaxLines v = softmax_lines(s, s.in(0).shape);
  arguments.emplace_back(static_cast<std::int64_t>(v.axis));
  arguments.emplace_back(static_cast<std::int64_t>(v.inner));
  arguments.emplace_back(logarithm);
  const auto lines = static_cast<std::int64_t>(v.axis > 0 ? v.outer * v.inner : 0);
  s.launch("activation/softmax_gpu.cl", kernel, gpu_groups(lines, items), std::move(arguments));
}

template <bool logarithm> void forward(GpuLowering& s) {
  launch(s, "softmax", {s.in(0), s.out(0)}, logarithm);
}
template <bool logarithm> void backward(GpuLowering& s) {
  launch(s, "softmax_grad", {s.in(0), s.in(1), s.out(0)}, logarithm);
}

const RegisterGpuRule rules{
    {"Softmax", onnx_domain, "gpu.softmax", all_float32, forward<false>},
    {"LogSoftmax", onnx_domain, "gpu.softmax", all_float32, forward<true>},
    {"SoftmaxGrad", internal_domain, "gpu.softmax_grad", all_float32, backward<false>},
    {"LogSoftmaxGrad", internal_domain, "gpu.softmax_grad", all_float32, backward<true>}};

}  // namespace
}  // namespace espalier
