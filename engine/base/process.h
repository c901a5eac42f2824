// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace espalier {

struct ProcessResult {
  int status = 0;      // exit status; 128 + signal where it was killed
  std::string output;  // stdout and stderr together, at most 1 MiB of it
};

// Runs a program and waits for it. `arguments[0]` is looked up in PATH; nothing passes a shell. When
// *cancel becomes true the program is killed. Throws Error where it cannot be started, naming it.
ProcessResult run_process(const std::vector<std::string>& arguments,
                          const std::filesystem::path& folder,
                          const std::atomic<bool>* cancel = nullptr);

// Whether a program of this name is in PATH (or at this path).
bool program_exists(const std::string& name);

}  // namespace espalier
