// SPDX-License-Identifier: Apache-2.0
//
// Internal operators on 8-bit integers without weights: QuantizedAdd, QuantizedAveragePool and
// QuantizedTable, which stands for whatever maps one byte to another.
#include <algorithm>

#include "engine/ops/pooling/pool.h"
#include "engine/ops/quantization/quantized.h"
#include "engine/ops/support/fused.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

SampleInput bytes(Shape shape) {
  return {.dtype = DType::uint8, .shape = std::move(shape), .low = 0, .high = 255};
}
SampleInput signed_bytes(Shape shape) {
  return {.dtype = DType::int8, .shape = std::move(shape), .low = -128, .high = 127};
}

void append(std::vector<AttrSpec>& to, std::vector<AttrSpec> more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

// ---- QuantizedAdd

void infer_add(InferContext& c) {
  if (!known_shape(c, 0) || !known_shape(c, 1)) return;
  c.output(0, Type::tensor(result_type(c), broadcast_inputs(c, 0, 1)));
}

OpSpec quantized_add() {
  OpSpec s;
  s.name = "QuantizedAdd";
  s.domain = internal_domain;
  s.attributes = scale_attributes("a_scale", "a_zero_point");
  append(s.attributes, scale_attributes("b_scale", "b_zero_point"));
  append(s.attributes, result_attributes());
  s.inputs = {{.name = "A", .types = byte_types}, {.name = "B", .types = byte_types}};
  s.outputs = {{.name = "C"}};
  s.infer = infer_add;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.body = [](BodyContext& c) {
    const ValueRef a = dequantized(c, c.input(0), "a_scale", "a_zero_point");
    const ValueRef b = dequantized(c, c.input(1), "b_scale", "b_zero_point");
    c.output(0, quantized_result(c, c.build().add(op("Add"), {a, b})));
  };
  s.in_place = {{0, 0}, {0, 1}};
  s.samples = [] {
    return std::vector<Sample>{{.name = "relu",
                                .attributes = {{"a_scale", 0.5},
                                               {"a_zero_point", 128},
                                               {"b_scale", 0.25},
                                               {"b_zero_point", -5},
                                               {"y_scale", 0.5},
                                               {"y_zero_point", 3},
                                               {"activation", std::string("Relu")}},
                                .inputs = {bytes({2, 3, 4, 5}), signed_bytes({2, 3, 4, 5})},
                                .gradient = false},
                               {.name = "a vector to every row",
                                .attributes = {{"a_scale", 0.25},
                                               {"b_scale", 1.0},
                                               {"b_zero_point", 77},
                                               {"y_scale", 1.0},
                                               {"y_type", std::string("int8")}},
                                .inputs = {signed_bytes({3, 21}), bytes({21})},
                                .gradient = false}};
  };
  return s;
}

// ---- QuantizedAveragePool

OpSpec quantized_average_pool() {
  OpSpec s;
  s.name = "QuantizedAveragePool";
  s.domain = internal_domain;
  s.attributes = pool_attributes();
  s.attributes.push_back({.name = "count_include_pad", .type = AttrType::flag, .fallback = false});
  append(s.attributes, scale_attributes("x_scale", "x_zero_point"));
  append(s.attributes, result_attributes());
  s.inputs = {{.name = "X", .types = byte_types}};
  s.outputs = {{.name = "Y"}};
  s.infer = [](InferContext& c) {
    infer_pool(c);
    if (!c.outputs.empty() && c.outputs[0].is_tensor()) c.outputs[0].dtype = result_type(c);
  };
  s.cost = pool_cost;
  s.body = [](BodyContext& c) {
    const ValueRef x = dequantized(c, c.input(0), "x_scale", "x_zero_point");
    c.output(0, quantized_result(c, c.build().add(op("AveragePool"), {x},
                                                  attributes_for(c, op("AveragePool")))));
  };
  s.samples = [] {
    return std::vector<Sample>{{.name = "2x2, signed",
                                .attributes = {{"x_scale", 0.25},
                                               {"x_zero_point", -9},
                                               {"y_scale", 0.5},
                                               {"y_zero_point", 4},
                                               {"y_type", std::string("int8")}},
                                .inputs = {signed_bytes({2, 3, 6, 9})},
                                .gradient = false},
                               {.name = "padded, padding not counted",
                                .attributes = {{"kernel_shape", Ints{3, 3}},
                                               {"strides", Ints{1, 2}},
                                               {"pads", Ints{1, 1, 1, 1}},
                                               {"x_zero_point", 40},
                                               {"y_zero_point", 40}},
                                .inputs = {bytes({1, 2, 5, 7})},
                                .gradient = false},
                               {.name = "padding counted",
                                .attributes = {{"kernel_shape", Ints{3, 3}},
                                               {"strides", Ints{2, 2}},
                                               {"pads", Ints{1, 1, 1, 1}},
                                               {"count_include_pad", true},
                                               {"x_zero_point", 128},
                                               {"y_zero_point", 100}},
                                .inputs = {bytes({1, 2, 7, 7})},
                                .gradient = false}};
  };
  return s;
}

// ---- QuantizedTable

OpSpec quantized_table() {
  OpSpec s;
  s.name = "QuantizedTable";
  s.domain = internal_domain;
  s.attributes = {{.name = "y_type",
                   .type = AttrType::text,
                   .fallback = std::string("uint8"),
                   .choices = {"uint8", "int8"}}};
  // The table is by X's bits, its elements are the result's bits.
  s.inputs = {{.name = "X", .types = byte_types}, {.name = "table", .types = {DType::uint8}}};
  s.outputs = {{.name = "Y"}};
  s.infer = [](InferContext& c) {
    if (const auto x = known_shape(c, 0)) c.output(0, Type::tensor(result_type(c), *x));
  };
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.reference = [](ReferenceContext& c) {
    const Tensor& x = c.input(0);
    const auto table = c.input(1).values<std::uint8_t>();
    Tensor y(result_type(c), x.shape());
    std::byte* to = y.mutable_data();
    for (std::int64_t i = 0; i < x.count(); ++i)
      to[i] = std::byte{table[std::to_integer<std::size_t>(x.data()[i])]};
    c.outputs[0] = std::move(y);
  };
  s.in_place = {{0, 0}};
  s.samples = [] {
    return std::vector<Sample>{{.name = "signed to unsigned",
                                .inputs = {signed_bytes({3, 50}), bytes({256})},
                                .gradient = false},
                               {.name = "unsigned to signed",
                                .attributes = {{"y_type", std::string("int8")}},
                                .inputs = {bytes({77}), bytes({256})},
                                .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{quantized_add, quantized_average_pool, quantized_table}};

}  // namespace
}  // namespace espalier
