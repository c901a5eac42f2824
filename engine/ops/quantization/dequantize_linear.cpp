// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/quantization/quantization.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

void infer(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) return;
  check_scale(c, *x, known_dtype(c, 0));
  c.output(0, Type::tensor(DType::float32, *x));
}

void cost(CostContext& c) { c.cost.operations = product(c.output(0)); }

void reference(ReferenceContext& c) {
  const Tensor& x = c.input(0);
  const ScaledAxis a = scaled_axis(c, x.shape(), c.input(1).shape());
  const auto scale = c.input(1).values<float>();
  const auto y = c.output<float>(0, x.shape());
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const std::int64_t channel = at / a.inner % a.channels;
    const std::int64_t zero_point = c.has(2) ? integer_element(c.input(2), channel) : 0;
    const auto steps = static_cast<std::uint32_t>(integer_element(x, at) - zero_point);
    y[i] = static_cast<float>(static_cast<std::int32_t>(steps)) *
           scale[static_cast<std::size_t>(channel)];
  }
}

std::vector<Sample> samples() {
  const auto scale = [](float v) { return given(Tensor::scalar(v)); };
  return {{.name = "unsigned",
           .inputs = {{.dtype = DType::uint8, .shape = {2, 3, 7}, .low = 0, .high = 255},
                      scale(0.0371F),
                      given(Tensor::scalar<std::uint8_t>(128))},
           .gradient = false},
          {.name = "signed, by channels",
           .inputs = {{.dtype = DType::int8, .shape = {2, 3, 5, 5}, .low = -128, .high = 127},
                      given(Tensor::of<float>({3}, {0.1F, 0.025F, 0.5F})),
                      given(Tensor::of<std::int8_t>({3}, {0, -128, 127}))},
           .gradient = false},
          {.name = "first axis, no zero point",
           .attributes = {{"axis", 0}},
           .inputs = {{.dtype = DType::int8, .shape = {4, 9}, .low = -128, .high = 127},
                      given(Tensor::of<float>({4}, {0.1F, 0.2F, 0.004F, 1}))},
           .gradient = false},
          {.name = "a bias, one scale in a list",
           .inputs = {{.dtype = DType::int32, .shape = {40}, .low = -1e6, .high = 1e6},
                      given(Tensor::of<float>({1}, {0.0003F})),
                      given(Tensor::scalar<std::int32_t>(0))},
           .gradient = false},
          {.name = "16 bits",
           .inputs = {given(Tensor::of<std::int16_t>({2}, {-32768, 32767})), scale(0.5F)},
           .gradient = false,
           .onnx = false},
          {.name = "empty",
           .inputs = {{.dtype = DType::uint8, .shape = {0, 3}, .low = 0, .high = 9}, scale(1)},
           .gradient = false}};
}

OpSpec dequantize_linear() {
  OpSpec s;
  s.name = "DequantizeLinear";
  s.category = Category::data;
  s.summary = ESP_TEXT("ops", "Small integers back to numbers by a scale and a zero point.");
  s.help = ESP_TEXT(
      "ops",
      "y = (x − x_zero_point) · x_scale. One scale for the whole tensor, or one for each position "
      "along an axis. No gradient goes through it. Source: ONNX operator specification, "
      "DequantizeLinear.");
  s.attributes = {axis_of_scales()};
  s.inputs = {{.name = "x",
               .help = ESP_TEXT("ops", "The integers."),
               .types = {DType::int8, DType::uint8, DType::int32, DType::int16, DType::uint16}},
              {.name = "x_scale",
               .help = ESP_TEXT("ops", "The size of a step, one or one a position of the axis."),
               .types = {DType::float32}},
              {.name = "x_zero_point",
               .help = ESP_TEXT("ops", "The integer that stands for 0; of x's type."),
               .optional = true,
               .types = {DType::int8, DType::uint8, DType::int32, DType::int16, DType::uint16}}};
  s.outputs = {{.name = "y", .help = ESP_TEXT("ops", "The numbers.")}};
  s.infer = infer;
  s.cost = cost;
  s.reference = reference;
  s.onnx = {.versions = {10, 13, 19, 21, 23}, .import = [](OnnxImportContext& c) {
              import_scales(c);
              c.node.attributes.erase("output_dtype");  // float32 here
            }};
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{{dequantize_linear}};

}  // namespace
}  // namespace espalier
