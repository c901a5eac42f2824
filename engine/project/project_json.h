// SPDX-License-Identifier: Apache-2.0
//
// The project's document without weights; for the sources of this layer.
#pragma once

#include <string>
#include <vector>

#include "engine/project/json_reader.h"
#include "engine/project/project.h"

namespace espalier {

// Which weight files a document names.
struct WeightRefs {
  int current = 0;  // 0: none
  struct Version {
    std::string label;
    int generation = 0;
  };
  std::vector<Version> versions;
};

Json project_json(const Project& project, const WeightRefs& weights);
// `document` has the current format.
Project project_from_json(const Json& document, const std::string& origin, WeightRefs& weights);

Json settings_json(const Project& project);  // {"training": …, "data": …}

}  // namespace espalier
