// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/known.h"

#include <algorithm>

#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

constexpr std::int64_t longest_list = 64;

std::optional<Ints> numbers(const std::optional<std::vector<Dim>>& elements) {
  if (!elements) return std::nullopt;
  Ints out;
  for (const Dim& d : *elements) {
    const auto n = d.constant();
    if (!n) return std::nullopt;
    out.push_back(*n);
  }
  return out;
}

}  // namespace

Ints integers_of(const Tensor& t) {
  if (t.type() == DType::int32) {
    const auto v = t.values<std::int32_t>();
    return {v.begin(), v.end()};
  }
  const auto v = t.values<std::int64_t>();
  return {v.begin(), v.end()};
}

std::optional<std::vector<Dim>> known_elements(const InferContext& c, const char* attribute,
                                               std::size_t port) {
  if (is_wired(c.node(), port)) return c.input(port).elements;
  const Ints v = c.integers(attribute);
  return std::vector<Dim>(v.begin(), v.end());
}

std::optional<Ints> known_numbers(const InferContext& c, const char* attribute, std::size_t port) {
  return numbers(known_elements(c, attribute, port));
}

Ints known_numbers(const GradientContext& c, const char* attribute, std::size_t port) {
  if (!is_wired(c.node(), port)) return c.integers(attribute);
  const auto known = numbers(c.type(c.input(port)).elements);
  if (!known)
    throw Error(ESP_TEXT("engine", "{}: the numbers of {} must be known to train"), c.node().name,
                c.node().op->input(port).name);
  return *known;
}

Ints given_numbers(const ReferenceContext& c, const char* attribute, std::size_t port) {
  return c.has(port) ? integers_of(c.input(port)) : c.integers(attribute);
}

std::optional<std::string> unless_attributes(const RuleContext& c,
                                             std::initializer_list<std::size_t> ports) {
  for (const std::size_t port : ports)
    if (is_wired(c.node(), port))
      return fmt::format("{} is computed while it runs", c.node().op->input(port).name);
  return std::nullopt;
}

std::optional<std::size_t> known_length(InferContext& c, std::size_t port) {
  const auto s = known_shape(c, port);
  if (!s || s->size() != 1) return std::nullopt;
  const auto n = (*s)[0].constant();
  if (!n || *n < 0 || *n > longest_list) return std::nullopt;
  return static_cast<std::size_t>(*n);
}

SymShape broadcast_shapes(InferContext& c, const SymShape& x, const SymShape& y, std::size_t port) {
  const auto refusal = [&] {
    return message(ESP_TEXT("engine", "expected shapes that broadcast together, got {} and {}"),
                   shape_text(x), shape_text(y));
  };
  SymShape out(std::max(x.size(), y.size()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Dim p = i < x.size() ? x[x.size() - 1 - i] : Dim(1);
    const Dim q = i < y.size() ? y[y.size() - 1 - i] : Dim(1);
    Dim& to = out[out.size() - 1 - i];
    if (p == Dim(1) || q == Dim(1)) {
      to = p == Dim(1) ? q : p;
      continue;
    }
    c.require_equal(p, q, refusal(), static_cast<int>(port));
    to = q.is_constant() ? q : p;
  }
  return out;
}

Tensor filled(DType type, Shape shape, double value) {
  const auto fill = [&]<class T>(T) {
    Tensor t(type, shape);
    for (T& v : t.mutable_values<T>()) v = static_cast<T>(value);
    return t;
  };
  switch (type) {
    case DType::float32:
      return fill(float{});
    case DType::float64:
      return fill(double{});
    case DType::int8:
      return fill(std::int8_t{});
    case DType::int16:
      return fill(std::int16_t{});
    case DType::int32:
      return fill(std::int32_t{});
    case DType::int64:
      return fill(std::int64_t{});
    case DType::uint8:
      return fill(std::uint8_t{});
    case DType::uint16:
      return fill(std::uint16_t{});
    case DType::uint32:
      return fill(std::uint32_t{});
    case DType::uint64:
      return fill(std::uint64_t{});
    case DType::boolean:
      return fill(bool{});
    default:
      throw Error(ESP_TEXT("engine", "there are no constants of {} elements"), name(type));
  }
}

}  // namespace espalier
