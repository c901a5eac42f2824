// SPDX-License-Identifier: Apache-2.0
//
// QuantizedConv: X and W as 8-bit integers, B as 32-bit ones in steps of x_scale · w_scale.
#include "engine/ops/linear/conv.h"
#include "engine/ops/quantization/quantized.h"
#include "engine/ops/support/fused.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/window.h"

namespace espalier {
namespace {

void infer(InferContext& c) {
  const auto x = known_shape(c, 0), w = known_shape(c, 1);
  if (!x || !w) return;
  if (x->size() < 3) require_rank(c, 0, 4, "[N,C,H,W]");
  require_rank(c, 1, x->size(), "[M,C,…]");
  Ints kernel;
  for (std::size_t i = 2; i < w->size(); ++i) kernel.push_back((*w)[i].constant().value_or(1));
  const WindowSettings window = checked_window(c, x->size() - 2, std::move(kernel));
  SymShape y{(*x)[0], (*w)[0]};
  for (Dim& size : window_outputs(c, window, std::span(*x).subspan(2)))
    y.push_back(std::move(size));
  c.output(0, Type::tensor(result_type(c), std::move(y)));
}

void body(BodyContext& c) {
  const ValueRef scales = c.input(2);
  std::vector<ValueRef> inputs{dequantized(c, c.input(0), "x_scale", "x_zero_point"),
                               dequantized(c, c.input(1), scales, 0)};
  if (c.input(3)) inputs.push_back(dequantized_bias(c, c.input(3), scales));
  AttributeMap geometry = attributes_for(c, op("Conv"));
  geometry.insert_or_assign("bias", inputs.size() > 2);
  c.output(0,
           quantized_result(c, c.build().add(op("Conv"), std::move(inputs), std::move(geometry))));
}

std::vector<Sample> samples() {
  const auto bytes = [](Shape s) {
    return SampleInput{.dtype = DType::uint8, .shape = std::move(s), .low = 0, .high = 255};
  };
  const auto weights = [](Shape s) {
    return SampleInput{.dtype = DType::int8, .shape = std::move(s), .low = -128, .high = 127};
  };
  const auto bias = [](std::int64_t n) {
    return SampleInput{.dtype = DType::int32, .shape = {n}, .low = -9000, .high = 9000};
  };
  const auto scale = [](float v) { return given(Tensor::scalar(v)); };
  // Scales are powers of 2, so that the body is exact, too, and both round the same ties.
  return {{.name = "padded, relu",
           .attributes = {{"x_scale", 0.25},
                          {"x_zero_point", 117},
                          {"y_scale", 4.0},
                          {"y_zero_point", 9},
                          {"activation", std::string("Relu")},
                          {"pads", Ints{1, 1, 1, 1}}},
           .inputs = {bytes({2, 5, 7, 9}), weights({21, 5, 3, 3}),
                      given(Tensor::of<float>(
                          {21}, {.5F,  .25F, 1,   .5F,  .25F, 1,   .5F,  .25F,  .125F, 1, .5F,
                                 .25F, 1,    .5F, .25F, 1,    .5F, .25F, .125F, 1,     2})),
                      bias(21)},
           .gradient = false},
          {.name = "strides, one channel, signed",
           .attributes = {{"x_scale", 0.125},
                          {"x_zero_point", -128},
                          {"y_scale", 2.0},
                          {"y_zero_point", -3},
                          {"y_type", std::string("int8")},
                          {"strides", Ints{2, 2}},
                          {"auto_pad", std::string("SAME_UPPER")}},
           .inputs = {weights({1, 1, 11, 10}), weights({6, 1, 5, 5}), scale(0.5F), bias(6)},
           .gradient = false},
          {.name = "groups, dilated, no bias",
           .attributes = {{"x_scale", 0.5},
                          {"x_zero_point", 128},
                          {"y_scale", 8.0},
                          {"y_zero_point", 100},
                          {"group", 2},
                          {"dilations", Ints{2, 1}}},
           .inputs = {bytes({1, 4, 8, 6}), weights({6, 2, 3, 2}), scale(0.25F)},
           .gradient = false},
          {.name = "signal, depthwise",
           .attributes = {{"x_scale", 1.0}, {"y_scale", 16.0}, {"group", 3}},
           .inputs = {bytes({2, 3, 37}), weights({3, 1, 4}), scale(0.5F), bias(3)},
           .gradient = false}};
}

OpSpec quantized_conv() {
  OpSpec s;
  s.name = "QuantizedConv";
  s.domain = internal_domain;
  s.attributes = {};
  for (const AttrSpec& a : conv_spec().attributes)
    if (!a.authored) s.attributes.push_back(a);
  for (AttrSpec& a : scale_attributes("x_scale", "x_zero_point"))
    s.attributes.push_back(std::move(a));
  for (AttrSpec& a : result_attributes()) s.attributes.push_back(std::move(a));
  s.inputs = {{.name = "X", .types = byte_types},
              {.name = "W", .types = {DType::int8}},
              {.name = "w_scale", .types = {DType::float32}},
              {.name = "B", .optional = true, .types = {DType::int32}}};
  s.outputs = {{.name = "Y"}};
  s.infer = infer;
  s.cost = [](CostContext& c) {
    const SymShape& w = c.input(1);
    c.cost.macs = product(c.output(0));
    for (std::size_t i = 1; i < w.size(); ++i) c.cost.macs = c.cost.macs * w[i];
  };
  s.body = body;
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{{quantized_conv}};

}  // namespace
}  // namespace espalier
