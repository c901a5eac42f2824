// SPDX-License-Identifier: Apache-2.0
//
// A bundle: a folder with the network as C source, compiled libraries, what is needed to use them
// from CMake and pkg-config, and a test that proves them against the operators' reference results.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/compile/board_fit.h"
#include "engine/compile/c_writer.h"
#include "engine/compile/target.h"
#include "engine/graph/network.h"
#include "engine/graph/weights.h"

namespace espalier {

struct BundleOptions {
  std::string name = "network";  // becomes the prefix of every public name
  std::string target = "x86-64-v3";
  std::string optimization = "2";      // 0, 1, 2, 3, s
  std::string compiler;                // empty: the target's
  std::filesystem::path sysroot;       // empty: the compiler's
  std::vector<std::string> link_args;  // for the test and the shared library
  WeightsIn weights = WeightsIn::source;
  std::string board;                 // of the target; one that is too small is refused. Empty: none
  bool must_test = false;            // refused, too, where nothing here runs the test
  Bindings dims = {};                // sizes of symbols; those that are left become 1
  std::vector<std::string> classes;  // names of classes, for the manifest
  std::string preprocessing;         // JSON text for the manifest, or empty
  // Real inputs for the test vectors, by Input layer; where there are none, seeded random ones.
  std::vector<std::map<std::string, Tensor>> samples;
  std::function<void(double fraction, const Message& doing)> progress;
  const std::atomic<bool>* cancel = nullptr;
};

struct BundleResult {
  std::filesystem::path folder;
  std::size_t arena_bytes = 0, port_bytes = 0;     // RAM: working memory; inputs and outputs
  std::size_t constant_bytes = 0, code_bytes = 0;  // flash, as measured in the library
  std::size_t library_bytes = 0;
  std::vector<BoardFit> boards;   // the target's, or the one that was asked for
  double tolerance = 0;           // of the bundle's test, relative to 1 + |expected|
  double largest_difference = 0;  // that its test found
  bool ran = false;               // the test ran and passed
  std::string emulator;           // under which; empty: on this machine itself
  Message not_run;                // why it did not
  double microseconds = 0;  // of one call, median of the test's repeats; 0 unless on this machine
};

// Writes the bundle beside the folder's place and moves it there when its test has passed, so that a
// folder that exists is whole. Refuses a folder that holds something else than a bundle. Throws
// Error where a layer has no C kernel, the compiler is missing or fails, the board is too small, the
// test fails, or it was cancelled.
BundleResult write_bundle(const Network& network, const WeightSet& weights,
                          const std::filesystem::path& folder, const BundleOptions& options);

}  // namespace espalier
