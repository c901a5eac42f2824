// SPDX-License-Identifier: Apache-2.0
//
// QLinearConv and QLinearMatMul: what older tools write for a quantised layer. They stand for the
// float operator between DequantizeLinear and QuantizeLinear, and run as that does.
#include <algorithm>
#include <string_view>

#include "engine/graph/onnx_form.h"
#include "engine/ops/linear/conv.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

constexpr std::string_view geometry[] = {"auto_pad",     "dilations", "group",
                                         "kernel_shape", "pads",      "strides"};

// The float operator, for its shape rule. `x` and `w` are the ports of its two inputs.
void infer_as(InferContext& c, const OpSpec& plain, AttributeMap attributes, std::size_t x,
              std::size_t w) {
  const auto a = known_shape(c, x), b = known_shape(c, w);
  const DType type = known_dtype(c, 7);
  if (!a || !b || type == DType::undefined) return;
  Node node = make_node(plain);
  node.id = c.node().id;
  node.inputs = {c.node().inputs[x], c.node().inputs[w]};
  node.attributes = std::move(attributes);
  InferContext inner(node, {Type::tensor(DType::float32, *a), Type::tensor(DType::float32, *b)});
  plain.infer(inner);
  for (const InferContext::Guard& guard : inner.guards) c.guards.push_back(guard);
  if (inner.outputs[0].has_shape()) c.output(0, Type::tensor(type, *inner.outputs[0].shape));
}

AttributeMap conv_attributes(const RuleContext& c, const std::optional<SymShape>& w) {
  AttributeMap attributes;
  for (const std::string_view name : geometry)
    if (const auto it = c.node().attributes.find(name); it != c.node().attributes.end())
      attributes.insert(*it);
  if (w && w->size() > 2 && !attributes.contains("kernel_shape")) {
    Ints kernel;
    for (std::size_t i = 2; i < w->size(); ++i) kernel.push_back((*w)[i].constant().value_or(1));
    attributes.emplace("kernel_shape", kernel);
  }
  if (w && !w->empty()) attributes.emplace("channels", (*w)[0].constant().value_or(1));
  attributes.emplace("bias", false);
  return attributes;
}

ValueRef dequantized(BodyContext& c, std::size_t port, std::int64_t axis) {
  return c.build().add(op("DequantizeLinear"),
                       {c.input(port), c.input(port + 1), c.input(port + 2)}, {{"axis", axis}});
}

void conv_body(BodyContext& c) {
  const Type w = c.type(c.input(3));
  std::vector<ValueRef> inputs{dequantized(c, 0, 1), dequantized(c, 3, 0)};
  AttributeMap attributes = conv_attributes(c, w.shape);
  if (c.input(8)) {  // int32, of the product of both scales, without a zero point
    const ValueRef scale = c.build().add(op("Mul"), {c.input(1), c.input(4)});
    inputs.push_back(
        c.build().add(op("DequantizeLinear"), {c.input(8), scale}, {{"axis", std::int64_t{0}}}));
    attributes.insert_or_assign("bias", true);
  }
  const ValueRef y = c.build().add(op("Conv"), inputs, std::move(attributes));
  c.output(0, c.build().add(op("QuantizeLinear"), {y, c.input(6), c.input(7)}));
}

void matmul_body(BodyContext& c) {
  const ValueRef y = c.build().add(op("MatMul"), {dequantized(c, 0, 0), dequantized(c, 3, 1)});
  c.output(0, c.build().add(op("QuantizeLinear"), {y, c.input(6), c.input(7)}));
}

std::vector<PortSpec> ports(const char* first, const char* second, const char* result) {
  const std::vector<DType> bytes{DType::uint8, DType::int8}, scale{DType::float32};
  const char* scale_help = ESP_TEXT("ops", "The size of a step; one, or one for each channel.");
  const char* zero_help = ESP_TEXT("ops", "The integer that stands for zero.");
  static const char* names[][3] = {{"x", "x_scale", "x_zero_point"},
                                   {"w", "w_scale", "w_zero_point"},
                                   {"a", "a_scale", "a_zero_point"},
                                   {"b", "b_scale", "b_zero_point"},
                                   {"y", "y_scale", "y_zero_point"}};
  std::vector<PortSpec> all;
  for (const char* wanted : {first, second, result})
    for (const auto& [value, of, zero] : names) {
      if (std::string_view(value) != wanted) continue;
      if (wanted != result)
        all.push_back({.name = value,
                       .help = ESP_TEXT("ops", "A tensor of 8-bit integers."),
                       .types = bytes});
      all.push_back({.name = of, .help = scale_help, .types = scale});
      all.push_back({.name = zero, .help = zero_help, .types = bytes});
    }
  return all;
}

OpSpec base(const char* name) {
  OpSpec s;
  s.name = name;
  s.category = Category::linear;
  s.outputs = {{.name = "y", .help = ESP_TEXT("ops", "The result, 8-bit integers.")}};
  return s;
}

std::vector<Sample> conv_cases() {
  const auto u8 = [](Shape shape, std::vector<std::uint8_t> v) {
    return given(Tensor::of<std::uint8_t>(std::move(shape), v));
  };
  const auto f = [](float v) { return given(Tensor::scalar(v)); };
  std::vector<std::uint8_t> x, w;
  for (int i = 0; i < 32; ++i) x.push_back(static_cast<std::uint8_t>(i * 37 % 251));
  for (int i = 0; i < 54; ++i) w.push_back(static_cast<std::uint8_t>(i * 11 % 200));
  const auto zero = [&](std::uint8_t v) { return given(Tensor::scalar(v)); };
  return {{.name = "bias",
           .attributes = {{"pads", Ints{1, 1, 1, 1}}},
           .inputs = {u8({1, 2, 4, 4}, x), f(0.0625F), zero(120), u8({3, 2, 3, 3}, w), f(0.03125F),
                      zero(97), f(0.5F), zero(128),
                      given(Tensor::of<std::int32_t>({3}, {300, -200, 7}))},
           .gradient = false}};
}

OpSpec qlinear_conv() {
  OpSpec s = base("QLinearConv");
  s.summary = ESP_TEXT("ops", "A convolution of 8-bit integers.");
  s.help = ESP_TEXT("ops",
                    "Conv between DequantizeLinear and QuantizeLinear: sums are exact, the result "
                    "is rounded to its "
                    "scale. Source: ONNX operator specification, QLinearConv.");
  for (AttrSpec a : conv_spec().attributes)
    if (std::find(std::begin(geometry), std::end(geometry), std::string_view(a.name)) !=
        std::end(geometry))
      s.attributes.push_back(std::move(a));
  s.inputs = ports("x", "w", "y");
  s.inputs.push_back({.name = "B",
                      .help = ESP_TEXT("ops", "The bias, [M], in steps of both scales' product."),
                      .optional = true,
                      .types = {DType::int32}});
  s.infer = [](InferContext& c) {
    infer_as(c, op("Conv"), conv_attributes(c, c.input(3).shape), 0, 3);
  };
  s.body = conv_body;
  s.samples = conv_cases;
  s.onnx = {.versions = {10}, .write = [](OnnxExportContext& c) {
              for (const std::string_view name : geometry)
                if (!c.source.attributes.contains(name)) c.node.attributes.erase(std::string(name));
            }};
  return s;
}

OpSpec qlinear_matmul() {
  OpSpec s = base("QLinearMatMul");
  s.summary = ESP_TEXT("ops", "A matrix product of 8-bit integers.");
  s.help = ESP_TEXT("ops",
                    "MatMul between DequantizeLinear and QuantizeLinear: sums are exact, the "
                    "result is rounded to "
                    "its scale. Source: ONNX operator specification, QLinearMatMul.");
  s.inputs = ports("a", "b", "y");
  s.infer = [](InferContext& c) { infer_as(c, op("MatMul"), {}, 0, 3); };
  s.body = matmul_body;
  s.onnx = {.versions = {10, 21}};
  return s;
}

const RegisterOps ops_of_this_file{{qlinear_conv, qlinear_matmul}};

}  // namespace
}  // namespace espalier
