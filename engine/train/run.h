// SPDX-License-Identifier: Apache-2.0
//
// The state of one training run: what trainer.cpp steps through.
#pragma once

#include <chrono>
#include <optional>

#include "engine/base/file.h"
#include "engine/train/checkpoint.h"
#include "engine/train/history.h"
#include "engine/train/plans.h"
#include "engine/train/trainer.h"

namespace espalier {

class TrainingRun {
 public:
  TrainingRun(const TrainOptions& options, TrainControl& control, const TrainListener& listener);
  TrainResult run();

 private:
  using clock = std::chrono::steady_clock;

  // Opens a device and plans for it, with fresh parameters.
  void open(const std::string& device);
  // After the device has failed: the CPU goes on from the last good state in memory.
  void leave_device(const DeviceLost& failure);
  TrainResult run_to_end();
  void resume();
  void tell(Message m) const;  // something to know that does not change the state
  void begin_record();
  bool epoch();                                            // false: stop was asked for
  Executor& ready(const Batch& batch, std::int64_t step);  // fed and set for a step, not run
  bool step(const Batch& batch);                           // false: a NaN or infinity
  void wait_while_paused();
  void report_progress(bool now);
  void report_profile(bool now);
  void end_epoch();
  bool watch(const Metrics& train, const Metrics& validation);  // whether this epoch is the best
  void save_last();
  void remember();  // a copy of the state in memory, for finding a NaN's cause
  void restore(const WeightSet& state);
  void mend();
  const Batch* replay_to_bad_update(std::int64_t& step);
  void find_cause(const Batch* batch);
  TrainResult finish(RunState state, Message reason = {});
  std::unique_ptr<BatchLoader> loader_at(std::int64_t step) const;
  std::int64_t epoch_of(std::int64_t step) const { return step / steps_per_epoch_; }
  std::int64_t parameter_count() const;

  const TrainOptions& options_;
  TrainControl& control_;
  const TrainListener& listener_;
  const TrainingSettings& settings_;
  std::filesystem::path folder_;
  std::optional<FileLock> lock_;
  std::shared_ptr<const Dataset> data_;
  DataBinding binding_;
  std::unique_ptr<Device> device_;
  std::unique_ptr<ParameterStore> store_;
  std::unique_ptr<Plans> plans_;
  std::unique_ptr<History> history_;
  std::unique_ptr<BatchLoader> loader_;

  std::int64_t batch_ = 0, steps_per_epoch_ = 0, steps_ = 0;
  std::int64_t step_ = 0;  // steps done
  RunRecord record_;
  Checkpoint checkpoint_;        // conditions and the best so far; the state is filled on saving
  bool has_checkpoint_ = false;  // of this run, on disk
  MetricSums sums_;
  std::vector<StepPoint> points_, unsaved_points_;
  clock::time_point began_, epoch_began_, last_report_, last_profile_;
  double seconds_before_ = 0;  // of the run before it was resumed
  std::int64_t first_step_ = 0;
  std::chrono::nanoseconds waited_before_{};
  std::int64_t samples_ = 0, samples_at_report_ = 0;  // of this process
  double rate_ = 0;                                   // samples a second, of the last report
  std::int64_t remembered_step_ = 0;
  WeightSet remembered_;
  std::string remembered_sums_;      // MetricSums at that step
  std::int64_t reported_until_ = 0;  // steps before it were reported before a device failed
  std::vector<NodeId> cause_;
  Message failure_;
  Message lost_;  // why the device could not be used from the beginning
};

}  // namespace espalier
