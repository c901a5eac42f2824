// SPDX-License-Identifier: Apache-2.0
//
// One training run, on the caller's thread.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "engine/project/project.h"
#include "engine/train/report.h"

namespace espalier {

struct TrainOptions {
  Project project;             // a snapshot
  std::filesystem::path path;  // of the project file: data, checkpoints and history go by it
  bool resume = false;         // from the last checkpoint; an error where there is none
  bool from_weights = false;   // begin with the project's weights instead of fresh ones
};

// Set from any thread; read between steps.
struct TrainControl {
  std::atomic<bool> pause{false}, stop{false}, profile{false};
};

struct TrainResult {
  RunState state = RunState::finished;
  WeightSet weights;  // of the best epoch where that is kept, else the last
  Metrics test;
  std::int64_t run = 0;
};

// Trains until the last epoch, a stop or a failure, and reports on the way. What goes wrong outside
// (data, disk, shapes) is thrown as Error before or while it runs, after a RunStateChanged with the
// reason; the last good checkpoint stays. A NaN or infinity ends the run as RunState::failed with
// the layer where it arose.
TrainResult train(const TrainOptions& options, TrainControl& control,
                  const TrainListener& listener);

// The folder beside a project file where its checkpoints and history lie ("lenet.runs"); where that
// cannot be written, one below the user's data folder.
std::filesystem::path run_folder(const std::filesystem::path& project);
inline constexpr const char* last_checkpoint = "last.safetensors";
inline constexpr const char* best_checkpoint = "best.safetensors";
inline constexpr const char* history_file = "runs.sqlite";

}  // namespace espalier
