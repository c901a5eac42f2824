// SPDX-License-Identifier: Apache-2.0
#include "engine/base/thread_pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "engine/base/cpu.h"

using namespace espalier;

namespace {

struct Seen {
  std::vector<std::atomic<int>> hits;
  std::atomic<int> calls{0};
  std::atomic<bool> bad_worker{false};
  int threads = 0;
  explicit Seen(std::size_t n) : hits(n) {}
};

void mark(void* context, std::int64_t begin, std::int64_t end, int worker) {
  auto& s = *static_cast<Seen*>(context);
  ++s.calls;
  if (worker < 0 || worker >= s.threads) s.bad_worker = true;
  for (std::int64_t i = begin; i < end; ++i) ++s.hits[static_cast<std::size_t>(i)];
}

}  // namespace

TEST_CASE("thread pool: every tile once, for any number of threads") {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    CHECK(pool.threads() == threads);
    for (const std::int64_t tiles : {0, 1, 2, 7, 64, 1000}) {
      for (const std::int64_t grain : {0, 1, 5, 2000}) {
        Seen s(static_cast<std::size_t>(tiles));
        s.threads = threads;
        pool.run(tiles, grain, mark, &s);
        for (const auto& h : s.hits) REQUIRE(h == 1);
        CHECK_FALSE(s.bad_worker);
        if (tiles > 0 && tiles < 2 * grain) CHECK(s.calls == 1);
      }
    }
  }
}

TEST_CASE("thread pool: many short runs, with sleeping and late workers") {
  ThreadPool pool(4);
  Seen s(16);
  s.threads = 4;
  constexpr int rounds = 20000;
  for (int i = 0; i < rounds; ++i) {
    pool.run(16, 1, mark, &s);
    if (i % 1000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (const auto& h : s.hits) CHECK(h == rounds);
}

TEST_CASE("cpu: names and the cap of the environment") {
  for (int i = 0; i < isa_count; ++i) {
    const auto isa = static_cast<Isa>(i);
    CHECK(isa_from_name(name(isa)) == isa);
  }
  CHECK(vector_width(Isa::plain) == 4);
  CHECK(vector_width(Isa::avx512) == 16);
  CHECK(cpu_cores() >= 1);
  CHECK_FALSE(cpu_name().empty());
  const char* before = std::getenv("ESPALIER_ISA");
  const std::string old = before != nullptr ? before : "";
  setenv("ESPALIER_ISA", "plain", 1);
  CHECK(best_isa() == Isa::plain);
  if (old.empty())
    unsetenv("ESPALIER_ISA");
  else
    setenv("ESPALIER_ISA", old.c_str(), 1);
}
