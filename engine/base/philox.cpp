// SPDX-License-Identifier: Apache-2.0
#include "engine/base/philox.h"

#include <cmath>

namespace espalier {
namespace {

constexpr double pi = 3.14159265358979323846;

// The two functions below use only + − × ÷, so that every C library gives the same normal numbers.

// Natural logarithm of x in (0, 1]: x = m·2^e with m near 1, then the series of atanh.
double portable_log(double x) {
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.70710678118654752440) {
    m *= 2;
    --e;
  }
  const double t = (m - 1) / (m + 1);
  const double t2 = t * t;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2) sum = sum * t2 + 1.0 / k;
  return 2 * t * sum + e * 0.69314718055994530942;
}

// cos and sin of 2πu for u in [0, 1).
void portable_cos_sin(double u, double& c, double& s) {
  const int quarter = static_cast<int>(u * 4 + 0.5);
  const double x = (u - quarter * 0.25) * (2 * pi);  // |x| ≤ π/4
  const double x2 = x * x;
  const double cx =
      1 - x2 / 2 * (1 - x2 / 12 * (1 - x2 / 30 * (1 - x2 / 56 * (1 - x2 / 90 * (1 - x2 / 132)))));
  const double sx =
      x * (1 - x2 / 6 * (1 - x2 / 20 * (1 - x2 / 42 * (1 - x2 / 72 * (1 - x2 / 110)))));
  switch (quarter & 3) {
    case 0:
      c = cx, s = sx;
      break;
    case 1:
      c = -sx, s = cx;
      break;
    case 2:
      c = -cx, s = -sx;
      break;
    default:
      c = sx, s = -cx;
  }
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::uint64_t key, std::uint64_t counter_high,
                                    std::uint64_t counter_low) {
  auto k0 = static_cast<std::uint32_t>(key);
  auto k1 = static_cast<std::uint32_t>(key >> 32);
  std::array<std::uint32_t, 4> c{
      static_cast<std::uint32_t>(counter_low), static_cast<std::uint32_t>(counter_low >> 32),
      static_cast<std::uint32_t>(counter_high), static_cast<std::uint32_t>(counter_high >> 32)};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(p0)};
    k0 += 0x9E3779B9U;
    k1 += 0xBB67AE85U;
  }
  return c;
}

std::uint32_t Random::bits() {
  if (left_ == 0) {
    block_ = philox(seed_, stream_, position_++);
    left_ = 4;
  }
  return block_[static_cast<std::size_t>(4 - left_--)];
}

float Random::uniform() { return static_cast<float>(bits() >> 8) * 0x1p-24F; }

float Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double u = (bits() + 0.5) * 0x1p-32;  // never 0
  const double radius = std::sqrt(-2 * portable_log(u));
  double c = 0;
  double s = 0;
  portable_cos_sin(bits() * 0x1p-32, c, s);
  spare_ = static_cast<float>(radius * s);
  has_spare_ = true;
  return static_cast<float>(radius * c);
}

std::uint64_t Random::below(std::uint64_t n) {
  // Draws above the last whole multiple of n would favour small results and are thrown away.
  if (n <= 0xFFFFFFFFU) {
    const auto small = static_cast<std::uint32_t>(n);
    const std::uint32_t refuse = (0U - small) % small;
    for (;;) {
      const std::uint64_t product = std::uint64_t{bits()} * small;
      if (static_cast<std::uint32_t>(product) >= refuse) return product >> 32;
    }
  }
  const std::uint64_t refuse = (0 - n) % n;
  for (;;) {
    const std::uint64_t high = bits();
    const std::uint64_t draw = high << 32 | bits();
    if (draw >= refuse) return draw % n;
  }
}

std::uint64_t stable_hash(std::string_view text) {
  std::uint64_t h = 0xCBF29CE484222325U;
  for (const char c : text) {
    h ^= static_cast<unsigned char>(c);
    h *= 0x100000001B3U;
  }
  return h;
}

}  // namespace espalier
