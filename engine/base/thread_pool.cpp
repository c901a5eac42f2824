// SPDX-License-Identifier: Apache-2.0
#include "engine/base/thread_pool.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "engine/base/cpu.h"

namespace espalier {
namespace {

constexpr int runs_per_thread = 4;  // more balance uneven threads, fewer cost less hand-over

inline void relax() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

// Rounding and denormal mode are a register of each thread: workers take over the caller's.
unsigned floating_mode() {
#if defined(__x86_64__)
  return _mm_getcsr();
#else
  return 0;
#endif
}

void set_floating_mode([[maybe_unused]] unsigned mode) {
#if defined(__x86_64__)
  _mm_setcsr(mode);
#endif
}

}  // namespace

// A worker enters (inside + 1) before it looks at `open`, and the caller closes before it looks at
// `inside`; so a worker that woke too late sees a closed run, and the caller never waits for a
// sleeper.
struct ThreadPool::Impl {
  Body body = nullptr;
  void* context = nullptr;
  std::int64_t tiles = 0;
  std::int64_t chunk = 1;
  unsigned mode = 0;

  // int, because the standard library waits on that type with a futex of its own.
  alignas(64) std::atomic<int> generation{0};
  std::atomic<int> open{0};  // 1 while a run takes helpers
  alignas(64) std::atomic<std::int64_t> next{0};
  alignas(64) std::atomic<int> inside{0};
  std::atomic<bool> stop{false};
  int spins = 0;
  std::vector<std::thread> workers;

  void take_chunks(int worker) {
    for (;;) {
      const std::int64_t begin = next.fetch_add(chunk, std::memory_order_relaxed);
      if (begin >= tiles) return;
      body(context, begin, std::min(begin + chunk, tiles), worker);
    }
  }

  // Returns when `value` is no longer `old`.
  void wait_changed(std::atomic<int>& value, int old) const {
    for (int i = 0; i < spins; ++i) {
      if (value.load(std::memory_order_acquire) != old) return;
      relax();
    }
    value.wait(old);
  }

  void work(int worker) {
    int seen = 0;
    for (;;) {
      wait_changed(generation, seen);
      seen = generation.load();
      if (stop.load()) return;
      inside.fetch_add(1);
      if (open.load() != 0) {
        set_floating_mode(mode);
        take_chunks(worker);
      }
      if (inside.fetch_sub(1) == 1) inside.notify_one();
    }
  }
};

ThreadPool::ThreadPool(int threads) : impl_(std::make_unique<Impl>()) {
  const int cores = cpu_cores();
  const int n = threads > 0 ? threads : cores;
  // Spinning pays only while every worker can have a core of its own.
  impl_->spins = n <= cores ? 2000 : 0;
  impl_->workers.reserve(static_cast<std::size_t>(n - 1));
  for (int i = 1; i < n; ++i) impl_->workers.emplace_back([p = impl_.get(), i] { p->work(i); });
}

ThreadPool::~ThreadPool() {
  impl_->stop.store(true);
  impl_->generation.fetch_add(1);
  impl_->generation.notify_all();
  for (std::thread& t : impl_->workers) t.join();
}

int ThreadPool::threads() const { return static_cast<int>(impl_->workers.size()) + 1; }

void ThreadPool::run(std::int64_t tiles, std::int64_t grain, Body body, void* context) {
  if (tiles <= 0) return;
  grain = std::max<std::int64_t>(grain, 1);
  Impl& p = *impl_;
  if (p.workers.empty() || tiles / grain < 2) {
    body(context, 0, tiles, 0);
    return;
  }
  p.body = body;
  p.context = context;
  p.tiles = tiles;
  p.chunk = std::max(grain, tiles / (std::int64_t{threads()} * runs_per_thread));
  p.mode = floating_mode();
  p.next.store(0);
  p.open.store(1);
  p.generation.fetch_add(1);
  const std::int64_t helpers = (tiles - 1) / p.chunk;
  if (helpers >= static_cast<std::int64_t>(p.workers.size())) {
    p.generation.notify_all();
  } else {
    for (std::int64_t i = 0; i < helpers; ++i) p.generation.notify_one();
  }
  p.take_chunks(0);
  p.open.store(0);
  for (int n = p.inside.load(); n != 0; n = p.inside.load()) p.wait_changed(p.inside, n);
}

}  // namespace espalier
