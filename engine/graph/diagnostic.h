// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/base/message.h"
#include "engine/graph/attribute.h"
#include "engine/graph/ids.h"

namespace espalier {

enum class Severity { info, warning, error };

// A one-click cure: set this attribute to this value, or put an operator on the wire of the
// diagnostic's input.
struct Fix {
  Message label;
  std::string attribute;
  AttrValue value;
  std::string insert = {};  // the operator to insert ("Flatten"); empty: set the attribute
};

// What is wrong with a node, in one sentence, for its card and the problems list.
struct Diagnostic {
  Severity severity = Severity::error;
  NodeId node;
  int input = -1;         // the input port concerned, or -1
  std::string attribute;  // the attribute concerned, or empty
  Message message;
  std::optional<Fix> fix;
};

}  // namespace espalier
