// SPDX-License-Identifier: Apache-2.0
//
// What tests of kernels share: arrays that end at an unreadable page, and running a kernel in each
// way that a caller may choose.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "engine/kernels/kernel.h"

namespace espalier::testing {

// An array that ends at a page which can be neither read nor written, and begins after one if its
// size is a whole number of pages. A kernel that reads one element too far crashes.
template <class T> class Guarded {
 public:
  explicit Guarded(size_t count, T fill = T()) : count_(count) {
    const size_t bytes = count * sizeof(T);
    const size_t body = (bytes + kPage - 1) / kPage * kPage;
    size_ = body + 2 * kPage;
    void* base = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    base_ = static_cast<char*>(base);
    if (body > 0) mprotect(base_ + kPage, body, PROT_READ | PROT_WRITE);
    data_ = reinterpret_cast<T*>(base_ + kPage + body - bytes);
    std::fill(data_, data_ + count, fill);
  }
  ~Guarded() { munmap(base_, size_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  T* data() { return data_; }
  const T* data() const { return data_; }
  size_t size() const { return count_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + count_; }
  std::vector<T> copy() const { return std::vector<T>(data_, data_ + count_); }

 private:
  static constexpr size_t kPage = 4096;
  size_t count_ = 0, size_ = 0;
  char* base_ = nullptr;
  T* data_ = nullptr;
};

// Deterministic numbers in [-1, 1).
inline void fill_random(Guarded<float>& array, uint32_t seed) {
  std::minstd_rand random(seed * 7919 + 17);
  for (float& v : array) v = static_cast<float>(random() % 20001) / 10000.0f - 1.0f;
}

// A kernel's variants that this processor can run.
struct Variant {
  std::string isa;
  const esp_kernel* kernel;
};

inline bool has_isa(const std::string& isa) {
#if defined(__x86_64__)
  if (isa == "avx2") return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (isa == "avx512")
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
#endif
  return isa == "plain";
}

#if defined(__x86_64__)
#define ESP_VARIANTS(kernel)                                      \
  (::espalier::testing::runnable({{"plain", &esp_plain_##kernel}, \
                                  {"avx2", &esp_avx2_##kernel},   \
                                  {"avx512", &esp_avx512_##kernel}}))
#else
#define ESP_VARIANTS(kernel) (::espalier::testing::runnable({{"plain", &esp_plain_##kernel}}))
#endif

inline std::vector<Variant> runnable(std::vector<Variant> all) {
  std::erase_if(all, [](const Variant& v) { return !has_isa(v.isa); });
  return all;
}

// The vector width of a variant.
inline esp_int width_of(const Variant& v) {
  return v.isa == "avx512" ? 16 : v.isa == "avx2" ? 8 : 4;
}

inline void run_tiles(const esp_kernel& kernel, const void* args, bool one_by_one) {
  const esp_int tiles = kernel.tiles(args);
  if (tiles == 0) return;
  const size_t bytes = (kernel.scratch_bytes(args) + 63) / 64 * 64;
  Guarded<unsigned char> scratch(bytes, 0xff);  // NaN, if it were read
  if (!one_by_one) {
    kernel.tile(args, 0, tiles, scratch.data());
    return;
  }
  for (esp_int i = tiles; i-- > 0;) {
    std::fill(scratch.begin(), scratch.end(), static_cast<unsigned char>(0xff));
    kernel.tile(args, i, i + 1, scratch.data());
  }
}

// Runs all tiles in one call, and again one by one from the last to the first; `outputs` are set to
// what they held before in between. True if both give the same bits.
template <class Args, class... Outputs>
bool run_both_ways(const esp_kernel& kernel, const Args& args, Outputs&... outputs) {
  const auto keep = std::make_tuple(outputs.copy()...);
  run_tiles(kernel, &args, true);
  const auto first = std::make_tuple(outputs.copy()...);
  std::apply(
      [&](const auto&... saved) { (std::copy(saved.begin(), saved.end(), outputs.begin()), ...); },
      keep);
  run_tiles(kernel, &args, false);
  return std::apply(
      [&](const auto&... saved) {
        return ((std::memcmp(saved.data(), outputs.data(), saved.size() * sizeof(saved[0])) == 0) &&
                ...);
      },
      first);
}

// Greatest difference, relative to 1 + |expected|; infinity where only one of them is NaN, or the
// infinities differ.
template <class A, class B> double worst_error(const A& actual, const B& expected) {
  double worst = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    const double a = actual[i], e = expected[i];
    if (std::isnan(a) && std::isnan(e)) continue;
    if (a == e) continue;
    const double error = std::abs(a - e) / (1 + std::abs(e));
    worst = std::isfinite(error) ? std::max(worst, error) : std::numeric_limits<double>::infinity();
  }
  return worst;
}

inline double reference_activation(double v, int kind, double alpha, double beta) {
  switch (kind) {
    case 1:
      return std::isnan(v) ? v : std::max(v, 0.0);
    case 2:
      return v > 0 ? v : alpha * v;
    case 3:
      return 1 / (1 + std::exp(-v));
    case 4:
      return std::tanh(v);
    case 5:
      return std::isnan(v) ? v : std::min(std::max(v, alpha), beta);
    default:
      return v;
  }
}

}  // namespace espalier::testing
