// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/passes/target.h"

namespace espalier {

// A machine that bundles are compiled for.
struct BundleTarget {
  std::string_view name;         // "x86-64-v3"
  const char* description = "";  // marked ESP_TEXT("engine", …)
  std::string_view compiler;     // the default of --compiler
  std::vector<std::string_view> flags;
  int width = 4;          // floats in a vector: ESP_WIDTH of its kernels
  Isa like = Isa::plain;  // the engine's objects of that width, which tell sizes on the host

  CpuTarget cpu() const { return {like, width, false}; }
};

std::span<const BundleTarget> bundle_targets();
// Throws Error that lists what there is.
const BundleTarget& bundle_target(std::string_view name);

}  // namespace espalier
