// SPDX-License-Identifier: Apache-2.0
//
// What training reports: values, sent from its thread. `job` is filled in by the session.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/message.h"
#include "engine/runtime/profile.h"

namespace espalier {

// By name: "loss", "accuracy", "mae".
using Metrics = std::map<std::string, double, std::less<>>;
// Samples by [target class][predicted class].
using Confusion = std::vector<std::vector<std::int64_t>>;

// One training step: the batch's loss and metrics.
struct StepPoint {
  std::int64_t step = 0;
  float loss = 0, accuracy = 0, learning_rate = 0;  // accuracy: NaN where there are no classes
};

using JobId = std::uint64_t;  // a training run, profile, export … of a session

struct RunStarted {
  JobId job = 0;
  std::int64_t run = 0;  // id in the run history
  std::string device;    // "CPU · AVX2 · 2 threads"
  int epochs = 0;
  std::int64_t steps_per_epoch = 0, batch = 0, first_step = 0;  // first_step > 0: resumed
  std::int64_t parameters = 0;
  std::size_t memory_bytes = 0;
};
struct TrainProgress {
  JobId job = 0;
  int epoch = 0;                     // from 0
  std::int64_t step = 0, steps = 0;  // of the whole run
  double samples_per_second = 0, seconds_left = 0;
  double loader_share = 0;        // of the step's time spent waiting for data, 0–1
  std::vector<StepPoint> points;  // all since the last event
};
struct EpochDone {
  JobId job = 0;
  int epoch = 0;
  std::int64_t step = 0;
  double seconds = 0;
  Metrics train, validation;  // validation: empty where there is no split
  Confusion confusion;        // validation: [target][predicted]
};
enum class RunState { running, paused, finished, stopped, failed };
struct RunStateChanged {
  JobId job = 0;
  RunState state = RunState::running;
  Message reason;             // where it failed: what, where and the cure
  std::vector<NodeId> layer;  // where the first NaN or infinity arose: the drawing's id path
  Metrics test;               // finished: of the test split, best checkpoint
  Confusion confusion;
  double samples_per_second = 0, seconds = 0;
};

struct ProfileReady {
  JobId job = 0;
  std::vector<LayerProfile> layers;  // in order of execution
  std::vector<StepProfile> steps;    // the same, finer: what a trace shows
  double median_seconds = 0;         // whole step
  std::int64_t batch = 0;
  bool training = false;
  std::size_t arena_bytes = 0;
  double integer_share = 0;  // of the multiply-accumulates, on 8-bit integers
};

using TrainEvent =
    std::variant<RunStarted, TrainProgress, EpochDone, RunStateChanged, ProfileReady>;
using TrainListener = std::function<void(TrainEvent)>;

}  // namespace espalier
