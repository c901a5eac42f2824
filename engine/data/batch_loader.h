// SPDX-License-Identifier: Apache-2.0
//
// Batches read ahead by threads of its own. Batch k of epoch e depends on the data, (seed, e, k)
// and nothing else; in steady state nothing is allocated (pictures in folders excepted).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/data/dataset.h"

namespace espalier {

struct LoaderOptions {
  Split split = Split::train;
  std::int64_t batch = 64;
  bool shuffle = true;
  std::uint64_t seed = 0;
  std::int64_t epoch = 0;    // where to begin; a resumed run begins inside an epoch
  std::int64_t index = 0;    // batch of that epoch
  std::int64_t epochs = -1;  // how many epoch numbers there are from 0; −1 is without end
  int workers = 0;           // 0: a few, by the cores of the machine
  int ahead = 4;             // batches that wait at most
};

// Borrowed from the loader until its next call of next().
struct Batch {
  std::int64_t epoch = 0;
  std::int64_t index = 0;                 // within the epoch
  std::int64_t count = 0;                 // samples; the last batch of an epoch may be smaller
  bool last = false;                      // of its epoch
  std::vector<const std::byte*> columns;  // one a column, count samples each, 64-byte aligned
  std::span<const std::int64_t> samples;  // their indices within the split
};

struct SkippedSample {
  std::int64_t sample = 0;  // index within the split
  Message reason;
};

class BatchLoader {
 public:
  // Throws Error where the split is empty or an option is out of range.
  BatchLoader(std::shared_ptr<const Dataset> data, const LoaderOptions& options);
  ~BatchLoader();  // prompt: workers stop at the next sample
  BatchLoader(const BatchLoader&) = delete;
  BatchLoader& operator=(const BatchLoader&) = delete;

  // The next batch in order, null after the last. Waits where none is ready. Rethrows what stopped
  // a worker, at the batch it belongs to and at every later call. One thread calls it.
  const Batch* next();

  std::int64_t batches_per_epoch() const;
  // The time that next() has waited since the loader was made.
  std::chrono::nanoseconds waited() const;
  // Broken samples met since the last call, each sample once. Where broken samples are skipped,
  // the next whole sample in the epoch's order takes the place, so that batches keep their size.
  std::vector<SkippedSample> take_skipped();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace espalier
