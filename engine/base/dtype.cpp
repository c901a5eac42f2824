// SPDX-License-Identifier: Apache-2.0
#include "engine/base/dtype.h"

#include <array>
#include <limits>

namespace espalier {
namespace {

struct Entry {
  std::string_view name;
  int bits;
};

// Indexed by the value of the enumerator.
constexpr std::array<Entry, 27> table{{
    {"undefined", 0},      {"float32", 32},     {"uint8", 8},          {"int8", 8},
    {"uint16", 16},        {"int16", 16},       {"int32", 32},         {"int64", 64},
    {"string", 0},         {"bool", 8},         {"float16", 16},       {"float64", 64},
    {"uint32", 32},        {"uint64", 64},      {"complex64", 64},     {"complex128", 128},
    {"bfloat16", 16},      {"float8e4m3fn", 8}, {"float8e4m3fnuz", 8}, {"float8e5m2", 8},
    {"float8e5m2fnuz", 8}, {"uint4", 4},        {"int4", 4},           {"float4e2m1", 4},
    {"float8e8m0", 8},     {"uint2", 2},        {"int2", 2},
}};

const Entry& entry(DType t) {
  const auto i = static_cast<std::size_t>(t);
  return table[i < table.size() ? i : 0];
}

}  // namespace

std::string_view name(DType t) { return entry(t).name; }

std::optional<DType> dtype_from_name(std::string_view name) {
  for (std::size_t i = 1; i < table.size(); ++i)
    if (table[i].name == name) return static_cast<DType>(i);
  return std::nullopt;
}

int bits(DType t) { return entry(t).bits; }

std::size_t bytes_of(DType t, std::int64_t count) {
  const auto n = static_cast<std::size_t>(count);
  const auto b = static_cast<std::size_t>(bits(t));
  if (b == 0) return 0;
  if (b < 8) {
    const std::size_t per_byte = 8 / b;
    return n / per_byte + (n % per_byte != 0 ? 1 : 0);
  }
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(n, b / 8, &bytes)) return std::numeric_limits<std::size_t>::max();
  return bytes;
}

bool is_floating(DType t) {
  switch (t) {
    case DType::float16:
    case DType::bfloat16:
    case DType::float32:
    case DType::float64:
    case DType::float8e4m3fn:
    case DType::float8e4m3fnuz:
    case DType::float8e5m2:
    case DType::float8e5m2fnuz:
    case DType::float8e8m0:
    case DType::float4e2m1:
      return true;
    default:
      return false;
  }
}

bool is_integer(DType t) {
  switch (t) {
    case DType::int2:
    case DType::int4:
    case DType::int8:
    case DType::int16:
    case DType::int32:
    case DType::int64:
    case DType::uint2:
    case DType::uint4:
    case DType::uint8:
    case DType::uint16:
    case DType::uint32:
    case DType::uint64:
      return true;
    default:
      return false;
  }
}

}  // namespace espalier
