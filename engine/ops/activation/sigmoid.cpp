// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "engine/ops/activation/elementwise.h"

namespace espalier {
namespace {

OpSpec sigmoid() {
  OpSpec s = elementwise_spec("Sigmoid");
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Squeezes values smoothly into 0 to 1.");
  s.help = ESP_TEXT("ops",
                    "y = 1 / (1 + exp(−x)) for every element. Source: ONNX operator specification, "
                    "Sigmoid.");
  s.gradient = [](GradientContext& c) {
    c.gradient(0, c.build().add(internal_op("SigmoidGrad"), {c.output_gradient(0), c.output(0)}));
  };
  s.reference = [](ReferenceContext& c) {
    map_elements<with_float_types>(
        c, [](auto x) { return 1 / (1 + std::exp(-static_cast<double>(x))); });
  };
  s.onnx.versions = {1, 6, 13};
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "image", .inputs = {{.shape = {2, 3, 5, 7}, .low = -6, .high = 6}}},
        {.name = "far out",
         .inputs = {given(Tensor::of<float>({6}, {-1e4F, -90, -20, 20, 90, 1e4F}))},
         .gradient = false},
        {.name = "empty", .inputs = {{.shape = {2, 0}}}, .gradient = false}};
  };
  return s;
}

OpSpec sigmoid_grad() {
  OpSpec s = elementwise_grad_spec("SigmoidGrad");
  s.reference = [](ReferenceContext& c) {
    combine_elements(c, [](double dy, double y) { return dy * y * (1 - y); });
  };
  return s;
}

OpSpec tanh_spec() {
  OpSpec s = elementwise_spec("Tanh");
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Squeezes values smoothly into −1 to 1.");
  s.help = ESP_TEXT("ops",
                    "y = tanh(x) = (exp(x) − exp(−x)) / (exp(x) + exp(−x)) for every element. "
                    "Source: ONNX operator specification, Tanh.");
  s.gradient = [](GradientContext& c) {
    c.gradient(0, c.build().add(internal_op("TanhGrad"), {c.output_gradient(0), c.output(0)}));
  };
  s.reference = [](ReferenceContext& c) {
    map_elements<with_float_types>(c, [](auto x) { return std::tanh(static_cast<double>(x)); });
  };
  s.onnx.versions = {1, 6, 13};
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "image", .inputs = {{.shape = {2, 3, 5, 7}, .low = -4, .high = 4}}},
        {.name = "far out and near 0",
         .inputs = {given(Tensor::of<float>({6}, {-1e4F, -20, -1e-6F, 1e-6F, 20, 1e4F}))},
         .gradient = false},
        {.name = "scalar", .inputs = {{.shape = {}}}}};
  };
  return s;
}

OpSpec tanh_grad() {
  OpSpec s = elementwise_grad_spec("TanhGrad");
  s.reference = [](ReferenceContext& c) {
    combine_elements(c, [](double dy, double y) { return dy * (1 - y * y); });
  };
  return s;
}

const RegisterOps ops_of_this_file{{sigmoid, sigmoid_grad, tanh_spec, tanh_grad}};

}  // namespace
}  // namespace espalier
