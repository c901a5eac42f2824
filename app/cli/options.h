// SPDX-License-Identifier: Apache-2.0
//
// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "engine/graph/network.h"

namespace espalier::cli {

void add_json(CLI::App& command, bool& json);
void add_threads(CLI::App& command, int& threads);
void add_device(CLI::App& command, std::string& device);
void add_isa(CLI::App& command, std::string& isa);
void add_set(CLI::App& command, std::vector<std::string>& settings);
// --dim NAME=SIZE, repeatable: sizes of symbols in shapes.
void add_dims(CLI::App& command, std::vector<std::string>& dims);
// Throws UsageError on one that the network has not, or on a size below 1.
Bindings dims_of(const std::vector<std::string>& dims, const Network& network);
void add_force(CLI::App& command, bool& force);

}  // namespace espalier::cli
