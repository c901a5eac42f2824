// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation/elementwise.h"

namespace espalier {
namespace {

void gradient(GradientContext& c) {
  c.gradient(0, c.build().add(internal_op("ReluGrad"), {c.output_gradient(0), c.output(0)}));
}

OpSpec relu() {
  OpSpec s = elementwise_spec("Relu");
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Rectifier: negative values become 0.");
  s.help =
      ESP_TEXT("ops",
               "y = max(x, 0) for every element. A NaN stays a NaN. The slope at 0 is taken to "
               "be 0. Source: ONNX operator specification, Relu; Nair and Hinton, \"Rectified "
               "Linear Units Improve Restricted Boltzmann Machines\", 2010.");
  s.inputs[0].types = signed_types;
  s.gradient = gradient;
  s.reference = [](ReferenceContext& c) {
    map_elements<with_number_types>(c, [](auto x) { return x < 0 ? decltype(x){0} : x; });
  };
  s.onnx.versions = {1, 6, 13, 14};
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "image", .inputs = {spaced({2, 3, 5, 7})}},
        {.name = "scalar", .inputs = {spaced({})}},
        {.name = "empty batch", .inputs = {{.shape = {0, 4}}}, .gradient = false},
        {.name = "not finite", .inputs = {given(special_values())}, .gradient = false}};
  };
  return s;
}

OpSpec relu_grad() {
  OpSpec s = elementwise_grad_spec("ReluGrad");
  s.reference = [](ReferenceContext& c) {
    combine_elements(c, [](auto dy, auto y) { return y > 0 ? dy : decltype(dy){0}; });
  };
  return s;
}

const RegisterOps ops_of_this_file{{relu, relu_grad}};

}  // namespace
}  // namespace espalier
