// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace espalier {

// A concrete shape: dimensions ≥ 0, outermost first. A scalar is the empty vector.
using Shape = std::vector<std::int64_t>;

// Number of elements; nothing where the product leaves 63 bits (a hostile file) or a dimension is
// negative.
std::optional<std::int64_t> checked_count(const Shape& s);
// The same for shapes that were checked where they came in. Throws Error on overflow.
std::int64_t count(const Shape& s);
// Elements to step per dimension, row-major.
std::vector<std::int64_t> strides_of(const Shape& s);
std::string to_string(const Shape& s);  // "[2,3,28,28]"
// Numpy broadcasting of two shapes; nothing where they do not fit.
std::optional<Shape> broadcast(const Shape& a, const Shape& b);

}  // namespace espalier
