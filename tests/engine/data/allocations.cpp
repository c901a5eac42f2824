// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/engine/data/test_files.h"

namespace {
std::atomic<long> calls{0};
}

namespace espalier::test {
long allocations() { return calls; }
}  // namespace espalier::test

void* operator new(std::size_t n, const std::nothrow_t&) noexcept {
  ++calls;
  return std::malloc(n);
}
void* operator new(std::size_t n) {
  if (void* p = operator new(n, std::nothrow)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
