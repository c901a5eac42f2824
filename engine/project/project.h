// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/data_spec.h"
#include "engine/graph/network.h"
#include "engine/graph/weights.h"
#include "engine/project/layout.h"
#include "engine/project/quantization.h"
#include "engine/project/training_settings.h"

namespace espalier {

// An earlier or other state of the weights that one can go back to.
struct WeightVersion {
  std::string label;  // "before quantising"
  WeightSet weights;
};

// All that a `*.espalier` file holds. A value: copies share graphs and weights.
struct Project {
  Network network;
  Layout layout;
  DataSpec data;
  TrainingSettings training;
  Quantization quantization;  // empty: everything is in float
  WeightSet weights;
  std::vector<WeightVersion> versions;
  std::string notes;  // free text about the whole project
  // What a newer or foreign program wrote into the file: JSON text by place ("training/foo",
  // "graph/nodes/#12/bar"). Kept on save.
  std::map<std::string, std::string> unknown;
};

// Sets one value by its dotted name, as `--set` does: "training.epochs", "data.…", or
// "layers.NAME.ATTRIBUTE" (a layer inside a group definition: "layers.GROUP/NAME.ATTRIBUTE").
// Throws Error that names what there is, the bounds and what came; the project is unchanged then.
void set_by_path(Project& project, std::string_view path, std::string_view value);

}  // namespace espalier
