// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation/elementwise.h"

namespace espalier {

OpSpec elementwise_spec(const char* name) {
  OpSpec s;
  s.name = name;
  s.category = Category::activation;
  s.inputs = {{.name = "X",
               .help = ESP_TEXT("ops", "The values, a tensor of any shape."),
               .types = float_types}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The results, of the shape of X.")}};
  s.elementwise = true;
  s.in_place = {{0, 0}};
  s.infer = infer_like_first;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.onnx.import = import_without_consumed_inputs;
  return s;
}

OpSpec elementwise_grad_spec(const char* name) {
  OpSpec s;
  s.name = name;
  s.domain = internal_domain;
  s.inputs = {{.name = "dY"}, {.name = "Y"}};
  s.outputs = {{.name = "dX"}};
  s.elementwise = true;
  s.in_place = {{0, 0}, {0, 1}};
  s.infer = infer_like_first;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "image",
         .inputs = {spaced({2, 3, 5, 7}), spaced({2, 3, 5, 7})},
         .gradient = false},
        {.name = "empty", .inputs = {{.shape = {0, 3}}, {.shape = {0, 3}}}, .gradient = false}};
  };
  return s;
}

void import_without_consumed_inputs(OnnxImportContext& c) {
  c.node.attributes.erase("consumed_inputs");
}

Tensor special_values() {
  using Limits = std::numeric_limits<float>;
  return Tensor::of<float>({9}, {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), 0.0F,
                                 -0.0F, Limits::max(), Limits::lowest(), 1e-30F, -1e-30F});
}

}  // namespace espalier
