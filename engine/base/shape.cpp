// SPDX-License-Identifier: Apache-2.0
#include "engine/base/shape.h"

#include <algorithm>

#include "engine/base/message.h"

namespace espalier {

std::optional<std::int64_t> checked_count(const Shape& s) {
  std::int64_t product = 1;
  bool empty = false;
  for (const std::int64_t d : s) {
    if (d < 0) return std::nullopt;
    // A zero does not excuse the other dimensions: strides are computed from them.
    if (d == 0)
      empty = true;
    else if (__builtin_mul_overflow(product, d, &product))
      return std::nullopt;
  }
  return empty ? 0 : product;
}

std::int64_t count(const Shape& s) {
  const auto n = checked_count(s);
  if (!n)
    throw Error(ESP_TEXT("engine",
                         "The shape {} is not valid: a dimension is negative or the "
                         "number of elements does not fit in 63 bits."),
                to_string(s));
  return *n;
}

std::vector<std::int64_t> strides_of(const Shape& s) {
  std::vector<std::int64_t> strides(s.size());
  std::int64_t step = 1;
  for (std::size_t i = s.size(); i-- > 0;) {
    strides[i] = step;
    step *= std::max<std::int64_t>(s[i], 1);
  }
  return strides;
}

std::string to_string(const Shape& s) {
  std::string out = "[";
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (i > 0) out += ',';
    out += std::to_string(s[i]);
  }
  return out + "]";
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  Shape out(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (x != y && x != 1 && y != 1) return std::nullopt;
    out[out.size() - 1 - i] = x == 1 ? y : x;
  }
  return out;
}

}  // namespace espalier
