// SPDX-License-Identifier: Apache-2.0
//
// The plans of one run: training and evaluation, for whole batches and for the last smaller one,
// over one set of parameters. Made when first needed, then kept.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/data/batch_loader.h"
#include "engine/passes/plan.h"
#include "engine/project/project.h"
#include "engine/runtime/executor.h"
#include "engine/train/binding.h"
#include "engine/train/metrics.h"

namespace espalier {

// Throws Error on an optimiser that is not known.
OptimizerSpec optimizer_spec(const OptimizerSettings& settings);
// The processor that settings ask for. Throws Error where this machine lacks the instruction set.
CpuTarget target_of(const TrainingSettings& settings);

class Plans {
 public:
  Plans(const Project& project, const DataBinding& binding, Device& device, ParameterStore& store);
  Executor& get(Mode mode, std::int64_t batch);
  // Points the executor's inputs at a batch.
  void feed(Executor& executor, const Batch& batch) const;
  // Adds what the executor's last run said about the batch.
  void judge(const Executor& executor, const Batch& batch, MetricSums& sums) const;
  static double loss(const Executor& executor);  // NaN where the plan has none
  std::string algorithms();                      // of the training plan of whole batches made first

 private:
  struct Plan {
    Schedule schedule;
    std::unique_ptr<Executor> executor;
  };
  const Project& project_;
  const DataBinding& binding_;
  Device& device_;
  ParameterStore& store_;
  std::map<std::pair<Mode, std::int64_t>, std::unique_ptr<Plan>> plans_;
};

// Runs one split of the data through the network.
struct Judgement {
  Metrics metrics;
  Confusion confusion;
  double seconds = 0;
  std::int64_t samples = 0;
};
// `progress` is told the share done and returns false to stop early.
Judgement judge_split(Plans& plans, const std::shared_ptr<const Dataset>& data, Split split,
                      std::int64_t batch, std::int64_t classes,
                      const std::function<bool(double)>& progress = {});

}  // namespace espalier
