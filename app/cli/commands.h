// SPDX-License-Identifier: Apache-2.0
//
// One function a command; each adds its sub-command with its options, and returns the exit status
// when it runs: 0 done, 1 the work failed. Wrong usage (2) is CLI11's to find, or a UsageError.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "engine/base/message.h"

namespace espalier::cli {

// Set by the command that was chosen; run after parsing.
using Action = std::function<int()>;

// Wrong usage that only shows when the command runs: the name of a setting, of an input …
struct UsageError : Error {
  using Error::Error;
};

void add_inspect(CLI::App& app, Action& action);   // devices, ops, check, summary
void add_train(CLI::App& app, Action& action);     // train, eval
void add_run(CLI::App& app, Action& action);       // run, profile
void add_ship(CLI::App& app, Action& action);      // import, export
void add_compile(CLI::App& app, Action& action);   // compile
void add_quantize(CLI::App& app, Action& action);  // quantize
void add_conform(CLI::App& app, Action& action);   // conform

}  // namespace espalier::cli
