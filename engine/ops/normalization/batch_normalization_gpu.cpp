// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* source = "normalization/batch_normalization_gpu.cl";

struct Sizes {
  std::int64_t batch, channels, spatial = 1;
  explicit Sizes(const Shape& x) : batch(x[0]), channels(x[1]) {
    for (std::size_t d = 2; d < x.size(); ++d) spatial *= x[d];
  }
  // A group a channel; nothing where the input is empty.
  GpuGrid grid() const { return gpu_groups(batch * spatial > 0 ? channels : 0, gpu_most_items); }
};

std::optional<std::string> inference_supports(const StepLowering& s) {
  if (s.flag("training_mode")) return "the kernel uses given statistics";
  return all_float32(s);
}

void inference(GpuLowering& s) {
  const Sizes n(s.in(0).shape);
  const std::int64_t count = s.in(0).count();
  s.launch(source, "batch_norm_infer", gpu_grid(count),
           {s.in(0), s.in(1), s.in(2), s.in(3), s.in(4), s.out(0), count, n.channels, n.spatial,
            s.real("epsilon")});
}

void training(GpuLowering& s) {
  const Sizes n(s.in(0).shape);
  s.launch(source, "batch_norm_train", n.grid(),
           {s.in(0), s.in(1), s.in(2), s.in(3), s.in(4), output_or_null(s, 0), output_or_null(s, 1),
            output_or_null(s, 2), output_or_null(s, 3), output_or_null(s, 4), n.batch, n.channels,
            n.spatial, s.real("epsilon"), s.real("momentum")});
}

void gradient(GpuLowering& s) {
  const Sizes n(s.in(1).shape);
  s.launch(source, "batch_norm_grad", n.grid(),
           {s.in(0), s.in(1), s.in(2), s.in(3), s.in(4), output_or_null(s, 0), output_or_null(s, 1),
            output_or_null(s, 2), n.batch, n.channels, n.spatial});
}

const RegisterGpuRule rules{
    {"BatchNormalization", onnx_domain, "gpu.batch_norm_infer", inference_supports, inference},
    {"BatchNormTraining", internal_domain, "gpu.batch_norm_train", all_float32, training},
    {"BatchNormGrad", internal_domain, "gpu.batch_norm_grad", all_float32, gradient}};

}  // namespace
}  // namespace espalier
