// SPDX-License-Identifier: Apache-2.0
#include "engine/data/shuffle.h"

#include <algorithm>
#include <bit>

#include "engine/base/philox.h"

namespace espalier {

Shuffle::Shuffle(std::int64_t n, std::uint64_t seed, std::uint64_t epoch)
    : n_(static_cast<std::uint64_t>(n)) {
  half_bits_ = std::max(1, (static_cast<int>(std::bit_width(n_ - 1)) + 1) / 2);
  Random random(seed, epoch ^ stable_hash("shuffle"));
  for (std::uint64_t& k : keys_) {
    const std::uint64_t high = random.bits();
    k = high << 32 | random.bits();
  }
}

// A Feistel network permutes the numbers of 2·half_bits bits whatever its round function is; a
// result of n or more is sent through again until it falls below, at most four times on average.
std::int64_t Shuffle::operator[](std::int64_t place) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  auto x = static_cast<std::uint64_t>(place);
  do {
    std::uint64_t left = x >> half_bits_;
    std::uint64_t right = x & mask;
    for (const std::uint64_t key : keys_) {
      std::uint64_t h = (right ^ key) * 0x9E3779B97F4A7C15U;
      h = (h ^ h >> 32) * 0xD6E8FEB86659FD93U;
      const std::uint64_t next = left ^ (h >> (64 - half_bits_));
      left = right;
      right = next;
    }
    x = left << half_bits_ | right;
  } while (x >= n_);
  return static_cast<std::int64_t>(x);
}

}  // namespace espalier
