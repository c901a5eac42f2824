// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/attribute.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/graph/graph.h"

namespace espalier {

bool Subgraph::operator==(const Subgraph& other) const {
  if (graph == other.graph) return true;
  return graph && other.graph && graph->same_as(*other.graph);
}

AttrType type_of(const AttrValue& v) {
  static_assert(std::variant_size_v<AttrValue> == 10);
  return static_cast<AttrType>(v.index());
}

namespace {

// Not-a-number equals itself: an edit that sets it again is none.
bool same(double a, double b) {
  return a == b || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

std::string number(double v) { return fmt::format("{:.7g}", v); }
std::string number(std::int64_t v) { return fmt::format("{}", v); }
std::string number(const std::string& v) { return v; }

template <class T> std::string joined(const std::vector<T>& values, const char* between) {
  std::string text;
  for (const T& v : values) {
    if (!text.empty()) text += between;
    text += number(v);
  }
  return text;
}

struct Printer {
  std::string operator()(std::int64_t v) const { return number(v); }
  std::string operator()(double v) const { return number(v); }
  std::string operator()(bool v) const { return v ? "on" : "off"; }
  std::string operator()(const std::string& v) const { return v; }
  std::string operator()(const std::vector<std::int64_t>& v) const { return joined(v, " × "); }
  std::string operator()(const std::vector<double>& v) const { return joined(v, ", "); }
  std::string operator()(const std::vector<std::string>& v) const { return joined(v, ", "); }
  std::string operator()(const SymShape& v) const { return to_string(v); }
  std::string operator()(const Tensor& v) const {
    return v ? fmt::format("{} {}", name(v.type()), to_string(v.shape())) : std::string();
  }
  std::string operator()(const Subgraph& v) const {
    return v.graph ? fmt::format("{} nodes", v.graph->size()) : std::string();
  }
};

}  // namespace

bool equal(const AttrValue& a, const AttrValue& b) {
  if (a.index() != b.index()) return false;
  if (const auto* x = std::get_if<double>(&a)) return same(*x, std::get<double>(b));
  if (const auto* x = std::get_if<Tensor>(&a)) return x->identical(std::get<Tensor>(b));
  if (const auto* x = std::get_if<Subgraph>(&a)) return *x == std::get<Subgraph>(b);
  if (const auto* x = std::get_if<std::vector<double>>(&a)) {
    const auto& y = std::get<std::vector<double>>(b);
    return std::equal(x->begin(), x->end(), y.begin(), y.end(), same);
  }
  if (const auto* x = std::get_if<SymShape>(&a)) return *x == std::get<SymShape>(b);
  if (const auto* x = std::get_if<std::string>(&a)) return *x == std::get<std::string>(b);
  if (const auto* x = std::get_if<bool>(&a)) return *x == std::get<bool>(b);
  if (const auto* x = std::get_if<std::int64_t>(&a)) return *x == std::get<std::int64_t>(b);
  if (const auto* x = std::get_if<std::vector<std::int64_t>>(&a)) {
    return *x == std::get<std::vector<std::int64_t>>(b);
  }
  return std::get<std::vector<std::string>>(a) == std::get<std::vector<std::string>>(b);
}

std::string to_string(const AttrValue& v) { return std::visit(Printer{}, v); }

}  // namespace espalier
