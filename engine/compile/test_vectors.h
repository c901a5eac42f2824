// SPDX-License-Identifier: Apache-2.0
//
// What a bundle's own test feeds and expects.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/compile/c_writer.h"
#include "engine/passes/plan.h"

namespace espalier {

// One test case: elements of every input and of every output, in the order of the ports.
struct TestVector {
  std::vector<Tensor> inputs, outputs;
};

// By Input layer. What is missing, or has another type or shape than its port, is drawn at random.
using Samples = std::vector<std::map<std::string, Tensor>>;

// One vector a sample; without samples a few seeded random ones, such that bools are true and false.
// The outputs are the reference operators'.
std::vector<TestVector> test_vectors(const PlanRequest& request, const Schedule& schedule,
                                     const std::vector<BundlePort>& ports, const Samples& samples);

}  // namespace espalier
