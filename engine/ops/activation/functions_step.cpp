// SPDX-License-Identifier: Apache-2.0
//
// Activations made of pieces, and functions that jump or have a kink.
#include <algorithm>
#include <cmath>

#include "engine/ops/activation/functions.h"

namespace espalier {
namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

// Before opset 18 there was no Mish: it goes out as what it is made of.
void write_mish(OnnxExportContext& c) {
  if (c.opset >= 18) return;
  const std::string x = c.node.inputs[0], smooth = c.fresh("softplus"), share = c.fresh("tanh");
  c.before.push_back({"Softplus", "", c.node.name + ".softplus", {}, {x}, {smooth}});
  c.before.push_back({"Tanh", "", c.node.name + ".tanh", {}, {smooth}, {share}});
  c.node = {"Mul", "", c.node.name, {}, {x, share}, c.node.outputs};
}

const std::vector<Function>& rows() {
  static const std::vector<Function> list = {
      {.name = "Abs",
       .summary = ESP_TEXT("ops", "The size of every element without its sign."),
       .help = ESP_TEXT("ops",
                        "y = |x|; the slope at 0 is taken to be 0. Source: ONNX operator "
                        "specification, Abs."),
       .value = [](double x, double, double) { return std::abs(x); },
       .slope = [](double x, double, double) { return x > 0   ? 1.0
                                                      : x < 0 ? -1.0
                                                              : 0.0; },
       .whole = [](std::uint64_t x, bool negative) { return negative ? 0 - x : x; },
       .slope_name = "AbsGrad"},
      {.name = "Neg",
       .summary = ESP_TEXT("ops", "Every element with the other sign."),
       .help = ESP_TEXT("ops", "y = −x. Source: ONNX operator specification, Neg."),
       .value = [](double x, double, double) { return -x; },
       .slope = [](double, double, double) { return -1.0; },
       .whole = [](std::uint64_t x, bool) { return 0 - x; },
       .slope_name = "NegGrad"},
      {.name = "Softplus",
       .summary = ESP_TEXT("ops", "A smooth rectifier."),
       .help =
           ESP_TEXT("ops", "y = ln(1 + exp(x)). Source: ONNX operator specification, Softplus."),
       .value = [](double x, double, double) { return softplus(x); },
       .slope = [](double x, double, double) { return sigmoid(x); },
       .versions = {1, 22},
       .slope_name = "SoftplusGrad"},
      {.name = "Softsign",
       .summary = ESP_TEXT("ops", "Squeezes values into −1 to 1, slowly."),
       .help = ESP_TEXT("ops", "y = x / (1 + |x|). Source: ONNX operator specification, Softsign."),
       .value = [](double x, double, double) { return x / (1 + std::abs(x)); },
       .slope = [](double x, double,
                   double) { return 1 / ((1 + std::abs(x)) * (1 + std::abs(x))); },
       .versions = {1, 22},
       .slope_name = "SoftsignGrad"},
      {.name = "HardSigmoid",
       .summary = ESP_TEXT("ops", "A sigmoid of straight pieces."),
       .help = ESP_TEXT("ops",
                        "y = max(0, min(1, alpha · x + beta)). Source: ONNX operator "
                        "specification, HardSigmoid."),
       .value = [](double x, double a,
                   double b) { return x != x ? x : std::max(0.0, std::min(1.0, a * x + b)); },
       .slope = [](double x, double a,
                   double b) { return a * x + b > 0 && a * x + b < 1 ? a : 0.0; },
       .versions = {1, 6, 22},
       .a = {"alpha", 0.2, ESP_TEXT("ops", "The slope of the middle piece.")},
       .b = {"beta", 0.5, ESP_TEXT("ops", "The value at 0.")},
       .slope_name = "HardSigmoidGrad"},
      {.name = "HardSwish",
       .summary = ESP_TEXT("ops", "x times a sigmoid of straight pieces."),
       .help = ESP_TEXT("ops",
                        "y = x · max(0, min(1, x / 6 + 1/2)). Source: ONNX operator "
                        "specification, HardSwish; Howard and others, \"Searching for "
                        "MobileNetV3\", 2019."),
       .value = [](double x, double,
                   double) { return x != x ? x : x * std::max(0.0, std::min(1.0, x / 6 + 0.5)); },
       .slope = [](double x, double, double) { return x <= -3  ? 0.0
                                                      : x >= 3 ? 1.0
                                                               : x / 3 + 0.5; },
       .versions = {14, 22},
       .low = -4.5,
       .high = 4.5,
       .slope_name = "HardSwishGrad"},
      {.name = "Elu",
       .summary = ESP_TEXT("ops", "Rectifier with an exponential below 0."),
       .help = ESP_TEXT("ops",
                        "y = x where x > 0, alpha · (exp(x) − 1) elsewhere. Source: ONNX operator "
                        "specification, Elu; Clevert and others, 2015."),
       .value = [](double x, double a, double) { return x > 0 ? x : a * std::expm1(x); },
       .slope = [](double x, double a, double) { return x > 0 ? 1.0 : a * std::exp(x); },
       .versions = {1, 6, 22},
       .a = {"alpha", 1, ESP_TEXT("ops", "What it tends to for negative values, negated.")},
       .slope_name = "EluGrad"},
      {.name = "Selu",
       .summary = ESP_TEXT("ops", "An Elu that keeps mean and variance of its input."),
       .help =
           ESP_TEXT("ops",
                    "y = gamma · x where x > 0, gamma · alpha · (exp(x) − 1) elsewhere. Source: "
                    "ONNX operator specification, Selu; Klambauer and others, "
                    "\"Self-Normalizing Neural Networks\", 2017."),
       .value = [](double x, double a, double g) { return x > 0 ? g * x : g * a * std::expm1(x); },
       .slope = [](double x, double a, double g) { return x > 0 ? g : g * a * std::exp(x); },
       .versions = {1, 6, 22},
       .a = {"alpha", 1.67326319217681884765625,
             ESP_TEXT("ops", "What it tends to for negative values, over gamma.")},
       .b = {"gamma", 1.05070102214813232421875, ESP_TEXT("ops", "The slope of positive values.")},
       .slope_name = "SeluGrad"},
      {.name = "Celu",
       .summary = ESP_TEXT("ops", "An Elu without a kink."),
       .help = ESP_TEXT("ops",
                        "y = max(0, x) + min(0, alpha · (exp(x / alpha) − 1)). Source: ONNX "
                        "operator specification, Celu; Barron, 2017."),
       .value = [](double x, double a, double) { return x > 0 ? x : a * std::expm1(x / a); },
       .slope = [](double x, double a, double) { return x > 0 ? 1.0 : std::exp(x / a); },
       .versions = {12},
       .a = {"alpha", 1, ESP_TEXT("ops", "What it tends to for negative values, negated.")},
       .slope_name = "CeluGrad"},
      {.name = "ThresholdedRelu",
       .summary = ESP_TEXT("ops", "Values up to a threshold become 0."),
       .help = ESP_TEXT("ops",
                        "y = x where x > alpha, 0 elsewhere. Source: ONNX operator specification, "
                        "ThresholdedRelu."),
       .value = [](double x, double a, double) { return x > a    ? x
                                                        : x != x ? x
                                                                 : 0.0; },
       .slope = [](double x, double a, double) { return x > a ? 1.0 : 0.0; },
       .versions = {10, 22},
       .a = {"alpha", 1, ESP_TEXT("ops", "The threshold.")},
       .slope_name = "ThresholdedReluGrad"},
      {.name = "Shrink",
       .summary = ESP_TEXT("ops", "Values near 0 become 0, others move towards it."),
       .help = ESP_TEXT("ops",
                        "y = x + bias where x < −lambd, x − bias where x > lambd, 0 elsewhere. "
                        "Source: ONNX operator specification, Shrink."),
       .value = [](double x, double lambd,
                   double bias) { return x < -lambd  ? x + bias
                                         : x > lambd ? x - bias
                                                     : 0.0; },
       .slope = [](double x, double lambd, double) { return x < -lambd || x > lambd ? 1.0 : 0.0; },
       .versions = {9},
       .a = {"lambd", 0.5, ESP_TEXT("ops", "Up to this size values become 0.")},
       .b = {"bias", 0, ESP_TEXT("ops", "How far the others move.")},
       .slope_name = "ShrinkGrad"},
      {.name = "Mish",
       .summary = ESP_TEXT("ops", "x times the tanh of a smooth rectifier."),
       .help = ESP_TEXT("ops",
                        "y = x · tanh(ln(1 + exp(x))). Source: ONNX operator specification, Mish; "
                        "Misra, 2019."),
       .value = [](double x, double, double) { return x * std::tanh(softplus(x)); },
       .slope =
           [](double x, double, double) {
             const double t = std::tanh(softplus(x));
             return t + x * (1 - t * t) * sigmoid(x);
           },
       .versions = {18, 22},
       .slope_name = "MishGrad",
       .write = write_mish},
      {.name = "Floor",
       .summary = ESP_TEXT("ops", "The next whole number below."),
       .help = ESP_TEXT("ops", "y = ⌊x⌋. Source: ONNX operator specification, Floor."),
       .value = [](double x, double, double) { return std::floor(x); }},
      {.name = "Ceil",
       .summary = ESP_TEXT("ops", "The next whole number above."),
       .help = ESP_TEXT("ops", "y = ⌈x⌉. Source: ONNX operator specification, Ceil."),
       .value = [](double x, double, double) { return std::ceil(x); }},
      {.name = "Round",
       .summary = ESP_TEXT("ops", "The nearest whole number."),
       .help = ESP_TEXT("ops",
                        "y is the whole number nearest to x; halves go to the even one. Source: "
                        "ONNX operator specification, Round."),
       .value = [](double x, double, double) { return std::nearbyint(x); },
       .versions = {11, 22}},
      {.name = "Sign",
       .summary = ESP_TEXT("ops", "−1, 0 or 1 by the sign."),
       .help = ESP_TEXT("ops",
                        "y = −1 where x < 0, 1 where x > 0, 0 at 0. Source: ONNX operator "
                        "specification, Sign."),
       .value = [](double x, double, double) { return x > 0   ? 1.0
                                                      : x < 0 ? -1.0
                                                              : x; },
       .versions = {9, 13},
       .whole =
           [](std::uint64_t x, bool negative) {
             return negative ? ~std::uint64_t{0} : std::uint64_t{x != 0};
           }}};
  return list;
}

template <std::size_t row> using Row = FunctionRow<rows, row>;
#define BOTH(row) Row<row>::forward, Row<row>::backward

const RegisterOps ops_of_this_file{{BOTH(0), BOTH(1), BOTH(2), BOTH(3), BOTH(4), BOTH(5), BOTH(6),
                                    BOTH(7), BOTH(8), BOTH(9), BOTH(10), BOTH(11), Row<12>::forward,
                                    Row<13>::forward, Row<14>::forward, Row<15>::forward}};

}  // namespace
}  // namespace espalier
