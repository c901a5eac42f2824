// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "engine/ops/quantization/quantization.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

DType target_type(const InferContext& c) {
  if (c.input_count() > 2 && is_wired(c.node(), 2)) return known_dtype(c, 2);
  return dtype_from_name(c.text("output_dtype")).value_or(DType::uint8);
}

void infer(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) return;
  check_scale(c, *x, DType::undefined);
  const DType type = target_type(c);
  if (type != DType::undefined) c.output(0, Type::tensor(type, *x));
}

void cost(CostContext& c) { c.cost.operations = product(c.output(0)); }

// Division and rounding in float32, as ONNX Runtime has it; saturated in a wider type.
template <class T> T quantized(float x, float scale, std::int64_t zero_point) {
  const double v = std::nearbyint(x / scale) + static_cast<double>(zero_point);
  using Limits = std::numeric_limits<T>;
  if (!(v > double{Limits::lowest()})) return Limits::lowest();  // NaN, too
  return v < double{Limits::max()} ? static_cast<T>(v) : Limits::max();
}

template <class T, class X> void quantize(ReferenceContext& c, std::span<const X> x) {
  const ScaledAxis a = scaled_axis(c, c.input(0).shape(), c.input(1).shape());
  const auto scale = c.input(1).values<float>();
  const auto y = c.output<T>(0, c.input(0).shape());
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::int64_t channel = static_cast<std::int64_t>(i) / a.inner % a.channels;
    y[i] = quantized<T>(static_cast<float>(x[i]), scale[static_cast<std::size_t>(channel)],
                        c.has(2) ? integer_element(c.input(2), channel) : 0);
  }
}

template <class X> void quantize_from(ReferenceContext& c) {
  const auto x = c.input(0).values<X>();
  const DType type =
      c.has(2) ? c.input(2).type() : dtype_from_name(c.text("output_dtype")).value_or(DType::uint8);
  switch (type) {
    case DType::int8:
      return quantize<std::int8_t>(c, x);
    case DType::uint8:
      return quantize<std::uint8_t>(c, x);
    case DType::int16:
      return quantize<std::int16_t>(c, x);
    case DType::uint16:
      return quantize<std::uint16_t>(c, x);
    default:
      no_reference(c, type);
  }
}

void reference(ReferenceContext& c) {
  if (c.input(0).type() == DType::int32) return quantize_from<std::int32_t>(c);
  if (c.input(0).type() != DType::float32) no_reference(c, c.input(0).type());
  quantize_from<float>(c);
}

// Files say the type by ONNX's number, and 0 for none.
void import(OnnxImportContext& c) {
  import_scales(c);
  const auto type = c.node.attributes.find("output_dtype");
  if (type == c.node.attributes.end()) return;
  const auto* number = std::get_if<std::int64_t>(&type->second);
  if (number == nullptr) return;
  if (*number == 0)
    c.node.attributes.erase(type);
  else
    type->second = std::string(name(static_cast<DType>(*number)));
}

// Before opset 21 only a zero point can say the type, and there are 8-bit types only.
void write(OnnxExportContext& c) {
  const DType type = c.outputs.empty() ? DType::undefined : c.outputs[0].dtype;
  if (c.opset < 21 && (type == DType::int16 || type == DType::uint16))
    throw Error(
        ESP_TEXT("engine", "{}: opset {} has no QuantizeLinear to {}; use int8 or uint8 instead"),
        c.source.name, c.opset, name(type));
  c.node.inputs.resize(std::max<std::size_t>(c.node.inputs.size(), 2));
  if (type == DType::int8 && (c.node.inputs.size() < 3 || c.node.inputs[2].empty())) {
    c.node.inputs.resize(3);
    const std::int64_t scales =
        c.inputs.size() > 1 && c.inputs[1].has_shape() && !c.inputs[1].shape->empty()
            ? (*c.inputs[1].shape)[0].constant().value_or(1)
            : 0;
    c.node.inputs[2] =
        c.constant(Tensor(DType::int8, scales == 0 ? Shape{} : Shape{scales}), "zero_point");
  }
}

std::vector<Sample> samples() {
  const auto ties = Tensor::of<float>(
      {2, 8}, {0, 2, 3, 1000, -254, -1000, 1, 5, -1, -3, -5, 255, 256, 254, 7, 9});
  const auto scale = [](float v) { return given(Tensor::scalar(v)); };
  return {{.name = "ties to even, saturated",
           .inputs = {given(ties), scale(2), given(Tensor::scalar<std::uint8_t>(128))},
           .gradient = false},
          {.name = "signed",
           .inputs = {given(ties), scale(2), given(Tensor::scalar<std::int8_t>(-7))},
           .gradient = false},
          {.name = "by channels",
           .inputs = {{.shape = {2, 3, 5, 7}, .low = -4, .high = 4},
                      given(Tensor::of<float>({3}, {0.1F, 0.025F, 0.5F})),
                      given(Tensor::of<std::uint8_t>({3}, {0, 200, 128}))},
           .gradient = false},
          {.name = "last axis, no zero point",
           .attributes = {{"axis", -1}},
           .inputs = {{.shape = {3, 4}}, given(Tensor::of<float>({4}, {0.1F, 0.2F, 0.004F, 1}))},
           .gradient = false},
          {.name = "of a type by name",
           .attributes = {{"output_dtype", std::string("int8")}},
           .inputs = {{.shape = {40}, .low = -2, .high = 2}, scale(0.0125F)},
           .gradient = false},
          {.name = "not finite",
           .inputs = {given(Tensor::of<float>({4}, {INFINITY, -INFINITY, NAN, 1e30F})), scale(0.5F),
                      given(Tensor::scalar<std::uint8_t>(3))},
           .gradient = false},
          {.name = "16 bits",
           .inputs = {{.shape = {6}, .low = -40, .high = 40},
                      scale(0.001F),
                      given(Tensor::scalar<std::uint16_t>(32768))},
           .gradient = false,
           .onnx = false},
          {.name = "empty", .inputs = {{.shape = {0, 3}}, scale(1)}, .gradient = false}};
}

OpSpec quantize_linear() {
  OpSpec s;
  s.name = "QuantizeLinear";
  s.category = Category::data;
  s.summary = ESP_TEXT("ops", "Numbers to small integers by a scale and a zero point.");
  s.help = ESP_TEXT(
      "ops",
      "y = saturate(round(x / y_scale) + y_zero_point), ties to even, in the range of the integer "
      "type. One scale for the whole tensor, or one for each position along an axis. No gradient "
      "goes through it. Source: ONNX operator specification, QuantizeLinear.");
  s.attributes = {axis_of_scales(),
                  {.name = "output_dtype",
                   .type = AttrType::text,
                   .fallback = std::string("uint8"),
                   .help = ESP_TEXT("ops", "The integer type where no zero point is wired."),
                   .choices = {"uint8", "int8", "uint16", "int16"},
                   .authored = true}};
  s.inputs = {{.name = "x",
               .help = ESP_TEXT("ops", "The numbers."),
               .types = {DType::float32, DType::int32}},
              {.name = "y_scale",
               .help = ESP_TEXT("ops", "The size of a step, one or one a position of the axis."),
               .types = {DType::float32}},
              {.name = "y_zero_point",
               .help = ESP_TEXT("ops", "The integer that stands for 0; its type is the result's."),
               .optional = true,
               .types = {DType::uint8, DType::int8, DType::uint16, DType::int16}}};
  s.outputs = {{.name = "y", .help = ESP_TEXT("ops", "The integers.")}};
  s.infer = infer;
  s.cost = cost;
  s.reference = reference;
  s.onnx = {.versions = {10, 13, 19, 21, 23}, .import = import, .write = write};
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{{quantize_linear}};

}  // namespace
}  // namespace espalier
