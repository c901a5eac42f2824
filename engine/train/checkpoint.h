// SPDX-License-Identifier: Apache-2.0
//
// All that a run needs to go on as if it had never stopped: a safetensors file whose metadata holds
// the place and the conditions. Written to a temporary and renamed, so a kill at any moment leaves
// the one before.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/graph/weights.h"
#include "engine/train/report.h"

namespace espalier {

struct Checkpoint {
  WeightSet state;        // weights, running statistics and optimiser state, by key
  std::int64_t step = 0;  // steps done
  std::int64_t run = 0;   // id in the run history
  double best = 0;        // value of the watched metric at the best epoch so far
  bool has_best = false;
  double seconds = 0;  // of training so far
  std::string sums;    // MetricSums of the epoch under way
  // Conditions of repeatability: another one means that the bits will differ.
  std::string fingerprint;  // see conditions.h
  std::string settings;     // all of them, to name those that differ
  std::string isa;
  std::string algorithms;  // picks of the plan
};

bool is_finite(const Tensor& tensor);
bool all_finite(const WeightSet& weights);

void save_checkpoint(const Checkpoint& checkpoint, const std::filesystem::path& file);
// Nothing where the file is not there. Throws Error on a damaged one.
std::optional<Checkpoint> load_checkpoint(const std::filesystem::path& file);

}  // namespace espalier
