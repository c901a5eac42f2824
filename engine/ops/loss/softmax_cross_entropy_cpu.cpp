// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/cross_entropy.h"
#include "engine/ops/loss/softmax_cross_entropy.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

Operand optional_input(const StepLowering& s, std::size_t port) {
  return s.has(port) ? s.in(port) : Operand{};
}

Operand optional_output(const StepLowering& s, std::size_t port) {
  return s.wants(port) ? s.out(port) : Operand{};
}

// The kernels have a pointer for each type of labels.
StepLowering::Binding labels(const StepLowering& s, std::size_t port) {
  return {s.in(port).dtype == DType::int32 ? "labels32" : "labels", s.in(port)};
}

template <class Args> void set_ignored(const StepLowering& s, Args& a) {
  a.has_ignore = 1;
  a.ignore_index = static_cast<esp_int>(s.integer("ignore_index"));
}

void forward(StepLowering& s) {
  const ScoreView v = score_view(s.in(0).shape);
  const std::string reduction = s.text("reduction");
  const Operand losses = reduction == "none" ? output_or_workspace(s, 0, {v.samples()})
                                             : s.workspace(DType::float32, {v.samples()});
  esp_softmax_cross_entropy_args a{};
  a.batch = v.batch;
  a.classes = v.classes;
  a.spatial = v.spatial;
  set_ignored(s, a);
  s.call(ESP_KERNELS(softmax_cross_entropy), a,
         {{"scores", s.in(0)},
          labels(s, 1),
          {"weights", optional_input(s, 2)},
          {"log_prob", optional_output(s, 1)},
          {"sample_loss", losses}});
  if (reduction == "none" && !s.wants(2)) return;
  esp_cross_entropy_reduce_args r{};
  r.count = v.samples();
  r.classes = v.classes;
  r.mean = reduction == "mean";
  set_ignored(s, r);
  // Without a reduction only the weights are wanted.
  const Operand loss =
      reduction == "none" ? s.workspace(DType::float32, {1}) : output_or_workspace(s, 0, {1});
  const Operand total = s.wants(2) ? s.out(2) : s.workspace(DType::float32, {1});
  s.call(ESP_KERNELS(cross_entropy_reduce), r,
         {{"sample_loss", losses},
          labels(s, 1),
          {"weights", optional_input(s, 2)},
          {"loss", loss},
          {"total_weight", total}});
}

void backward(StepLowering& s) {
  const ScoreView v = score_view(s.in(1).shape);
  const std::string reduction = s.text("reduction");
  esp_softmax_cross_entropy_grad_args a{};
  a.batch = v.batch;
  a.classes = v.classes;
  a.spatial = v.spatial;
  a.dloss_per_sample = reduction == "none";
  set_ignored(s, a);
  s.call(ESP_KERNELS(softmax_cross_entropy_grad), a,
         {{"log_prob", s.in(1)},
          labels(s, 2),
          {"weights", optional_input(s, 4)},
          {"total_weight", reduction == "mean" ? s.in(3) : Operand{}},
          {"dloss", s.in(0)},
          {"dscores", s.out(0)}});
}

std::optional<std::string> forward_supports(const StepLowering& s) {
  return unless_float32(s, {1});
}

const RegisterCpuRule rules{
    {.op = "SoftmaxCrossEntropyLoss",
     .algorithm = "softmax_cross_entropy",
     .supports = forward_supports,
     .lower = forward},
    {.op = "SoftmaxCrossEntropyTraining",
     .domain = internal_domain,
     .algorithm = "softmax_cross_entropy",
     .supports = forward_supports,
     .lower = forward},
    {.op = "SoftmaxCrossEntropyGrad",
     .domain = internal_domain,
     .algorithm = "softmax_cross_entropy_grad",
     .supports = [](const StepLowering& s) { return unless_float32(s, {2}); },
     .lower = backward}};

}  // namespace
}  // namespace espalier
