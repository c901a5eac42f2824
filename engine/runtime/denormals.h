// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace espalier {

// While it lives, numbers too small for a full mantissa are zeros on this thread; the thread pool
// hands the mode on to its workers. A step that meets them may run a hundred times slower.
class FlushDenormals {
 public:
#if defined(__x86_64__)
  FlushDenormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | flush_to_zero | are_zero); }
  ~FlushDenormals() { _mm_setcsr(before_); }

 private:
  static constexpr unsigned flush_to_zero = 0x8000, are_zero = 0x0040;
  unsigned before_;
#else
  FlushDenormals() {}
#endif
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;
};

}  // namespace espalier
