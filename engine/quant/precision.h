// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/project/project.h"

namespace espalier {

// A layer that can run in 8 bits, by what calibration knows.
struct LayerPrecision {
  std::string key, path, op;  // as in Quantization::keep; "stages[1]/conv2"; "Conv"
  std::vector<NodeId> nodes;  // of the drawing, from the outermost instance inward
  bool integer = false;       // it does; else it or what feeds it is kept in float
  bool kept = false;          // it is in Quantization::keep
  bool measured = false;      // measure_sensitivity tells of it
};

// In topological order; empty where the project is not quantised. Throws what deployed() throws.
std::vector<LayerPrecision> layer_precisions(const Project& project);

}  // namespace espalier
