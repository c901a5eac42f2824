// SPDX-License-Identifier: Apache-2.0
//
// The one suite for all operators: each spec brings samples, and each part of the program checks
// what it does with them: shapes, gradients, kernels, ONNX files, emitted C.
#pragma once

#include <string>
#include <vector>

#include "engine/graph/network.h"
#include "engine/graph/op.h"

namespace espalier::testing {

struct Case {
  const OpSpec* op = nullptr;
  Sample sample;
  std::string name() const;  // "Conv: 3x3 same"
};
std::vector<Case> all_cases();

// The tensors of a sample by port, an empty one for an open port: random numbers are seeded by the
// sample's name.
std::vector<Tensor> inputs_of(const Case& c);
// The same with other floating-point elements.
std::vector<Tensor> inputs_of(const Case& c, DType floating);

// The operator with the sample's attributes and its visible outputs, not in a graph; its wires are
// for inputs that do not exist.
Node node_of(const Case& c);

std::vector<Tensor> reference_of(const Case& c);

// A drawing of the sample: an Input "in0" … for every tensor given, an Output "out0" … for every
// visible output. Small integer tensors, such as shapes and axes, are constants.
struct Drawn {
  Network network;
  NodeId node;
  std::vector<std::pair<std::string, Tensor>> inputs;  // by name of the Input
};
Drawn draw(const Case& c);

// Empty where type and shape are equal and every element is within tolerance · (1 + |expected|);
// else what differs first.
std::string difference(const Tensor& expected, const Tensor& got, double tolerance);

}  // namespace espalier::testing
