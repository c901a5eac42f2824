// SPDX-License-Identifier: Apache-2.0
#include "engine/project/json_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace espalier {
namespace {

constexpr int deepest = 100;

// The parser itself does not recurse, but what walks the result does.
bool too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace

Json parse_json(std::string_view text, const std::string& origin) {
  if (too_deep(text)) {
    throw Error(ESP_TEXT("engine", "{}: it is nested more than {} deep."), origin, deepest);
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& e) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(e.byte, text.size()));
    const auto line = 1 + std::count(text.begin(), end, '\n');
    throw Error(ESP_TEXT("engine", "{}: line {} is not valid JSON; the file is cut or damaged."),
                origin, line);
  }
}

// ---- values

void JsonValue::require_object() const {
  if (!value_->is_object()) {
    expected(ESP_TEXT("engine", "{}: {}: expected an object, got {}."));
  }
}

void JsonValue::fail(const Message& m) const {
  throw Error(ESP_TEXT("engine", "{}: {}: {}"), *origin_, place_, m.text());
}

std::int64_t JsonValue::integer() const {
  const bool fits = value_->is_number_integer() &&
                    (!value_->is_number_unsigned() ||
                     value_->get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
  if (!fits) expected(ESP_TEXT("engine", "{}: {}: expected a whole number, got {}."));
  return value_->get<std::int64_t>();
}

std::int64_t JsonValue::integer(std::int64_t minimum, std::int64_t maximum) const {
  const std::int64_t v = integer();
  if (v < minimum || v > maximum) {
    expected(ESP_TEXT("engine", "{0}: {1}: expected a whole number from {3} to {4}, got {2}."),
             minimum, maximum);
  }
  return v;
}

double JsonValue::real() const {
  if (!value_->is_number() || !std::isfinite(value_->get<double>()))
    expected(ESP_TEXT("engine", "{}: {}: expected a number, got {}."));
  return value_->get<double>();
}

bool JsonValue::flag() const {
  if (!value_->is_boolean())
    expected(ESP_TEXT("engine", "{}: {}: expected true or false, got {}."));
  return value_->get<bool>();
}

std::string JsonValue::text(std::size_t limit) const {
  if (!value_->is_string()) expected(ESP_TEXT("engine", "{}: {}: expected a text, got {}."));
  const auto& text = value_->get_ref<const std::string&>();
  if (text.size() > limit)
    expected(ESP_TEXT("engine", "{0}: {1}: expected a text of at most {3} bytes, got {2}."), limit);
  return text;
}

std::size_t JsonValue::array_size(std::size_t limit) const {
  if (!value_->is_array()) expected(ESP_TEXT("engine", "{}: {}: expected a list, got {}."));
  if (value_->size() > limit)
    expected(ESP_TEXT("engine", "{0}: {1}: expected a list of at most {3}, got {2}."), limit);
  return value_->size();
}

JsonValue JsonValue::at(std::size_t index) const {
  return {value_->at(index), joined_place(place_, std::to_string(index)), *origin_};
}

// ---- objects

JsonObject::JsonObject(JsonValue value, UnknownFields* unknown)
    : value_(std::move(value)), unknown_(unknown) {
  value_.require_object();
}

bool JsonObject::has(const char* name) {
  known_.insert(name);
  return value_.json().contains(name);
}

JsonValue JsonObject::get(const char* name) {
  if (!has(name)) {
    value_.fail(message(ESP_TEXT("engine", "{} is missing; the file is cut or damaged."), name));
  }
  return {value_.json().at(name), joined_place(value_.place(), name), value_.origin()};
}

std::int64_t JsonObject::integer(const char* name, std::int64_t fallback, std::int64_t minimum,
                                 std::int64_t maximum) {
  return has(name) ? get(name).integer(minimum, maximum) : fallback;
}
double JsonObject::real(const char* name, double fallback) {
  return has(name) ? get(name).real() : fallback;
}
bool JsonObject::flag(const char* name, bool fallback) {
  return has(name) ? get(name).flag() : fallback;
}
std::string JsonObject::text(const char* name, std::string fallback, std::size_t limit) {
  return has(name) ? get(name).text(limit) : fallback;
}

void JsonObject::finish() {
  if (!unknown_) return;
  for (const auto& [name, member] : value_.json().items()) {
    if (!known_.contains(name)) {
      unknown_->insert_or_assign(joined_place(value_.place(), name), dumped(member));
    }
  }
}

}  // namespace espalier
