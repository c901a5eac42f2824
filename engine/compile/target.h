// SPDX-License-Identifier: Apache-2.0
//
// The machines that bundles are compiled for. Each is one descriptor in engine/compile/targets, a
// file of its own that registers itself; nothing else names them one by one.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/message.h"
#include "engine/passes/target.h"

namespace espalier {

// A board that can be bought, to say whether a network fits.
struct Board {
  std::string_view name;         // "NUCLEO-L4R5ZI"
  std::size_t flash = 0;         // bytes: code and constants
  std::size_t ram = 0;           // bytes, the largest piece in one: arena, inputs and outputs
  std::string_view source = "";  // where the two are from
};

// Memory of the machine under which the test of a target without an operating system runs. Start-up
// file and linker script of the test are written from it.
struct BareMachine {
  std::size_t vectors = 0;  // address of the vector table
  std::size_t code = 0, code_bytes = 0;
  std::size_t data = 0, data_bytes = 0;
};

struct BundleTarget {
  std::string_view name;         // "x86-64-v3"
  const char* description = "";  // marked ESP_TEXT("engine", …)

  std::string_view compiler = "";  // the default of --compiler
  std::string_view package = "";   // Debian's packages with compiler and C library
  std::string_view triple = "";    // what clang is told with --target; empty: nothing
  std::string_view binutils = "";  // before "ar" and "size": "aarch64-linux-gnu-"
  std::vector<std::string_view> flags = {};
  std::vector<std::string_view> test_link = {};  // flags that link the test only
  bool shared = true;                            // a shared library is of use there

  int width = 4;          // floats in a vector: ESP_WIDTH of its kernels; 1: it has no vectors
  Isa like = Isa::plain;  // the engine's objects of that width, which tell sizes on the host

  bool here = false;  // its programs run on this very machine
  // What runs its programs where this machine does not: a command that the program's file follows.
  // Empty: nothing known does, so its bundles are compiled and never run.
  std::vector<std::string_view> emulator = {};
  std::string_view emulator_package = "";  // Debian's, or how to get it
  std::optional<BareMachine> bare = {};    // set: no operating system
  std::vector<Board> boards = {};

  CpuTarget cpu() const { return {like, width, false}; }
  // Throws Error that lists what there is.
  const Board& board(std::string_view name) const;
};

// All, by name.
const std::vector<BundleTarget>& bundle_targets();
// Throws Error that lists what there is.
const BundleTarget& bundle_target(std::string_view name);

class RegisterTarget {
 public:
  explicit RegisterTarget(BundleTarget target);
};

}  // namespace espalier
