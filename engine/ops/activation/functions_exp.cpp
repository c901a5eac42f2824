// SPDX-License-Identifier: Apache-2.0
//
// Exponentials, roots, and the trigonometric and hyperbolic functions.
#include <cmath>

#include "engine/ops/activation/functions.h"

namespace espalier {
namespace {

const std::vector<Function>& rows() {
  static const std::vector<Function> list = {
      {.name = "Exp",
       .summary = ESP_TEXT("ops", "The exponential of every element."),
       .help = ESP_TEXT("ops", "y = exp(x). Source: ONNX operator specification, Exp."),
       .value = [](double x, double, double) { return std::exp(x); },
       .slope = [](double x, double, double) { return std::exp(x); },
       .slope_name = "ExpGrad"},
      {.name = "Log",
       .summary = ESP_TEXT("ops", "The natural logarithm of every element."),
       .help = ESP_TEXT("ops",
                        "y = ln(x): −∞ at 0, NaN below. Source: ONNX operator specification, Log."),
       .value = [](double x, double, double) { return std::log(x); },
       .slope = [](double x, double, double) { return 1 / x; },
       .low = 0.2,
       .high = 4,
       .slope_name = "LogGrad"},
      {.name = "Sqrt",
       .summary = ESP_TEXT("ops", "The square root of every element."),
       .help = ESP_TEXT("ops", "y = √x; NaN below 0. Source: ONNX operator specification, Sqrt."),
       .value = [](double x, double, double) { return std::sqrt(x); },
       .slope = [](double x, double, double) { return 0.5 / std::sqrt(x); },
       .low = 0.2,
       .high = 4,
       .slope_name = "SqrtGrad"},
      {.name = "Reciprocal",
       .summary = ESP_TEXT("ops", "1 divided by every element."),
       .help = ESP_TEXT("ops", "y = 1 / x. Source: ONNX operator specification, Reciprocal."),
       .value = [](double x, double, double) { return 1 / x; },
       .slope = [](double x, double, double) { return -1 / (x * x); },
       .low = 0.4,
       .high = 3,
       .slope_name = "ReciprocalGrad"},
      {.name = "Erf",
       .summary = ESP_TEXT("ops", "The error function of every element."),
       .help = ESP_TEXT("ops",
                        "y = 2/√π · ∫ exp(−t²) dt from 0 to x. Source: ONNX operator "
                        "specification, Erf."),
       .value = [](double x, double, double) { return std::erf(x); },
       .slope = [](double x, double, double) { return 1.1283791670955126 * std::exp(-x * x); },
       .versions = {9, 13},
       .slope_name = "ErfGrad"},
      {.name = "Sin",
       .summary = ESP_TEXT("ops", "The sine of every element."),
       .help =
           ESP_TEXT("ops", "y = sin(x), x in radians. Source: ONNX operator specification, Sin."),
       .value = [](double x, double, double) { return std::sin(x); },
       .slope = [](double x, double, double) { return std::cos(x); },
       .versions = {7, 22},
       .slope_name = "SinGrad"},
      {.name = "Cos",
       .summary = ESP_TEXT("ops", "The cosine of every element."),
       .help =
           ESP_TEXT("ops", "y = cos(x), x in radians. Source: ONNX operator specification, Cos."),
       .value = [](double x, double, double) { return std::cos(x); },
       .slope = [](double x, double, double) { return -std::sin(x); },
       .versions = {7, 22},
       .slope_name = "CosGrad"},
      {.name = "Tan",
       .summary = ESP_TEXT("ops", "The tangent of every element."),
       .help =
           ESP_TEXT("ops", "y = tan(x), x in radians. Source: ONNX operator specification, Tan."),
       .value = [](double x, double, double) { return std::tan(x); },
       .slope = [](double x, double, double) { return 1 / (std::cos(x) * std::cos(x)); },
       .versions = {7, 22},
       .low = -1,
       .high = 1,
       .slope_name = "TanGrad"},
      {.name = "Asin",
       .summary = ESP_TEXT("ops", "The arc sine of every element."),
       .help = ESP_TEXT("ops",
                        "y = arcsin(x) in radians; NaN outside −1 to 1. Source: ONNX operator "
                        "specification, Asin."),
       .value = [](double x, double, double) { return std::asin(x); },
       .slope = [](double x, double, double) { return 1 / std::sqrt(1 - x * x); },
       .versions = {7, 22},
       .low = -0.8,
       .high = 0.8,
       .slope_name = "AsinGrad"},
      {.name = "Acos",
       .summary = ESP_TEXT("ops", "The arc cosine of every element."),
       .help = ESP_TEXT("ops",
                        "y = arccos(x) in radians; NaN outside −1 to 1. Source: ONNX operator "
                        "specification, Acos."),
       .value = [](double x, double, double) { return std::acos(x); },
       .slope = [](double x, double, double) { return -1 / std::sqrt(1 - x * x); },
       .versions = {7, 22},
       .low = -0.8,
       .high = 0.8,
       .slope_name = "AcosGrad"},
      {.name = "Atan",
       .summary = ESP_TEXT("ops", "The arc tangent of every element."),
       .help =
           ESP_TEXT("ops", "y = arctan(x) in radians. Source: ONNX operator specification, Atan."),
       .value = [](double x, double, double) { return std::atan(x); },
       .slope = [](double x, double, double) { return 1 / (1 + x * x); },
       .versions = {7, 22},
       .slope_name = "AtanGrad"},
      {.name = "Sinh",
       .summary = ESP_TEXT("ops", "The hyperbolic sine of every element."),
       .help = ESP_TEXT("ops",
                        "y = (exp(x) − exp(−x)) / 2. Source: ONNX operator specification, Sinh."),
       .value = [](double x, double, double) { return std::sinh(x); },
       .slope = [](double x, double, double) { return std::cosh(x); },
       .versions = {9, 22},
       .slope_name = "SinhGrad"},
      {.name = "Cosh",
       .summary = ESP_TEXT("ops", "The hyperbolic cosine of every element."),
       .help = ESP_TEXT("ops",
                        "y = (exp(x) + exp(−x)) / 2. Source: ONNX operator specification, Cosh."),
       .value = [](double x, double, double) { return std::cosh(x); },
       .slope = [](double x, double, double) { return std::sinh(x); },
       .versions = {9, 22},
       .slope_name = "CoshGrad"},
      {.name = "Asinh",
       .summary = ESP_TEXT("ops", "The inverse hyperbolic sine of every element."),
       .help =
           ESP_TEXT("ops", "y = ln(x + √(x² + 1)). Source: ONNX operator specification, Asinh."),
       .value = [](double x, double, double) { return std::asinh(x); },
       .slope = [](double x, double, double) { return 1 / std::sqrt(x * x + 1); },
       .versions = {9, 22},
       .slope_name = "AsinhGrad"},
      {.name = "Acosh",
       .summary = ESP_TEXT("ops", "The inverse hyperbolic cosine of every element."),
       .help = ESP_TEXT("ops",
                        "y = ln(x + √(x² − 1)); NaN below 1. Source: ONNX operator specification, "
                        "Acosh."),
       .value = [](double x, double, double) { return std::acosh(x); },
       .slope = [](double x, double, double) { return 1 / std::sqrt(x * x - 1); },
       .versions = {9, 22},
       .low = 1.3,
       .high = 4,
       .slope_name = "AcoshGrad"},
      {.name = "Atanh",
       .summary = ESP_TEXT("ops", "The inverse hyperbolic tangent of every element."),
       .help = ESP_TEXT("ops",
                        "y = ln((1 + x) / (1 − x)) / 2; NaN outside −1 to 1. Source: ONNX operator "
                        "specification, Atanh."),
       .value = [](double x, double, double) { return std::atanh(x); },
       .slope = [](double x, double, double) { return 1 / (1 - x * x); },
       .versions = {9, 22},
       .low = -0.8,
       .high = 0.8,
       .slope_name = "AtanhGrad"}};
  return list;
}

template <std::size_t row> using Row = FunctionRow<rows, row>;
#define BOTH(row) Row<row>::forward, Row<row>::backward

const RegisterOps ops_of_this_file{{BOTH(0), BOTH(1), BOTH(2), BOTH(3), BOTH(4), BOTH(5), BOTH(6),
                                    BOTH(7), BOTH(8), BOTH(9), BOTH(10), BOTH(11), BOTH(12),
                                    BOTH(13), BOTH(14), BOTH(15)}};

}  // namespace
}  // namespace espalier
