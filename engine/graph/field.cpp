// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/field.h"

#include <algorithm>
#include <limits>

namespace espalier {
namespace {

constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();

std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  return __builtin_mul_overflow(a, b, &r) ? top : r;
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  return __builtin_add_overflow(a, b, &r) ? top : r;
}

std::int64_t at(const std::vector<std::int64_t>& v, std::size_t i) {
  return i < v.size() ? v[i] : 1;
}

}  // namespace

Field unit_field(std::size_t axes) {
  return {std::vector<std::int64_t>(axes, 1), std::vector<std::int64_t>(axes, 1)};
}

Field merged(const Field& a, const Field& b, std::size_t axes) {
  const bool use_a = !a.empty() && a.size.size() == axes;
  const bool use_b = !b.empty() && b.size.size() == axes;
  if (!use_a || !use_b) return use_a ? a : use_b ? b : Field{};
  Field f = a;
  for (std::size_t i = 0; i < axes; ++i) {
    f.size[i] = std::max(f.size[i], b.size[i]);
    f.jump[i] = std::max(f.jump[i], b.jump[i]);
  }
  return f;
}

Field through(const Field& in, const std::optional<Window>& window) {
  if (!window || in.empty()) return in;
  if (window->kernel.size() != in.size.size()) return {};
  Field f = in;
  for (std::size_t i = 0; i < f.size.size(); ++i) {
    const std::int64_t reach =
        times(std::max<std::int64_t>(window->kernel[i] - 1, 0), at(window->dilation, i));
    f.size[i] = plus(in.size[i], times(reach, in.jump[i]));
    f.jump[i] = times(in.jump[i], at(window->stride, i));
  }
  return f;
}

Field composed(const Field& in, const Field& body) {
  if (in.size.size() != body.size.size()) return {};
  Field f = in;
  for (std::size_t i = 0; i < f.size.size(); ++i) {
    f.size[i] = plus(in.size[i], times(body.size[i] - 1, in.jump[i]));
    f.jump[i] = times(in.jump[i], body.jump[i]);
  }
  return f;
}

}  // namespace espalier
