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

class Toolchain {
 public:
  // Throws Error where the compiler is not there, naming it and the package that has it.
  Toolchain(const BundleTarget& target, std::string compiler, std::string optimization,
            const std::atomic<bool>* cancel);
  // All run in `folder` and throw Error with the tool's own words where it fails.
  void compile(const std::filesystem::path& folder, const std::string& source,
               const std::string& object) const;
  void archive(const std::filesystem::path& folder, const std::string& object,
               const std::string& library) const;
  void share(const std::filesystem::path& folder, const std::string& object,
             const std::string& library) const;
  void link(const std::filesystem::path& folder, const std::vector<std::string>& parts,
            const std::string& program) const;
  // Bytes of machine code in an object; 0 where the tool that tells is missing.
  std::size_t code_bytes(const std::filesystem::path& folder, const std::string& object) const;

 private:
  std::string run(const std::filesystem::path& folder, std::vector<std::string> arguments) const;
  const BundleTarget& target_;
  std::string compiler_, optimization_;
  const std::atomic<bool>* cancel_;
};

}  // namespace espalier
