// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "engine/base/number_text.h"

namespace espalier {

std::string_view name(Category c) {
  static constexpr std::array<std::string_view, 11> names = {
      "data",  "linear",    "activation", "normalization", "pooling", "shape",
      "merge", "recurrent", "loss",       "group",         "hidden"};
  return names[static_cast<std::size_t>(c)];
}

// ---- specs

const AttrSpec* OpSpec::attribute(std::string_view wanted) const {
  for (const AttrSpec& a : attributes) {
    if (wanted == a.name) return &a;
  }
  return nullptr;
}

int OpSpec::input_index(std::string_view wanted) const {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (wanted == inputs[i].name) return static_cast<int>(i);
  }
  return -1;
}

namespace {

const PortSpec& port_of(const std::vector<PortSpec>& ports, std::size_t port) {
  static const PortSpec none;
  if (port < ports.size()) return ports[port];
  return !ports.empty() && ports.back().variadic ? ports.back() : none;
}

// Far above any drawing, and small enough that a damaged file cannot ask for much memory.
constexpr std::size_t largest_variadic = 65536;

std::size_t largest_count(const std::vector<PortSpec>& ports) {
  return !ports.empty() && ports.back().variadic ? largest_variadic : ports.size();
}

}  // namespace

const PortSpec& OpSpec::input(std::size_t port) const { return port_of(inputs, port); }
const PortSpec& OpSpec::output(std::size_t port) const { return port_of(outputs, port); }
std::size_t largest_input_count(const OpSpec& op) { return largest_count(op.inputs); }
std::size_t largest_output_count(const OpSpec& op) { return largest_count(op.outputs); }

// ---- nodes

bool port_present(const Node& node, std::size_t port) {
  if (port >= largest_input_count(*node.op)) return false;
  const PortSpec& spec = node.op->input(port);
  return *spec.present_if == '\0' || attribute<bool>(node, spec.present_if);
}

bool is_wired(const Node& node, std::size_t port) {
  return port < node.inputs.size() && static_cast<bool>(node.inputs[port]);
}

bool owns_param(const Node& node, std::size_t port) {
  return port_present(node, port) && node.op->input(port).kind != PortKind::data &&
         !is_wired(node, port);
}

Initializer initializer_of(const Node& node, std::size_t port) {
  if (port < node.params.size() && !node.params[port].initializer.kind.empty()) {
    return node.params[port].initializer;
  }
  const Initializer& usual = node.op->input(port).initializer;
  return usual.kind.empty() ? Initializer{"torch_default", 1} : usual;
}

Node make_node(const OpSpec& op) {
  Node node;
  node.op = &op;
  node.name = op.name;
  std::transform(node.name.begin(), node.name.end(), node.name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::replace(node.name.begin(), node.name.end(), '/', '.');
  node.outputs = static_cast<std::uint32_t>(op.visible_outputs);
  return node;
}

// ---- attributes

AttrValue converted(AttrValue value, AttrType to) {
  if (type_of(value) == to) return value;
  const auto* integer = std::get_if<std::int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  const auto* flag = std::get_if<bool>(&value);
  const auto* text = std::get_if<std::string>(&value);
  const auto* integers = std::get_if<std::vector<std::int64_t>>(&value);
  switch (to) {
    case AttrType::integer:
      if (flag) return std::int64_t{*flag};
      if (real && std::nearbyint(*real) == *real && std::abs(*real) < 9e15) {
        return static_cast<std::int64_t>(*real);
      }
      break;
    case AttrType::real:
      if (integer) return static_cast<double>(*integer);
      break;
    case AttrType::flag:
      if (integer && (*integer == 0 || *integer == 1)) return *integer == 1;
      break;
    case AttrType::integers:
      if (integer) return std::vector<std::int64_t>{*integer};
      break;
    case AttrType::reals:
      if (real) return std::vector<double>{*real};
      if (integer) return std::vector<double>{static_cast<double>(*integer)};
      if (integers) return std::vector<double>(integers->begin(), integers->end());
      break;
    case AttrType::texts:
      if (text) return std::vector<std::string>{*text};
      break;
    case AttrType::shape:
      if (integers) return SymShape(integers->begin(), integers->end());
      if (text) {
        try {
          return parse_shape(*text);
        } catch (const Error&) {
          break;  // stays a text, which attribute_problem refuses
        }
      }
      break;
    default:
      break;
  }
  return value;
}

SymShape parse_shape(std::string_view text) {
  SymShape shape;
  std::size_t begin = 0;
  int depth = 0;
  const auto take = [&](std::size_t end) {
    shape.push_back(parse_dim(text.substr(begin, end - begin)));
  };
  if (text.find_first_not_of(" \t") == std::string_view::npos) return shape;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (text[i] != ',' || depth > 0) continue;
    take(i);
    begin = i + 1;
  }
  take(text.size());
  return shape;
}

namespace {

const char* wrong_type(AttrType expected) {
  switch (expected) {
    case AttrType::integer:
      return ESP_TEXT("engine", "{}: expected a whole number, got {}");
    case AttrType::real:
      return ESP_TEXT("engine", "{}: expected a number, got {}");
    case AttrType::flag:
      return ESP_TEXT("engine", "{}: expected on or off, got {}");
    case AttrType::text:
      return ESP_TEXT("engine", "{}: expected a text, got {}");
    case AttrType::integers:
      return ESP_TEXT("engine", "{}: expected whole numbers, got {}");
    case AttrType::reals:
      return ESP_TEXT("engine", "{}: expected numbers, got {}");
    case AttrType::texts:
      return ESP_TEXT("engine", "{}: expected texts, got {}");
    case AttrType::shape:
      return ESP_TEXT("engine", "{}: expected a shape such as N,1,28,28, got {}");
    case AttrType::tensor:
      return ESP_TEXT("engine", "{}: expected a tensor, got {}");
    case AttrType::graph:
      return ESP_TEXT("engine", "{}: expected a graph, got {}");
  }
  return "";
}

Message out_of_bounds(const AttrSpec& spec, double v) {
  if (std::isinf(spec.maximum)) {
    return message(ESP_TEXT("engine", "{}: expected at least {}, got {}"), spec.name,
                   number_text(spec.minimum), number_text(v));
  }
  if (std::isinf(spec.minimum)) {
    return message(ESP_TEXT("engine", "{}: expected at most {}, got {}"), spec.name,
                   number_text(spec.maximum), number_text(v));
  }
  return message(ESP_TEXT("engine", "{}: expected {} to {}, got {}"), spec.name,
                 number_text(spec.minimum), number_text(spec.maximum), number_text(v));
}

}  // namespace

Message attribute_problem(const AttrSpec& spec, const AttrValue& value) {
  if (type_of(value) != spec.type) {
    return message(wrong_type(spec.type), spec.name, to_string(value));
  }
  // Not (a ≤ x ≤ b) also catches not-a-number, unless nothing is bounded.
  const bool bounded = !std::isinf(spec.minimum) || !std::isinf(spec.maximum);
  const auto outside = [&](double v) {
    return bounded && !(v >= spec.minimum && v <= spec.maximum);
  };
  if (const auto* v = std::get_if<std::int64_t>(&value)) {
    if (outside(static_cast<double>(*v))) return out_of_bounds(spec, static_cast<double>(*v));
  } else if (const auto* r = std::get_if<double>(&value)) {
    if (outside(*r)) return out_of_bounds(spec, *r);
  } else if (const auto* vs = std::get_if<std::vector<std::int64_t>>(&value)) {
    for (const std::int64_t x : *vs) {
      if (outside(static_cast<double>(x))) return out_of_bounds(spec, static_cast<double>(x));
    }
  } else if (const auto* rs = std::get_if<std::vector<double>>(&value)) {
    for (const double x : *rs) {
      if (outside(x)) return out_of_bounds(spec, x);
    }
  } else if (const auto* text = std::get_if<std::string>(&value); text && !spec.choices.empty()) {
    const bool known = std::any_of(spec.choices.begin(), spec.choices.end(),
                                   [&](const char* c) { return *text == c; });
    if (!known) {
      return message(ESP_TEXT("engine", "{}: expected one of {}, got {}"), spec.name,
                     fmt::format("{}", fmt::join(spec.choices, ", ")), *text);
    }
  }
  return {};
}

template <class T> T attribute(const Node& node, std::string_view name) {
  const auto as_wanted = [](const AttrValue& v) -> std::optional<T> {
    if (const T* t = std::get_if<T>(&v)) return *t;
    const AttrValue other = converted(v, type_of(AttrValue(T{})));
    if (const T* t = std::get_if<T>(&other)) return *t;
    return {};
  };
  if (const auto at = node.attributes.find(name); at != node.attributes.end()) {
    if (auto v = as_wanted(at->second)) return *v;
  }
  const AttrSpec* spec = node.op->attribute(name);
  if (spec && spec->fallback) {
    if (auto v = as_wanted(*spec->fallback)) return *v;
  }
  return T{};
}

template std::int64_t attribute<std::int64_t>(const Node&, std::string_view);
template double attribute<double>(const Node&, std::string_view);
template bool attribute<bool>(const Node&, std::string_view);
template std::string attribute<std::string>(const Node&, std::string_view);
template std::vector<std::int64_t> attribute<std::vector<std::int64_t>>(const Node&,
                                                                        std::string_view);
template std::vector<double> attribute<std::vector<double>>(const Node&, std::string_view);
template std::vector<std::string> attribute<std::vector<std::string>>(const Node&,
                                                                      std::string_view);
template SymShape attribute<SymShape>(const Node&, std::string_view);
template Tensor attribute<Tensor>(const Node&, std::string_view);
template Subgraph attribute<Subgraph>(const Node&, std::string_view);

}  // namespace espalier
