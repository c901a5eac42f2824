// SPDX-License-Identifier: Apache-2.0
//
// How a network is trained: plain values, part of the project. Names, bounds and help of every field
// stand in one table (settings.h), which the file, --set, the run panel and the help share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace espalier {

struct OptimizerSettings {
  std::string name = "Adam";  // SGD, Adam, AdamW
  double lr = 1e-3;
  double momentum = 0;    // SGD
  double dampening = 0;   // SGD
  bool nesterov = false;  // SGD
  double weight_decay = 0;
  double beta1 = 0.9;  // Adam, AdamW
  double beta2 = 0.999;
  double eps = 1e-8;
  bool operator==(const OptimizerSettings&) const = default;
};

struct ScheduleSettings {
  std::string name = "constant";  // constant, step, cosine
  std::int64_t step_size = 10;    // epochs between two drops (step)
  double gamma = 0.1;             // factor of a drop (step)
  double minimum = 0;             // learning rate at the end (cosine)
  double warmup_epochs = 0;       // rising from 0 over so many epochs …
  std::int64_t warmup_steps = 0;  // … or steps, whichever is longer
  bool operator==(const ScheduleSettings&) const = default;
};

struct CheckpointSettings {
  bool best = true;                       // keep the best epoch by `watch`
  bool last = true;                       // keep the last epoch
  std::int64_t every = 1;                 // epochs between two checkpoints
  std::int64_t every_steps = 0;           // also within an epoch; 0: not
  std::string watch = "validation.loss";  // metric that tells the best
  bool operator==(const CheckpointSettings&) const = default;
};

struct TrainingSettings {
  std::int64_t epochs = 5;
  std::int64_t batch_size = 64;
  OptimizerSettings optimizer;
  ScheduleSettings schedule;
  std::uint64_t seed = 1;
  std::int64_t threads = 0;  // 0: all cores
  std::string device = "cpu";
  std::string isa;                     // empty: the best of this machine
  std::string on_non_finite = "stop";  // stop, continue
  CheckpointSettings checkpoint;
  bool operator==(const TrainingSettings&) const = default;
};

}  // namespace espalier
