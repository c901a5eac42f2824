// SPDX-License-Identifier: Apache-2.0
//
// A step allocates nothing, on no thread: this program's allocation functions count while armed.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>

#include "tests/engine/runtime/run.h"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define ESP_COUNTS_ALLOCATIONS 1
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::atomic<bool> armed{false};
std::atomic<long> allocations{0};

void note() {
  if (armed.load(std::memory_order_relaxed)) allocations.fetch_add(1);
}

}  // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

// operator new comes here, too.
void* malloc(std::size_t n) {
  note();
  return __libc_malloc(n);
}
void* calloc(std::size_t n, std::size_t size) {
  note();
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t n) {
  note();
  return __libc_realloc(p, n);
}
void* aligned_alloc(std::size_t alignment, std::size_t n) {
  note();
  return __libc_memalign(alignment, n);
}
void* memalign(std::size_t alignment, std::size_t n) {
  note();
  return __libc_memalign(alignment, n);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t n) {
  note();
  *p = __libc_memalign(alignment, n);
  return *p == nullptr ? ENOMEM : 0;
}
void free(void* p) {
  if (p != nullptr) note();
  __libc_free(p);
}
void* mmap(void* at, std::size_t n, int protection, int flags, int file, off_t offset) {
  note();
  return reinterpret_cast<void*>(syscall(SYS_mmap, at, n, protection, flags, file, offset));
}
}

using namespace espalier;
using namespace espalier::testing;

TEST_CASE("the counter counts") {
  armed = true;
  std::free(std::malloc(64));
  armed = false;
  CHECK(allocations.exchange(0) == 2);
}

TEST_CASE("a training step allocates nothing") {
  const Network net = lenet();
  for (const int threads : {1, 2, 3}) {
    for (const char* algorithms : {"", "gemm=openblas"}) {
      CAPTURE(threads);
      CAPTURE(algorithms);
      PlanRequest request = training_request(net, 64, "Adam");
      request.algorithms = algorithms;
      Run run(request, threads);
      for (const Step& step : run.schedule.steps) CHECK(step.algorithm != "reference");
      run.feed_random(1);
      for (int i = 1; i < 4; ++i) run.step(i);
      allocations = 0;
      armed = true;
      for (int i = 4; i < 8; ++i) run.step(i);
      armed = false;
      CHECK(allocations.exchange(0) == 0);
    }
  }
}
#endif
