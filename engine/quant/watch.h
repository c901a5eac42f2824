// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "engine/project/project.h"

namespace espalier {

// Runs a graph on the first `samples` samples of the shuffled training split and shows, batch by batch,
// the elements of the values named (by their place in `values`; those that are not float32 are left
// out). Returns how many samples there were. Throws Error where the data cannot be read, the split is
// empty, or `progress` (told the share done) gives false.
std::int64_t watch_values(const Project& project, const std::filesystem::path& path,
                          const Graph& graph, const std::vector<ValueRef>& values,
                          std::int64_t samples, const std::function<bool(double)>& progress,
                          const std::function<void(std::size_t, std::span<const float>)>& show);

}  // namespace espalier
