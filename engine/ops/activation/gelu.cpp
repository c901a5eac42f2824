// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "engine/graph/onnx_form.h"
#include "engine/ops/activation/elementwise.h"
#include "engine/ops/support/known.h"

namespace espalier {
namespace {

constexpr double root_2_pi = 0.7978845608028654;  // √(2 / π)

double tanh_part(double x) { return std::tanh(root_2_pi * (x + 0.044715 * x * x * x)); }

double value(double x, bool approximate) {
  if (approximate) return 0.5 * x * (1 + tanh_part(x));
  return 0.5 * x * std::erfc(-x / std::sqrt(2.0));
}

double slope(double x, bool approximate) {
  if (!approximate)
    return 0.5 * std::erfc(-x / std::sqrt(2.0)) + x * std::exp(-x * x / 2) * root_2_pi / 2;
  const double t = tanh_part(x);
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * root_2_pi * (1 + 3 * 0.044715 * x * x);
}

bool approximate(const RuleContext& c) { return c.text("approximate") == "tanh"; }

AttrSpec approximate_spec() {
  return {.name = "approximate",
          .type = AttrType::text,
          .fallback = std::string("none"),
          .help = ESP_TEXT("ops", "Exactly, or by a formula with tanh."),
          .choices = {"none", "tanh"}};
}

// Before opset 20 there was no Gelu: it goes out as the operators that it is made of.
void write(OnnxExportContext& c) {
  if (c.opset >= 20) return;
  const DType type = c.inputs[0].dtype;
  const auto number = [&](double v) { return c.constant(filled(type, {}, v), "number"); };
  const auto step = [&](const char* op, std::vector<std::string> inputs) {
    const std::string out = c.fresh(op);
    c.before.push_back({op, "", c.node.name + "." + out, {}, std::move(inputs), {out}});
    return out;
  };
  const std::string x = c.node.inputs[0];
  std::string inner;
  if (attribute<std::string>(c.source, "approximate") == "tanh") {
    const std::string square = step("Mul", {x, x});
    const std::string cubic = step("Add", {step("Mul", {square, number(0.044715)}), number(1)});
    inner = step("Tanh", {step("Mul", {step("Mul", {x, cubic}), number(root_2_pi)})});
  } else {
    inner = step("Erf", {step("Mul", {x, number(std::sqrt(0.5))})});
  }
  const std::string half = step("Mul", {x, number(0.5)});
  c.node = {"Mul", "", c.node.name, {}, {half, step("Add", {inner, number(1)})}, c.node.outputs};
}

OpSpec gelu() {
  OpSpec s = elementwise_spec("Gelu");
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "x times the chance that a normal number is below it.");
  s.help =
      ESP_TEXT("ops",
               "y = x / 2 · (1 + erf(x / √2)), or x / 2 · (1 + tanh(√(2/π) · (x + 0.044715 · "
               "x³))). Source: ONNX operator specification, Gelu; Hendrycks and Gimpel, 2016.");
  s.attributes = {approximate_spec()};
  s.gradient = [](GradientContext& c) {
    c.gradient(0, c.build().add(internal_op("GeluGrad"), {c.output_gradient(0), c.input(0)},
                                {{"approximate", c.text("approximate")}}));
  };
  s.reference = [](ReferenceContext& c) {
    const bool quick = approximate(c);
    map_elements<with_float_types>(c, [&](auto x) { return value(x, quick); });
  };
  s.onnx = {.versions = {20}, .import = nullptr, .write = write};
  s.samples = [] {
    const SampleInput x{.shape = {3, 37}, .low = -4, .high = 4};
    return std::vector<Sample>{
        {.name = "exact", .inputs = {x}},
        {.name = "by tanh", .attributes = {{"approximate", std::string("tanh")}}, .inputs = {x}},
        {.name = "empty", .inputs = {{.shape = {0, 2}}}, .gradient = false}};
  };
  return s;
}

OpSpec gelu_grad() {
  OpSpec s = elementwise_grad_spec("GeluGrad");
  s.inputs[1].name = "X";
  s.attributes = {approximate_spec()};
  s.reference = [](ReferenceContext& c) {
    const bool quick = approximate(c);
    combine_elements(c, [&](double dy, double x) { return dy * slope(x, quick); });
  };
  return s;
}

const RegisterOps ops_of_this_file{{gelu, gelu_grad}};

}  // namespace
}  // namespace espalier
