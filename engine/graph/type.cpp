// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/type.h"

namespace espalier {

Type Type::tensor(DType dtype, SymShape shape) {
  Type t;
  t.kind = Kind::tensor;
  t.dtype = dtype;
  t.shape = std::move(shape);
  return t;
}

Type Type::of_unknown_rank(DType dtype) {
  Type t;
  t.kind = Kind::tensor;
  t.dtype = dtype;
  return t;
}

bool Type::operator==(const Type& other) const {
  if (kind != other.kind || dtype != other.dtype || shape != other.shape ||
      elements != other.elements) {
    return false;
  }
  if (element == other.element) return true;
  return element && other.element && *element == *other.element;
}

std::string to_string(const Type& t) {
  switch (t.kind) {
    case Type::Kind::unknown:
      return "unknown";
    case Type::Kind::sequence:
      return "sequence of " + (t.element ? to_string(*t.element) : "unknown");
    case Type::Kind::optional:
      return "optional " + (t.element ? to_string(*t.element) : "unknown");
    case Type::Kind::tensor:
      break;
  }
  std::string text(name(t.dtype));
  return text + (t.shape ? " " + to_string(*t.shape) : std::string(" of any shape"));
}

}  // namespace espalier
