// SPDX-License-Identifier: Apache-2.0
// GCC 12 takes the sizes below for anything up to 2^64 and warns of a fill that cannot be.
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#include "engine/kernels/cast.h"

#include <doctest/doctest.h>

#include "engine/kernels/normalize_u8.h"
#include "guarded.h"

using namespace espalier::testing;

namespace {

constexpr size_t kSizes[] = {0, 1, 37, 16384 + 21};

struct Bool {
  uint8_t byte;
};

template <class T> constexpr esp_cast_type kType = ESP_CAST_BOOL;
template <> constexpr esp_cast_type kType<float> = ESP_CAST_FLOAT;
template <> constexpr esp_cast_type kType<int32_t> = ESP_CAST_INT32;
template <> constexpr esp_cast_type kType<int64_t> = ESP_CAST_INT64;
template <> constexpr esp_cast_type kType<uint8_t> = ESP_CAST_UINT8;
template <> constexpr esp_cast_type kType<int8_t> = ESP_CAST_INT8;

// Numbers of every type at which something may go wrong.
template <class T> std::vector<T> samples() {
  if constexpr (std::is_same_v<T, Bool>) {
    return {{0}, {1}, {2}, {255}};
  } else if constexpr (std::is_same_v<T, float>) {
    const float inf = std::numeric_limits<float>::infinity();
    return {0.0f,    -0.0f,  0.4f,   -0.9f,    1.5f,   -1.5f,        127.5f,       128.0f,
            -128.9f, -129.f, 254.9f, 255.0f,   256.0f, 2147483520.f, 2147483648.f, -2147483648.f,
            -3e9f,   9e18f,  1e19f,  -9.3e18f, inf,    -inf,         std::nanf("")};
  } else {
    using Limits = std::numeric_limits<T>;
    std::vector<T> v = {
        Limits::min(),      static_cast<T>(Limits::min() + 1), T(0),         T(1), T(100),
        static_cast<T>(-1), static_cast<T>(Limits::max() - 1), Limits::max()};
    if constexpr (sizeof(T) >= 4) {
      for (int64_t n :
           {127ll, 128ll, -128ll, -129ll, 255ll, 256ll, 16777217ll, 16777219ll, 65537ll})
        v.push_back(static_cast<T>(n));
    }
    if constexpr (sizeof(T) == 8) v.push_back(T(1) << 32);
    return v;
  }
}

template <class To, class From> To expected(From v) {
  if constexpr (std::is_same_v<From, Bool>) {
    return expected<To>(static_cast<int32_t>(v.byte != 0));
  } else if constexpr (std::is_same_v<To, Bool>) {
    return {static_cast<uint8_t>(v != From(0))};
  } else if constexpr (std::is_same_v<From, float> && !std::is_same_v<To, float>) {
    if (std::isnan(v)) return 0;
    if (double(v) <= double(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (double(v) >= double(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    return static_cast<To>(v);
  } else {
    return static_cast<To>(v);
  }
}

template <class From, class To> void check_pair(const Variant& v) {
  const std::vector<From> some = samples<From>();
  for (size_t size : kSizes) {
    CAPTURE(v.isa);
    CAPTURE(kType<From>);
    CAPTURE(kType<To>);
    Guarded<From> x(size);
    Guarded<To> y(size);
    for (size_t i = 0; i < size; ++i) x[i] = some[i % some.size()];
    esp_cast_args args{reinterpret_cast<const uint8_t*>(x.data()),
                       reinterpret_cast<uint8_t*>(y.data()), kType<From>, kType<To>,
                       static_cast<esp_int>(size)};
    CHECK(run_both_ways(*v.kernel, args, y));
    size_t wrong = 0;
    for (size_t i = 0; i < size; ++i) {
      const To e = expected<To>(x[i]);
      if (std::memcmp(&e, &y[i], sizeof e) == 0) continue;
      if constexpr (std::is_same_v<From, float> && std::is_same_v<To, float>)
        if (std::isnan(x[i]) && std::isnan(y[i])) continue;
      ++wrong;
    }
    CHECK(wrong == 0);
  }
}

template <class From> void check_from(const Variant& v) {
  check_pair<From, float>(v);
  check_pair<From, int32_t>(v);
  check_pair<From, int64_t>(v);
  check_pair<From, uint8_t>(v);
  check_pair<From, int8_t>(v);
  check_pair<From, Bool>(v);
}

}  // namespace

TEST_CASE("cast from every type to every type") {
  for (const Variant& v : ESP_VARIANTS(cast)) {
    check_from<float>(v);
    check_from<int32_t>(v);
    check_from<int64_t>(v);
    check_from<uint8_t>(v);
    check_from<int8_t>(v);
    check_from<Bool>(v);
  }
}

TEST_CASE("normalize_u8 makes planes of floats from bytes") {
  struct Shape {
    esp_int batch, channels, spatial;
  };
  for (const Variant& v : ESP_VARIANTS(normalize_u8))
    for (const Shape& s : {Shape{2, 3, 28 * 28}, Shape{1, 3, 5000}, Shape{3, 1, 9}, Shape{2, 4, 33},
                           Shape{1, 7, 50}, Shape{0, 3, 4}, Shape{2, 3, 0}})
      for (bool interleaved : {false, true})
        for (bool plain : {false, true}) {
          CAPTURE(v.isa);
          CAPTURE(s.channels);
          CAPTURE(interleaved);
          const size_t size = static_cast<size_t>(s.batch * s.channels * s.spatial);
          Guarded<uint8_t> x(size);
          Guarded<float> y(size), mean(static_cast<size_t>(s.channels)), std(mean.size());
          for (size_t i = 0; i < size; ++i) x[i] = static_cast<uint8_t>(i * 37);
          for (size_t c = 0; c < mean.size(); ++c) {
            mean[c] = 0.4f + 0.05f * static_cast<float>(c);
            std[c] = 0.2f + 0.01f * static_cast<float>(c);
          }
          std::vector<double> expected(size);
          for (size_t i = 0; i < size; ++i) {
            const size_t pixels = static_cast<size_t>(s.spatial), channels = mean.size();
            const size_t n = i / (pixels * channels), c = i / pixels % channels, p = i % pixels;
            const uint8_t byte = interleaved ? x[(n * pixels + p) * channels + c] : x[i];
            expected[i] = byte / 255.0;
            if (!plain) expected[i] = (expected[i] - mean[c]) / std[c];
          }
          esp_normalize_u8_args args{x.data(),
                                     plain ? nullptr : mean.data(),
                                     plain ? nullptr : std.data(),
                                     y.data(),
                                     s.batch,
                                     s.channels,
                                     s.spatial,
                                     interleaved,
                                     1.0f / 255.0f};
          CHECK(run_both_ways(*v.kernel, args, y));
          CHECK(worst_error(y, expected) <= 1e-6);
        }
}
