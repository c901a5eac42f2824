// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/dim.h"
#include "engine/base/tensor.h"

namespace espalier {

class Graph;

// A graph held as an attribute: the body of If, Loop or Scan. Captures are explicit inputs.
struct Subgraph {
  std::shared_ptr<const Graph> graph;
  bool operator==(const Subgraph& other) const;  // by content
};

// ONNX's attribute types, and two that only people need: `bool` (ONNX's int 0/1) and a symbolic
// shape ("N,1,28,28").
using AttrValue =
    std::variant<std::int64_t, double, bool, std::string, std::vector<std::int64_t>,
                 std::vector<double>, std::vector<std::string>, SymShape, Tensor, Subgraph>;

enum class AttrType { integer, real, flag, text, integers, reals, texts, shape, tensor, graph };
AttrType type_of(const AttrValue& v);
bool equal(const AttrValue& a, const AttrValue& b);
std::string to_string(const AttrValue& v);  // as shown in a field: "3 × 3", "0.1", "same"

// Attributes that differ from their defaults, by name.
using AttributeMap = std::map<std::string, AttrValue, std::less<>>;

}  // namespace espalier
