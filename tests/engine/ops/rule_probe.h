// SPDX-License-Identifier: Apache-2.0
//
// One node under its shape rule, for tests of messages and edge cases.
#pragma once

#include <string>

#include "engine/graph/rules.h"
#include "engine/ops/support/shapes.h"

namespace espalier::testing {

// What a shape rule said: the first output's type, or the failure.
struct Verdict {
  Type output;
  std::vector<Type> params;
  std::vector<InferContext::Guard> guards;
  std::string failure;  // empty: none
  Diagnostic diagnostic;
  std::string shape() const { return output.shape ? shape_text(*output.shape) : "?"; }
};

inline SymShape parse(std::string_view text) { return parse_shape(text); }

// The rule of `op` for wired inputs of these float32 shapes ("N,3,224,224"); parameters are owned.
Verdict infer(const OpSpec& op, std::vector<std::string> inputs, AttributeMap attributes = {});
// The same for any types; Kind::unknown leaves a port open.
Verdict infer_types(const OpSpec& op, std::vector<Type> inputs, AttributeMap attributes = {});
Type floats(std::string_view shape);

}  // namespace espalier::testing
