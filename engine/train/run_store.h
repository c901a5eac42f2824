// SPDX-License-Identifier: Apache-2.0
//
// The history of runs of one project: an SQLite file. Every run remembers its settings, its drawing,
// the environment and every figure. Several programs may read while one writes (WAL).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/train/report.h"

namespace espalier {

struct RunRecord {
  std::int64_t id = 0;
  std::string started;  // ISO 8601, UTC
  std::string state;    // "running", "finished", "stopped", "failed"
  std::string reason;   // where it failed
  double seconds = 0;
  std::int64_t steps = 0;
  std::string settings;     // JSON: training and data settings
  std::string drawing;      // the whole project text without weights
  std::string environment;  // JSON: program, processor, instruction set, threads, data files
  Metrics test;             // at the end
  Metrics best;             // of the validation at the best epoch, else of training
};

struct EpochRecord {
  int epoch = 0;
  std::int64_t step = 0;
  double seconds = 0;
  Metrics train, validation;
};

class RunStore {
 public:
  // Opens or makes the file. Throws Error where it cannot, or where it is not a history of ours.
  explicit RunStore(const std::filesystem::path& file);
  ~RunStore();
  RunStore(const RunStore&) = delete;
  RunStore& operator=(const RunStore&) = delete;

  std::int64_t begin(const RunRecord& run);  // returns its id
  void add_steps(std::int64_t run, const std::vector<StepPoint>& points);
  void add_epoch(std::int64_t run, const EpochRecord& epoch);
  void update(const RunRecord& run);  // state, reason, seconds, steps, test, best
  // Forgets steps and epochs after `step`: a resumed run writes them again.
  void rewind(std::int64_t run, std::int64_t step);

  std::vector<RunRecord> runs() const;   // newest first, without drawing
  RunRecord run(std::int64_t id) const;  // throws Error where there is none
  bool contains(std::int64_t id) const;
  std::vector<EpochRecord> epochs(std::int64_t run) const;
  std::vector<StepPoint> steps(std::int64_t run) const;
  void remove(std::int64_t run);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace espalier
