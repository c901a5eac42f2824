// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/base/dtype.h"

namespace espalier {

// Whether an element is NaN or infinite: all bits of its exponent are set. Types without such values
// have none.
inline bool has_non_finite(DType type, const std::byte* data, std::int64_t count) {
  const auto any = [&]<class T>(T mask) {
    for (std::int64_t i = 0; i < count; ++i) {
      T bits;
      std::memcpy(&bits, data + static_cast<std::size_t>(i) * sizeof bits, sizeof bits);
      if ((bits & mask) == mask) return true;
    }
    return false;
  };
  switch (type) {
    case DType::float32:
      return any(std::uint32_t{0x7f800000});
    case DType::float64:
      return any(std::uint64_t{0x7ff0000000000000});
    case DType::float16:
      return any(std::uint16_t{0x7c00});
    case DType::bfloat16:
      return any(std::uint16_t{0x7f80});
    default:
      return false;
  }
}

}  // namespace espalier
