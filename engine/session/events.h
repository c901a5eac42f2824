// SPDX-License-Identifier: Apache-2.0
//
// What the session tells. Events are values; those that only report progress are coalesced, so that
// any speed of training costs the reader a bounded number of them. Those of a training run stand in
// engine/train/report.h.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/message.h"
#include "engine/quant/precision.h"
#include "engine/quant/sensitivity.h"
#include "engine/train/report.h"

namespace espalier {

struct JobProgress {
  JobId job = 0;
  double fraction = 0;  // 0–1; < 0 where it is not known
  Message doing;
};
// A job that is not a training run has ended. `facts` are measured results to show: {"largest
// difference from the engine", "2.1e-7"}, in order.
struct JobDone {
  JobId job = 0;
  bool ok = true, cancelled = false;
  Message reason;  // where not ok
  std::vector<std::pair<Message, std::string>> facts;
  std::filesystem::path result;  // file or folder that was written
  Metrics metrics;               // evaluate
  Confusion confusion;
};
// "Try it": classes with probabilities (or raw outputs), best first.
struct Prediction {
  JobId job = 0;
  std::vector<std::pair<std::string, double>> ranked;
  double seconds = 0;
};
// Before Run: what it will take, and why it cannot run.
struct EstimateReady {
  JobId job = 0;
  bool runnable = true;
  Message why_not;
  std::size_t memory_bytes = 0;
  double seconds_per_epoch = 0;  // measured on a few steps; 0 where not measured
};

// What calibration measured, with the layers that the request keeps in float.
struct CalibrationReady {
  JobId job = 0;
  Quantization quantization;
};
struct SensitivityReady {
  JobId job = 0;
  Sensitivity sensitivity;
};
// Which layers of a project run in 8 bits, and the share of the multiply-accumulates of one inference
// that does, 0 to 1.
struct PrecisionReady {
  JobId job = 0;
  std::vector<LayerPrecision> layers;
  double integer_share = 0;
};

using Event = std::variant<RunStarted, TrainProgress, EpochDone, RunStateChanged, ProfileReady,
                           JobProgress, JobDone, Prediction, EstimateReady, CalibrationReady,
                           SensitivityReady, PrecisionReady>;

}  // namespace espalier
