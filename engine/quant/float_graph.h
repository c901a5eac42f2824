// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/network.h"
#include "engine/graph/op.h"
#include "engine/graph/weights.h"

namespace espalier {

// The drawing as inference computes it in float, which calibration measures and quantisation starts
// from: groups opened, every parameter a Constant, batch normalisation in the weights before it, Dropout
// and Identity gone. Inputs, outputs, losses and names stay; every node keeps its origin. Parameters that
// the weights lack get their initial values with seed 0. Throws Error where a parameter's shape is not
// known.
Graph float_graph(const Network& network, const WeightSet& weights);

// Whether a node is this operator of ONNX's domain.
bool is_onnx_op(const Node& node, std::string_view name);

}  // namespace espalier
