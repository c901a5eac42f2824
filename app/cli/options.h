// SPDX-License-Identifier: Apache-2.0
//
// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace espalier::cli {

void add_json(CLI::App& command, bool& json);
void add_threads(CLI::App& command, int& threads);
void add_device(CLI::App& command, std::string& device);
void add_isa(CLI::App& command, std::string& isa);
void add_set(CLI::App& command, std::vector<std::string>& settings);
void add_force(CLI::App& command, bool& force);

}  // namespace espalier::cli
