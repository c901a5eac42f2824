// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/dim.h"
#include "engine/base/dtype.h"

namespace espalier {

// What flows along a wire. `tensor` with a shape, a shape not known (not even its rank), or a
// sequence or optional of some element type.
struct Type {
  enum class Kind { unknown, tensor, sequence, optional };
  Kind kind = Kind::unknown;
  DType dtype = DType::undefined;
  std::optional<SymShape> shape;        // tensors; nothing: rank unknown
  std::shared_ptr<const Type> element;  // sequences and optionals
  // Small integer tensors whose elements are known as expressions (what Shape, Gather, Concat …
  // compute), row-major.
  std::optional<std::vector<Dim>> elements;

  static Type tensor(DType dtype, SymShape shape);
  static Type of_unknown_rank(DType dtype);
  bool is_tensor() const { return kind == Kind::tensor; }
  bool has_shape() const { return kind == Kind::tensor && shape.has_value(); }
  bool operator==(const Type& other) const;
};
std::string to_string(const Type& t);  // "float32 N×1×28×28"; chips show the shape only

}  // namespace espalier
