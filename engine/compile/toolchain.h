// SPDX-License-Identifier: Apache-2.0
//
// The C compiler and its companions as child processes.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/compile/target.h"

namespace espalier {

// What a person may say about the tools; what is empty is the target's.
struct ToolchainChoice {
  std::string optimization = "2";  // 0, 1, 2, 3, s
  std::string compiler;
  std::filesystem::path sysroot;       // headers and libraries of the target
  std::vector<std::string> link_args;  // for the test and the shared library
};

// Bytes in an object or library.
struct SectionSizes {
  std::size_t code = 0, constants = 0;
};

class Toolchain {
 public:
  // Throws Error where the compiler is not there, naming it and the package that has it, and where
  // the sysroot is no folder.
  Toolchain(const BundleTarget& target, const ToolchainChoice& choice,
            const std::atomic<bool>* cancel);
  // All run in `folder` and throw Error with the tool's own words where it fails.
  // C, or assembler text (.S).
  void compile(const std::filesystem::path& folder, const std::string& source,
               const std::string& object) const;
  void archive(const std::filesystem::path& folder, const std::vector<std::string>& objects,
               const std::string& library) const;
  void share(const std::filesystem::path& folder, const std::vector<std::string>& objects,
             const std::string& library) const;
  // A program for the target; `script`: a linker script, or empty.
  void link(const std::filesystem::path& folder, const std::vector<std::string>& parts,
            const std::string& program, const std::string& script = {}) const;
  // As `size` tells; zeros where that tool is missing.
  SectionSizes sizes(const std::filesystem::path& folder, const std::string& library) const;
  const std::string& compiler() const { return choice_.compiler; }

 private:
  std::string run(const std::filesystem::path& folder, std::vector<std::string> arguments) const;
  std::vector<std::string> command(bool with_machine) const;
  std::string tool(const std::string& name) const;
  const BundleTarget& target_;
  ToolchainChoice choice_;
  const std::atomic<bool>* cancel_;
};

// Whether the target's own compiler is installed.
bool compiler_found(const BundleTarget& target);

// The command that runs the target's programs here, before the program's name: empty on the machine
// itself. Throws Error with the reason where nothing here can.
std::vector<std::string> program_runner(const BundleTarget& target);

}  // namespace espalier
