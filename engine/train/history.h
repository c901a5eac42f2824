// SPDX-License-Identifier: Apache-2.0
//
// A run's page in the history of runs. A history that cannot be used, for it is damaged or the disk
// is full, costs its figures and never the run: that is told once, and then nothing more is written.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "engine/train/run_store.h"

namespace espalier {

class History {
 public:
  using Tell = std::function<void(Message)>;
  // Opens or makes the file; a damaged one is moved aside and a new one begun.
  History(const std::filesystem::path& file, Tell tell);

  void begin(RunRecord& run);  // fills in its id; 0 where there is no history
  // The record of a run that goes on after `step`; nothing where it is not there.
  std::optional<RunRecord> go_on(std::int64_t run, std::int64_t step);
  void add_steps(std::int64_t run, const std::vector<StepPoint>& points);
  void add_epoch(std::int64_t run, const EpochRecord& epoch);
  void update(const RunRecord& run);

 private:
  void give_up(const Error& why);
  // Calls use(store) where there is one still.
  template <class Use> void with_store(Use use) {
    if (!store_) return;
    try {
      use(*store_);
    } catch (const Error& e) {
      give_up(e);
    }
  }
  Tell tell_;
  std::unique_ptr<RunStore> store_;
};

}  // namespace espalier
