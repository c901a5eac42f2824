// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/project/project.h"

namespace espalier {

// Runs a graph on the first `samples` samples of the shuffled training split (where it is not given:
// `usual` ones, or all where there are fewer) and shows, batch by batch, the elements of the values named
// (by their place in `values`; those that are not float32 are left out). Returns how many samples there
// were: more than asked for only where the network's batch is fixed. Throws Error where the data cannot be read, the split is empty or has fewer samples, or
// `progress` (told the share done) gives false.
std::int64_t watch_values(const Project& project, const std::filesystem::path& path,
                          const Graph& graph, const std::vector<ValueRef>& values,
                          std::optional<std::int64_t> samples, std::int64_t usual,
                          const std::function<bool(double)>& progress,
                          const std::function<void(std::size_t, std::span<const float>)>& show);

}  // namespace espalier
