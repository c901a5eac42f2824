// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/ops/recurrent/lstm.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

struct Row {
  const char* name;
  int settings;        // how many it has
  double alpha, beta;  // ONNX's defaults
  double (*value)(double x, double a, double b);
  double (*slope)(double x, double a, double b);
};

// ONNX, LSTM: the equations of activation functions.
constexpr Row rows[] = {
    {"Sigmoid", 0, 0, 0, [](double x, double, double) { return sigmoid(x); },
     [](double x, double, double) { return sigmoid(x) * (1 - sigmoid(x)); }},
    {"Tanh", 0, 0, 0, [](double x, double, double) { return std::tanh(x); },
     [](double x, double, double) { return 1 - std::tanh(x) * std::tanh(x); }},
    {"Relu", 0, 0, 0, [](double x, double, double) { return x > 0 ? x : 0; },
     [](double x, double, double) { return x > 0 ? 1.0 : 0.0; }},
    {"Affine", 2, 1, 0, [](double x, double a, double b) { return a * x + b; },
     [](double, double a, double) { return a; }},
    {"LeakyRelu", 1, 0.01, 0, [](double x, double a, double) { return x >= 0 ? x : a * x; },
     [](double x, double a, double) { return x > 0 ? 1 : a; }},
    {"ThresholdedRelu", 1, 1, 0, [](double x, double a, double) { return x >= a ? x : 0; },
     [](double x, double a, double) { return x >= a ? 1.0 : 0.0; }},
    {"ScaledTanh", 2, 1, 1, [](double x, double a, double b) { return a * std::tanh(b * x); },
     [](double x, double a, double b) {
       return a * b * (1 - std::tanh(b * x) * std::tanh(b * x));
     }},
    {"HardSigmoid", 2, 0.2, 0.5,
     [](double x, double a, double b) { return std::min(std::max(a * x + b, 0.0), 1.0); },
     [](double x, double a, double b) { return a * x + b > 0 && a * x + b < 1 ? a : 0.0; }},
    {"Elu", 1, 1, 0, [](double x, double a, double) { return x >= 0 ? x : a * std::expm1(x); },
     [](double x, double a, double) { return x >= 0 ? 1 : a * std::exp(x); }},
    {"Softsign", 0, 0, 0, [](double x, double, double) { return x / (1 + std::abs(x)); },
     [](double x, double, double) { return 1 / ((1 + std::abs(x)) * (1 + std::abs(x))); }},
    {"Softplus", 0, 0, 0, [](double x, double, double) { return std::log1p(std::exp(x)); },
     [](double x, double, double) { return sigmoid(x); }}};

const Row* row(const std::string& name) {
  for (const Row& r : rows)
    if (name == r.name) return &r;
  return nullptr;
}

}  // namespace

double LstmActivation::value(double x) const { return row(name)->value(x, alpha, beta); }
double LstmActivation::slope(double x) const { return row(name)->slope(x, alpha, beta); }

std::int64_t lstm_directions(const RuleContext& c) {
  return c.text("direction") == "bidirectional" ? 2 : 1;
}

bool lstm_reverse(const RuleContext& c, std::int64_t direction) {
  return direction == 1 || c.text("direction") == "reverse";
}

LstmSizes lstm_sizes(const RuleContext& c, const Shape& x) {
  const bool batch_first = c.flag("layout");
  return {x[batch_first ? 1 : 0],   x[batch_first ? 0 : 1], x[2],
          c.integer("hidden_size"), lstm_directions(c),     batch_first};
}

std::optional<std::array<LstmActivation, 3>> lstm_activations(const RuleContext& c,
                                                              std::int64_t direction) {
  auto names = attribute<std::vector<std::string>>(c.node(), "activations");
  const auto alphas = attribute<std::vector<double>>(c.node(), "activation_alpha");
  const auto betas = attribute<std::vector<double>>(c.node(), "activation_beta");
  if (names.empty()) names = {"Sigmoid", "Tanh", "Tanh", "Sigmoid", "Tanh", "Tanh"};
  // The settings are consumed in the order of the functions, by those that have some.
  std::array<LstmActivation, 3> list;
  std::size_t alpha = 0, beta = 0;
  const std::size_t first = static_cast<std::size_t>(direction) * 3;
  for (std::size_t i = 0; i < first + 3; ++i) {
    const Row* r = i < names.size() ? row(names[i]) : nullptr;
    if (r == nullptr) return std::nullopt;
    LstmActivation f{r->name, r->alpha, r->beta};
    if (r->settings > 0 && alpha++ < alphas.size()) f.alpha = alphas[alpha - 1];
    if (r->settings > 1 && beta++ < betas.size()) f.beta = betas[beta - 1];
    if (i >= first) list[i - first] = std::move(f);
  }
  return list;
}

std::vector<AttrSpec> lstm_attributes() {
  return {
      {.name = "hidden_size",
       .type = AttrType::integer,
       .fallback = std::int64_t{64},
       .help = ESP_TEXT("ops", "How many numbers the memory has."),
       .minimum = 1,
       .maximum = 1 << 24},
      {.name = "direction",
       .type = AttrType::text,
       .fallback = std::string("forward"),
       .help = ESP_TEXT("ops", "From the first step to the last, back, or both side by side."),
       .choices = {"forward", "reverse", "bidirectional"}},
      {.name = "layout",
       .type = AttrType::flag,
       .fallback = false,
       .help = ESP_TEXT("ops", "The batch comes first in X, Y and the states, the steps second.")},
      {.name = "activations",
       .type = AttrType::texts,
       .fallback = std::vector<std::string>{},
       .help = ESP_TEXT("ops", "f, g and h of each direction; none means Sigmoid, Tanh, Tanh."),
       .advanced = true},
      {.name = "activation_alpha",
       .type = AttrType::reals,
       .fallback = std::vector<double>{},
       .help = ESP_TEXT("ops", "Their first settings, in order; none means the defaults."),
       .advanced = true},
      {.name = "activation_beta",
       .type = AttrType::reals,
       .fallback = std::vector<double>{},
       .help = ESP_TEXT("ops", "Their second settings, in order; none means the defaults."),
       .advanced = true},
      {.name = "clip",
       .type = AttrType::real,
       .fallback = 0.0,
       .help = ESP_TEXT("ops", "What goes into a function is cut to ± this; 0 means not at all."),
       .minimum = 0,
       .advanced = true},
      {.name = "input_forget",
       .type = AttrType::flag,
       .fallback = false,
       .help = ESP_TEXT("ops", "The forget gate is 1 minus the input gate."),
       .advanced = true}};
}

}  // namespace espalier
