// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace espalier {

// A random order of 0 … n − 1 that is never written down: any place of it is computed at once, from
// (seed, epoch) alone. So a worker needs no list, and training resumes in the middle of an epoch.
class Shuffle {
 public:
  // Precondition: 0 < n ≤ 2^62.
  Shuffle(std::int64_t n, std::uint64_t seed, std::uint64_t epoch);
  std::int64_t operator[](std::int64_t place) const;

 private:
  static constexpr int rounds = 8;
  std::uint64_t n_;
  int half_bits_ = 1;
  std::array<std::uint64_t, rounds> keys_{};
};

}  // namespace espalier
