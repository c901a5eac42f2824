// SPDX-License-Identifier: Apache-2.0
//
// QuantizedGemm: rows of A, 8-bit integers of any number of axes, times a matrix of 8-bit weights,
// [N,K] with transB, else [K,N]; C is a 32-bit bias [N] in steps of x_scale · w_scale.
#include "engine/ops/quantization/quantized.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

void infer(InferContext& c) {
  const auto a = known_shape(c, 0), b = known_shape(c, 1);
  if (!a || !b || a->empty()) return;
  require_rank(c, 1, 2, "[K,N]");
  const bool rows = c.integer("transB") != 0;
  c.require_equal(a->back(), (*b)[rows ? 1 : 0],
                  message(ESP_TEXT("engine", "expected {} features, got {}"),
                          (*b)[rows ? 1 : 0].text(), a->back().text()),
                  0);
  SymShape y = *a;
  y.back() = (*b)[rows ? 0 : 1];
  c.output(0, Type::tensor(result_type(c), std::move(y)));
}

void body(BodyContext& c) {
  const bool rows = c.integer("transB") != 0;
  const ValueRef scales = c.input(2);
  const ValueRef a = dequantized(c, c.input(0), "x_scale", "x_zero_point");
  ValueRef b = dequantized(c, c.input(1), scales, rows ? 0 : 1);
  if (rows) b = c.build().add(op("Transpose"), {b}, {{"perm", std::vector<std::int64_t>{1, 0}}});
  ValueRef y = c.build().add(op("MatMul"), {a, b});
  if (c.input(3)) y = c.build().add(op("Add"), {y, dequantized_bias(c, c.input(3), scales)});
  c.output(0, quantized_result(c, y));
}

std::vector<Sample> samples() {
  const auto integers = [](DType type, Shape s) {
    const bool plain = type == DType::uint8;
    return SampleInput{.dtype = type,
                       .shape = std::move(s),
                       .low = plain ? 0.0 : -128.0,
                       .high = plain ? 255.0 : 127.0};
  };
  return {{.name = "rows of weights, relu",
           .attributes = {{"x_scale", 0.5},
                          {"x_zero_point", 131},
                          {"y_scale", 16.0},
                          {"y_zero_point", 30},
                          {"transB", 1},
                          {"activation", std::string("Relu")}},
           .inputs = {integers(DType::uint8, {9, 37}),
                      integers(DType::int8, {19, 37}),
                      given(Tensor::scalar(0.25F)),
                      {.dtype = DType::int32, .shape = {19}, .low = -9000, .high = 9000}},
           .gradient = false},
          {.name = "columns, a scale each, three axes",
           .attributes = {{"x_scale", 1.0},
                          {"x_zero_point", 7},
                          {"y_scale", 32.0},
                          {"y_type", std::string("int8")}},
           .inputs = {integers(DType::int8, {2, 3, 8}), integers(DType::int8, {8, 5}),
                      given(Tensor::of<float>({5}, {1, .5F, .25F, 2, 4}))},
           .gradient = false},
          {.name = "one row",
           .attributes = {{"x_scale", 0.125}, {"y_scale", 8.0}, {"y_zero_point", 128}},
           .inputs = {integers(DType::uint8, {1, 256}), integers(DType::int8, {256, 40}),
                      given(Tensor::scalar(0.5F))},
           .gradient = false}};
}

OpSpec quantized_gemm() {
  OpSpec s;
  s.name = "QuantizedGemm";
  s.domain = internal_domain;
  s.attributes = {{.name = "transB", .type = AttrType::integer, .fallback = std::int64_t{0}}};
  for (AttrSpec& a : scale_attributes("x_scale", "x_zero_point"))
    s.attributes.push_back(std::move(a));
  for (AttrSpec& a : result_attributes()) s.attributes.push_back(std::move(a));
  s.inputs = {{.name = "A", .types = byte_types},
              {.name = "B", .types = {DType::int8}},
              {.name = "w_scale", .types = {DType::float32}},
              {.name = "C", .optional = true, .types = {DType::int32}}};
  s.outputs = {{.name = "Y"}};
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.macs = product(c.output(0)) * c.input(0).back(); };
  s.body = body;
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{{quantized_gemm}};

}  // namespace
}  // namespace espalier
