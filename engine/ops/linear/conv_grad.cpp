// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/linear/conv.h"
#include "engine/ops/support/window.h"

namespace espalier {
namespace {

std::vector<Sample> grad_input_samples() {
  const auto shape = [](Shape s) { return to_symbolic(s); };
  return {{.name = "stride leaves a rest",
           .attributes = {{"strides", Ints{2, 3}}, {"shape", shape({2, 3, 8, 9})}},
           .inputs = {{.shape = {2, 4, 3, 3}}, {.shape = {4, 3, 3, 2}}},
           .gradient = false},
          {.name = "groups",
           .attributes = {{"group", 2},
                          {"pads", Ints{1, 0, 0, 2}},
                          {"dilations", Ints{2, 1}},
                          {"shape", shape({1, 4, 5, 6})}},
           .inputs = {{.shape = {1, 6, 2, 6}}, {.shape = {6, 2, 3, 3}}},
           .gradient = false}};
}

std::vector<Sample> grad_weight_samples() {
  return {{.name = "depthwise",
           .attributes = {{"group", 3},
                          {"auto_pad", "SAME_UPPER"},
                          {"shape", to_symbolic(Shape{3, 1, 3, 3})}},
           .inputs = {{.shape = {2, 3, 7, 6}}, {.shape = {2, 3, 7, 6}}},
           .gradient = false},
          {.name = "many pixels",
           .attributes = {{"shape", to_symbolic(Shape{8, 4, 3, 3})}},
           .inputs = {{.shape = {4, 4, 34, 34}}, {.shape = {4, 8, 32, 32}}},
           .gradient = false}};
}

// A gradient operator with Conv's geometry; "shape" is that of its first output.
OpSpec conv_grad(const char* name) {
  OpSpec s;
  s.name = name;
  s.domain = internal_domain;
  s.attributes = window_attributes();
  s.attributes.push_back(kernel_attribute(Ints{3, 3}));
  s.attributes.push_back({.name = "group", .fallback = std::int64_t{1}});
  s.attributes.push_back({.name = "shape", .type = AttrType::shape});
  return s;
}

OpSpec conv_grad_input() {
  OpSpec s = conv_grad("ConvGradInput");
  s.inputs = {{.name = "dY"}, {.name = "W"}};
  s.outputs = {{.name = "dX"}};
  s.infer = infer_shape_attribute;
  s.cost = [](CostContext& c) {
    c.cost.macs = floor_div(product(c.input(0)) * product(c.input(1)), c.input(1)[0]);
  };
  s.reference = conv_grad_input_reference;
  s.samples = grad_input_samples;
  return s;
}

OpSpec conv_grad_weight() {
  OpSpec s = conv_grad("ConvGradWeight");
  s.inputs = {{.name = "X"}, {.name = "dY"}};
  s.outputs = {{.name = "dW"}, {.name = "dB"}};
  s.infer = [](InferContext& c) {
    infer_shape_attribute(c);
    const auto weights = attribute<SymShape>(c.node(), "shape");
    if (c.node().outputs > 1 && !weights.empty())
      c.output(1, Type::tensor(known_dtype(c, 0), {weights[0]}));
  };
  s.cost = [](CostContext& c) {
    c.cost.macs = floor_div(product(c.input(1)) * product(c.output(0)), c.output(0)[0]);
  };
  s.reference = conv_grad_weight_reference;
  s.samples = grad_weight_samples;
  return s;
}

const RegisterOps ops_of_this_file{{conv_grad_input, conv_grad_weight}};

}  // namespace
}  // namespace espalier
