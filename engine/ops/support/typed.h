// SPDX-License-Identifier: Apache-2.0
//
// References are written once for all element types.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/graph/rules.h"

namespace espalier {

[[noreturn]] inline void no_reference(const ReferenceContext& c, DType type) {
  c.fail(message(ESP_TEXT("engine", "{}: there is no reference for {} elements"), c.node().op->name,
                 name(type)));
}

// Calls f(T{}) with the C++ type of float32 or float64.
template <class F> void with_float(const ReferenceContext& c, DType type, F f) {
  switch (type) {
    case DType::float32:
      return f(float{});
    case DType::float64:
      return f(double{});
    default:
      no_reference(c, type);
  }
}

// The same with the integer types.
template <class F> void with_number(const ReferenceContext& c, DType type, F f) {
  switch (type) {
    case DType::int8:
      return f(std::int8_t{});
    case DType::int16:
      return f(std::int16_t{});
    case DType::int32:
      return f(std::int32_t{});
    case DType::int64:
      return f(std::int64_t{});
    case DType::uint8:
      return f(std::uint8_t{});
    case DType::uint16:
      return f(std::uint16_t{});
    case DType::uint32:
      return f(std::uint32_t{});
    case DType::uint64:
      return f(std::uint64_t{});
    default:
      return with_float(c, type, std::move(f));
  }
}

}  // namespace espalier
