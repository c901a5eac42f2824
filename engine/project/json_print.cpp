// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "engine/project/json_reader.h"

namespace espalier {

std::string dumped(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string brief(const Json& value) {
  std::string text = dumped(value);
  if (text.size() > 60) {
    std::size_t end = 57;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    text = text.substr(0, end) + "…";
  }
  return text;
}

namespace {

constexpr std::size_t line_width = 110;

// What a reader looks for first; the others follow by name.
int rank(std::string_view key) {
  static constexpr std::string_view first[] = {"espalier",   "espalier-fragment",
                                               "id",         "name",
                                               "op",         "domain",
                                               "group",      "kind",
                                               "attributes", "inputs",
                                               "params",     "nodes",
                                               "epochs",     "batch_size",
                                               "train",      "test",
                                               "notes",      "graph",
                                               "groups",     "data",
                                               "training",   "weights"};
  const auto at = std::find(std::begin(first), std::end(first), key);
  return static_cast<int>(at - std::begin(first)) + (key == "layout" ? 1 : 0);  // comes last
}

// By rank; then ids in the order of their numbers, then names.
bool before(const std::string& a, const std::string& b) {
  const auto is_id = [](const std::string& t) {
    return !t.empty() &&
           std::all_of(t.begin(), t.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  const auto key = [&](const std::string& t) {
    const bool id = is_id(t);
    return std::make_tuple(rank(t), !id, id ? t.size() : 0, std::string_view(t));
  };
  return key(a) < key(b);
}

std::vector<Json::const_iterator> members(const Json& object) {
  std::vector<Json::const_iterator> all;
  for (auto at = object.begin(); at != object.end(); ++at) all.push_back(at);
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return before(a.key(), b.key()); });
  return all;
}

// Appends the value on one line; false (with the line in pieces) once it is longer than `room`.
bool print_line(const Json& value, std::size_t room, std::string& out) {
  const std::size_t start = out.size();
  const auto fits = [&] { return out.size() - start <= room; };
  const auto inner = [&](const Json& v) {
    return fits() && print_line(v, room - (out.size() - start), out);
  };
  if (value.is_object()) {
    out += '{';
    bool first = true;
    for (const auto& at : members(value)) {
      if (!first) out += ", ";
      first = false;
      out += dumped(Json(at.key())) + ": ";
      if (!inner(*at)) return false;
    }
    out += '}';
  } else if (value.is_array()) {
    out += '[';
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (i > 0) out += ", ";
      if (!inner(value[i])) return false;
    }
    out += ']';
  } else {
    out += dumped(value);
  }
  return fits();
}

void print(const Json& value, std::size_t indent, std::string& out) {
  const std::size_t start = out.size();
  const std::size_t room = line_width > indent ? line_width - indent : 0;
  if (print_line(value, room, out) || !value.is_structured() || value.empty()) return;
  out.resize(start);
  const std::string margin(indent + 2, ' ');
  out += value.is_object() ? '{' : '[';
  bool first = true;
  const auto begin_member = [&] {
    out += first ? "\n" : ",\n";
    first = false;
    out += margin;
  };
  if (value.is_object()) {
    for (const auto& at : members(value)) {
      begin_member();
      out += dumped(Json(at.key())) + ": ";
      print(*at, indent + 2, out);
    }
  } else {
    for (const Json& element : value) {
      begin_member();
      print(element, indent + 2, out);
    }
  }
  out += '\n' + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

}  // namespace

std::string pretty_json(const Json& value) {
  std::string out;
  print(value, 0, out);
  out += '\n';
  return out;
}

}  // namespace espalier
