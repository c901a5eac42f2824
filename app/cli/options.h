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
// Throws UsageError where this machine has no device of that name.
void check_device(const std::string& device);
void add_isa(CLI::App& command, std::string& isa);
void add_set(CLI::App& command, std::vector<std::string>& settings);
// --dim NAME=SIZE, repeatable: sizes of symbols in shapes.
void add_dims(CLI::App& command, std::vector<std::string>& dims);
// Throws UsageError on one that the network has not, or on a size below 1.
Bindings dims_of(const std::vector<std::string>& dims, const Network& network);
// Where symbols have no size in `given` and the network cannot be planned with 1 for them: throws the
// failure with a sentence that says how sizes are given.
void explain_dims(const Error& failure, const Network& network, const Bindings& given);
void add_force(CLI::App& command, bool& force);

}  // namespace espalier::cli
