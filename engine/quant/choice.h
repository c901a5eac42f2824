// SPDX-License-Identifier: Apache-2.0
//
// Which layers of a float graph run on 8-bit integers, and which values are therefore rounded to them.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/graph/network.h"
#include "engine/graph/op.h"
#include "engine/project/quantization.h"

namespace espalier {

struct QuantizationChoice {
  std::vector<NodeId> layers;              // in 8 bits, in topological order
  std::vector<ValueRef> values;            // rounded, in topological order of what makes them
  std::unordered_set<NodeId> taken_along;  // a Relu that the kernel of the layer before does
  // Values that have the scale of another one, because elements only go elsewhere in between.
  std::unordered_map<ValueRef, ValueRef> same_as;
  ValueRef scale_of(ValueRef v) const;
};

// The keys of a layer and of a value in Quantization::keep and ::ranges.
std::string layer_key(const Node& node);
std::string value_key(const Graph& graph, ValueRef v);

// A layer with weights of its own: Conv, Gemm or MatMul with a Constant that can be held in 8 bits.
bool has_weights(const Graph& graph, const Node& node);

// MaxPool, Reshape …: the result's elements are some of the operand's.
bool only_moves(const Node& node);

// Layers with weights run in 8 bits, and what follows them as long as every input is rounded. `keep` stay
// in float; with `known`, so does what lacks a range there.
QuantizationChoice choose_quantized(const Graph& graph,
                                    const std::set<std::string, std::less<>>& keep,
                                    const Quantization* known);

}  // namespace espalier
