// SPDX-License-Identifier: Apache-2.0
//
// Functions of one number, applied to every element: what tells one from another. The rows stand in
// functions_*.cpp; all else is made of them by function_spec and slope_spec.
#pragma once

#include <cstdint>

#include "engine/ops/activation/elementwise.h"

namespace espalier {

// A real attribute of a function.
struct FunctionSetting {
  const char* name = "";
  double fallback = 0;
  const char* help = "";
};

struct Function {
  const char* name;  // ONNX's
  const char* summary;
  const char* help;
  double (*value)(double x, double a, double b);
  // Its derivative, 0 where the function jumps; null: it is 0 everywhere.
  double (*slope)(double x, double a, double b) = nullptr;
  std::vector<int> versions = {1, 6, 13};
  // Where the samples lie; away from what the function does not have.
  double low = -3, high = 3;
  FunctionSetting a = {}, b = {};
  // Of integers: from the bits and whether the number is below 0. Null: there are none.
  std::uint64_t (*whole)(std::uint64_t bits, bool negative) = nullptr;
  const char* slope_name = "";  // of the internal operator dX = dY · slope(X)
  void (*write)(OnnxExportContext&) = nullptr;
};

// Precondition: the rows live as long as the program.
OpSpec function_spec(const Function& f, std::vector<Sample> (*samples)());
OpSpec slope_spec(const Function& f, std::vector<Sample> (*samples)());
std::vector<Sample> function_samples(const Function& f);
std::vector<Sample> slope_samples(const Function& f);
// The row of that name. Precondition: it was made a spec of.
const Function& function_of(const RuleContext& c);
void remember(const Function& f);

// Registers both operators of rows [0, count) of a table that `rows()` returns.
template <const std::vector<Function>& (*rows)(), std::size_t row> struct FunctionRow {
  static OpSpec forward() {
    return function_spec(rows()[row], [] { return function_samples(rows()[row]); });
  }
  static OpSpec backward() {
    return slope_spec(rows()[row], [] { return slope_samples(rows()[row]); });
  }
};

}  // namespace espalier
