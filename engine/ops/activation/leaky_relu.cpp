// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation/elementwise.h"

namespace espalier {
namespace {

AttrSpec alpha() {
  return {.name = "alpha",
          .type = AttrType::real,
          .fallback = 0.01,
          .help = ESP_TEXT("ops", "The slope for negative values.")};
}

// From the input, for with a negative alpha the output does not show the input's sign.
void gradient(GradientContext& c) {
  c.gradient(0, c.build().add(internal_op("LeakyReluGrad"), {c.output_gradient(0), c.input(0)},
                              {{"alpha", c.real("alpha")}}));
}

OpSpec leaky_relu() {
  OpSpec s = elementwise_spec("LeakyRelu");
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Rectifier with a small slope for negative values.");
  s.help = ESP_TEXT("ops",
                    "y = x where x ≥ 0, alpha · x elsewhere. Source: ONNX operator specification, "
                    "LeakyRelu; Maas, Hannun and Ng, \"Rectifier Nonlinearities Improve Neural "
                    "Network Acoustic Models\", 2013.");
  s.attributes = {alpha()};
  s.gradient = gradient;
  s.reference = [](ReferenceContext& c) {
    const double slope = c.real("alpha");
    map_elements<with_float_types>(c, [&](auto x) -> double { return x >= 0 ? x : slope * x; });
  };
  s.onnx.versions = {1, 6, 16};
  s.card = [](const Node& node) { return fmt::format("{:g}", attribute<double>(node, "alpha")); };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "image", .inputs = {spaced({2, 3, 5, 7})}},
        {.name = "negative slope", .attributes = {{"alpha", -0.5}}, .inputs = {spaced({33})}},
        {.name = "empty", .inputs = {{.shape = {0}}}, .gradient = false}};
  };
  return s;
}

OpSpec leaky_relu_grad() {
  OpSpec s = elementwise_grad_spec("LeakyReluGrad");
  s.inputs[1].name = "X";
  s.attributes = {alpha()};
  s.reference = [](ReferenceContext& c) {
    const double slope = c.real("alpha");
    combine_elements(c, [&](auto dy, auto x) -> double { return x > 0 ? dy : slope * dy; });
  };
  return s;
}

const RegisterOps ops_of_this_file{{leaky_relu, leaky_relu_grad}};

}  // namespace
}  // namespace espalier
