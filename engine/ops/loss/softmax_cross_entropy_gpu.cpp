// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/loss/softmax_cross_entropy.h"
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* source = "loss/softmax_cross_entropy_gpu.cl";
constexpr std::size_t items = 64;  // that share a sample

// Labels, their type, weights, classes, the class that is ignored: as the kernels take them.
void append_labels(std::vector<GpuArgument>& to, const StepLowering& s, const Operand& labels,
                   std::size_t weights, std::int64_t classes) {
  to.emplace_back(labels);
  to.emplace_back(labels.dtype == DType::int64);
  to.emplace_back(input_or_null(s, weights));
  to.emplace_back(classes);
  to.emplace_back(s.integer("ignore_index"));
}

void forward(GpuLowering& s) {
  const ScoreView v = score_view(s.in(0).shape);
  const std::string reduction = s.text("reduction");
  const Operand losses = reduction == "none" ? output_or_workspace(s, 0, {v.samples()})
                                             : s.workspace(DType::float32, {v.samples()});
  std::vector<GpuArgument> arguments{s.in(0)};
  append_labels(arguments, s, s.in(1), 2, v.classes);
  arguments.emplace_back(output_or_null(s, 1));
  arguments.emplace_back(losses);
  arguments.emplace_back(v.spatial);
  s.launch(source, "cross_entropy", gpu_groups(v.samples(), items), std::move(arguments));
  if (reduction == "none" && !s.wants(2)) return;
  arguments = {losses};
  append_labels(arguments, s, s.in(1), 2, v.classes);
  // Without a reduction only the weights are wanted.
  arguments.emplace_back(reduction == "none" ? Operand{} : output_or_null(s, 0));
  arguments.emplace_back(output_or_null(s, 2));
  arguments.emplace_back(v.samples());
  arguments.emplace_back(reduction == "mean");
  s.launch(source, "cross_entropy_reduce", gpu_groups(1, gpu_most_items), std::move(arguments));
}

void backward(GpuLowering& s) {
  const ScoreView v = score_view(s.in(1).shape);
  const std::string reduction = s.text("reduction");
  const std::int64_t count = s.in(1).count();
  std::vector<GpuArgument> arguments{s.in(1)};
  append_labels(arguments, s, s.in(2), 4, v.classes);
  arguments.emplace_back(reduction == "mean" ? s.in(3) : Operand{});
  arguments.emplace_back(s.in(0));
  arguments.emplace_back(s.out(0));
  arguments.emplace_back(count);
  arguments.emplace_back(v.spatial);
  arguments.emplace_back(reduction == "none");
  s.launch(source, "cross_entropy_grad", gpu_grid(count), std::move(arguments));
}

// The number stands for "none is ignored", too, and must fit the kernel's int.
std::optional<std::string> unless_ignored_fits(const StepLowering& s) {
  const std::int64_t ignored = s.integer("ignore_index");
  if (ignored != static_cast<std::int32_t>(ignored)) return "ignore_index does not fit an int";
  return std::nullopt;
}

std::optional<std::string> forward_supports(const StepLowering& s) {
  if (auto why = unless_float32(s, {1})) return why;
  return unless_ignored_fits(s);
}

std::optional<std::string> backward_supports(const StepLowering& s) {
  if (auto why = unless_float32(s, {2})) return why;
  return unless_ignored_fits(s);
}

const RegisterGpuRule rules{
    {"SoftmaxCrossEntropyLoss", onnx_domain, "gpu.cross_entropy", forward_supports, forward},
    {"SoftmaxCrossEntropyTraining", internal_domain, "gpu.cross_entropy", forward_supports,
     forward},
    {"SoftmaxCrossEntropyGrad", internal_domain, "gpu.cross_entropy_grad", backward_supports,
     backward}};

}  // namespace
}  // namespace espalier
