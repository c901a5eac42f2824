// SPDX-License-Identifier: Apache-2.0
#include "engine/project/value_text.h"

#include <charconv>
#include <cmath>

namespace espalier {
namespace {

std::string_view trimmed(std::string_view t) {
  const std::size_t first = t.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return t.substr(first, t.find_last_not_of(" \t") - first + 1);
}

template <class T> std::optional<T> number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  T v{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return v;
}

}  // namespace

std::optional<std::int64_t> integer_from_text(std::string_view text) {
  return number<std::int64_t>(text);
}

std::optional<double> real_from_text(std::string_view text) {
  const auto v = number<double>(text);
  return v && std::isfinite(*v) ? v : std::nullopt;
}

std::optional<bool> flag_from_text(std::string_view text) {
  text = trimmed(text);
  if (text == "true" || text == "yes" || text == "on" || text == "1") return true;
  if (text == "false" || text == "no" || text == "off" || text == "0") return false;
  return std::nullopt;
}

std::vector<std::string> list_from_text(std::string_view text) {
  std::vector<std::string> parts;
  if (trimmed(text).empty()) return parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace espalier
