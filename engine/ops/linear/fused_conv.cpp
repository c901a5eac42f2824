// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/linear/conv.h"
#include "engine/ops/support/fused.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

void infer(InferContext& c) {
  infer_conv(c);
  const auto residual = known_shape(c, 3);
  if (!residual || c.outputs.empty() || !c.outputs[0].has_shape()) return;
  const SymShape& y = *c.outputs[0].shape;
  if (residual->size() != y.size())
    c.fail(message(ESP_TEXT("engine", "expected residual of shape {}, got {}"), shape_text(y),
                   shape_text(*residual)),
           3);
  for (std::size_t i = 0; i < y.size(); ++i)
    c.require_equal(y[i], (*residual)[i],
                    message(ESP_TEXT("engine", "expected residual of shape {}, got {}"),
                            shape_text(y), shape_text(*residual)),
                    3);
}

void body(BodyContext& c) {
  std::vector<ValueRef> inputs{c.input(0), c.input(1)};
  if (c.input(2)) inputs.push_back(c.input(2));
  ValueRef y = c.build().add(op("Conv"), std::move(inputs), attributes_for(c, op("Conv")));
  if (c.input(3)) y = c.build().add(op("Add"), {y, c.input(3)});
  c.output(0, add_activation(c, y));
}

std::vector<Sample> samples() {
  const auto in = [](Shape s) { return SampleInput{.shape = std::move(s)}; };
  return {{.name = "relu",
           .attributes = {{"channels", 5}, {"activation", "Relu"}, {"auto_pad", "SAME_UPPER"}},
           .inputs = {in({2, 3, 7, 9}), in({5, 3, 3, 3}), in({5})},
           .gradient = false},
          {.name = "residual, no bias",
           .attributes = {{"channels", 4},
                          {"bias", false},
                          {"activation", "LeakyRelu"},
                          {"activation_alpha", 0.2},
                          {"pads", Ints{1, 1, 1, 1}}},
           .inputs = {in({1, 2, 6, 5}), in({4, 2, 3, 3}), open_port(), in({1, 4, 6, 5})},
           .gradient = false},
          {.name = "depthwise, sigmoid",
           .attributes = {{"channels", 3}, {"group", 3}, {"activation", "Sigmoid"}},
           .inputs = {in({2, 3, 5, 6}), in({3, 1, 3, 3}), in({3})},
           .gradient = false},
          {.name = "signal, tanh",
           .attributes = {{"channels", 3}, {"kernel_shape", Ints{4}}, {"activation", "Tanh"}},
           .inputs = {in({2, 2, 13}), in({3, 2, 4}), in({3}), in({2, 3, 10})},
           .gradient = false}};
}

OpSpec fused_conv() {
  OpSpec s = conv_spec();
  s.name = "FusedConv";
  s.domain = internal_domain;
  s.category = Category::hidden;
  for (AttrSpec& a : activation_attributes()) s.attributes.push_back(std::move(a));
  s.inputs.push_back({.name = "residual", .optional = true});
  s.infer = infer;
  s.gradient = nullptr;
  s.reference = nullptr;
  s.body = body;
  s.onnx = {};
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{{fused_conv}};

}  // namespace
}  // namespace espalier
