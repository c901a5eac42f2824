// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/integer.h"

#include <doctest/doctest.h>

#include "engine/kernels/cast.h"
#include "guarded.h"

using namespace espalier::testing;

namespace {

template <class T> constexpr esp_cast_type kType = ESP_CAST_INT64;
template <> constexpr esp_cast_type kType<int32_t> = ESP_CAST_INT32;
template <> constexpr esp_cast_type kType<uint8_t> = ESP_CAST_UINT8;
template <> constexpr esp_cast_type kType<int8_t> = ESP_CAST_INT8;

template <class T> T expected(int operation, T a, T b) {
  T wrapped;  // the low bits, as the compiler's functions promise
  switch (operation) {
    case ESP_INTEGER_ADD:
      return __builtin_add_overflow(a, b, &wrapped), wrapped;
    case ESP_INTEGER_SUB:
      return __builtin_sub_overflow(a, b, &wrapped), wrapped;
    case ESP_INTEGER_MUL:
      return __builtin_mul_overflow(a, b, &wrapped), wrapped;
    case ESP_INTEGER_DIV:
      if (b == 0) return 0;
      if (std::is_signed_v<T> && b == static_cast<T>(-1))
        return __builtin_sub_overflow(T(0), a, &wrapped), wrapped;
      return static_cast<T>(a / b);
    case ESP_INTEGER_MAX:
      return std::max(a, b);
    default:
      return std::min(a, b);
  }
}

// Every number at which something may go wrong with every other, in place and not.
template <class T> void check(const Variant& v) {
  using Limits = std::numeric_limits<T>;
  const T some[] = {Limits::min(),
                    static_cast<T>(Limits::min() + 1),
                    T(0),
                    T(1),
                    T(2),
                    T(7),
                    static_cast<T>(-1),
                    static_cast<T>(-7),
                    Limits::max()};
  const size_t n = std::size(some);
  for (int operation = ESP_INTEGER_ADD; operation <= ESP_INTEGER_MIN; ++operation)
    for (const bool in_place : {false, true}) {
      CAPTURE(v.isa);
      CAPTURE(operation);
      CAPTURE(kType<T>);
      // rows of n: a goes along a row, b along the rows; the last axis of b is broadcast
      Guarded<T> a(n * n), b(n), y(n * n);
      for (size_t i = 0; i < n * n; ++i) a[i] = some[i % n];
      for (size_t i = 0; i < n; ++i) b[i] = some[i];
      esp_integer_args args{};
      args.a = reinterpret_cast<const uint8_t*>(a.data());
      args.b = reinterpret_cast<const uint8_t*>(b.data());
      args.y = reinterpret_cast<uint8_t*>(in_place ? a.data() : y.data());
      args.type = kType<T>;
      args.operation = operation;
      args.rank = 2;
      args.shape[0] = args.shape[1] = static_cast<esp_int>(n);
      args.a_strides[0] = static_cast<esp_int>(n);
      args.a_strides[1] = 1;
      args.b_strides[0] = 1;
      v.kernel->tile(&args, 0, v.kernel->tiles(&args), nullptr);
      const Guarded<T>& got = in_place ? a : y;
      size_t wrong = 0;
      for (size_t i = 0; i < n * n; ++i)
        wrong += got[i] != expected(operation, some[i % n], some[i / n]);
      CHECK(wrong == 0);
    }
}

}  // namespace

TEST_CASE("integers wrap around, and a division has a result whatever it divides by") {
  for (const Variant& v : ESP_VARIANTS(integer)) {
    check<int32_t>(v);
    check<int64_t>(v);
    check<uint8_t>(v);
    check<int8_t>(v);
  }
}

TEST_CASE("integers in several tiles") {
  for (const Variant& v : ESP_VARIANTS(integer)) {
    const size_t n = 3 * 16384 + 5;
    Guarded<int32_t> a(n), y(n);
    for (size_t i = 0; i < n; ++i) a[i] = static_cast<int32_t>(i * 2654435761u);
    esp_integer_args args{};
    args.a = args.b = reinterpret_cast<const uint8_t*>(a.data());
    args.y = reinterpret_cast<uint8_t*>(y.data());
    args.type = ESP_CAST_INT32;
    args.operation = ESP_INTEGER_MUL;
    args.rank = 1;
    args.shape[0] = static_cast<esp_int>(n);
    args.a_strides[0] = args.b_strides[0] = 1;
    CHECK(run_both_ways(*v.kernel, args, y));
    size_t wrong = 0;
    for (size_t i = 0; i < n; ++i) wrong += y[i] != expected(ESP_INTEGER_MUL, a[i], a[i]);
    CHECK(wrong == 0);
  }
}
