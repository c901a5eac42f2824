// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace espalier {

// A fixed set of workers for tiles. `run` allocates nothing, and returns when all tiles are done.
// The calling thread is worker 0. Which worker runs which tiles may vary; what a tile computes must
// not depend on it. One run at a time: a body neither throws nor calls run.
class ThreadPool {
 public:
  // threads ≥ 1 counts the caller; 0 means all cores of this machine.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const;
  // body(context, begin, end, worker): tiles [begin, end), worker in [0, threads). Tiles are handed
  // out in runs of about `grain` at least; with fewer than two runs the caller does all of it.
  using Body = void (*)(void* context, std::int64_t begin, std::int64_t end, int worker);
  void run(std::int64_t tiles, std::int64_t grain, Body body, void* context);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace espalier
