// SPDX-License-Identifier: Apache-2.0
//
// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3", SC 2011). The same (key, counter) gives the same numbers on every machine and thread.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace espalier {

std::array<std::uint32_t, 4> philox(std::uint64_t key, std::uint64_t counter_high,
                                    std::uint64_t counter_low);

// A sequence of draws: (seed, stream) is the key, the position the counter.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}
  std::uint32_t bits();
  float uniform();                       // [0, 1), 24 bits
  float normal();                        // mean 0, deviation 1 (Box–Muller)
  std::uint64_t below(std::uint64_t n);  // [0, n), n ≥ 1, unbiased

 private:
  std::uint64_t seed_, stream_, position_ = 0;
  std::array<std::uint32_t, 4> block_{};
  int left_ = 0;
  float spare_ = 0;
  bool has_spare_ = false;
};

// A stable 64-bit key of a text (FNV-1a), for streams named by path.
std::uint64_t stable_hash(std::string_view text);

}  // namespace espalier
