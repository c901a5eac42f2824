// SPDX-License-Identifier: Apache-2.0
//
// Every parameter of a network, through all groups and repeats: what weight files, initialisation
// and passes go by.
#pragma once

#include <string>
#include <vector>

#include "engine/graph/inference.h"
#include "engine/graph/weights.h"

namespace espalier {

struct ParamInfo {
  std::string key;   // of the weight set
  std::string path;  // "stages[1]/conv2.W"; names are escaped so that it is unique
  Type type;         // Kind::unknown where it is not known yet
  Fan fan;
  Initializer initializer;
  bool state = false;
  bool frozen = false;
};

// In topological order, instances in place, shared repeats once. Throws Error above a million
// layers.
std::vector<ParamInfo> parameters_of(const Network& network, const Inference& inference);

// The path of a node for people and files: '%', '/', '[' and ']' of names are escaped as "%2F".
std::string escaped(std::string_view name);

}  // namespace espalier
