// SPDX-License-Identifier: Apache-2.0
//
// Reading JSON that a stranger may have written: every access is checked and every complaint names
// the place, what was expected and what came. Members that nobody asked for are kept by place.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "engine/base/message.h"

namespace espalier {

using Json = nlohmann::json;
using UnknownFields = std::map<std::string, std::string>;  // JSON text by place

// Parses; refuses what is no JSON (with its line), or nested more than 100 deep. `origin` is the
// file's name for messages.
Json parse_json(std::string_view text, const std::string& origin);

// JSON for people and for version control: what fits on a line is on one.
std::string pretty_json(const Json& value);

// On one line without blanks; bytes that are no UTF-8 are replaced.
std::string dumped(const Json& value);

// A short text of a value for messages.
std::string brief(const Json& value);

// A value with its place; cheap to copy. The value must outlive it.
class JsonValue {
 public:
  JsonValue(const Json& value, std::string place, const std::string& origin)
      : value_(&value), place_(std::move(place)), origin_(&origin) {}
  const Json& json() const { return *value_; }
  const std::string& place() const { return place_; }
  const std::string& origin() const { return *origin_; }

  std::int64_t integer() const;
  std::int64_t integer(std::int64_t minimum, std::int64_t maximum) const;
  double real() const;  // finite
  bool flag() const;
  std::string text(std::size_t limit = 1'000'000) const;
  JsonValue at(std::size_t index) const;  // of an array
  std::size_t array_size(std::size_t limit) const;
  void require_object() const;
  // A template with places for file, place and what came, then for the rest: "{}: {}: expected a
  // list, got {}."
  template <class... Args>
  [[noreturn]] void expected(const char* format, const Args&... args) const {
    throw Error(format, *origin_, place_.empty() ? std::string("/") : place_, brief(*value_),
                args...);
  }
  [[noreturn]] void fail(const Message& m) const;  // puts file and place in front

 private:
  const Json* value_;
  std::string place_;
  const std::string* origin_;
};

// An object's members. `unknown` may be null; where it is not, finish() adds what nobody asked for.
class JsonObject {
 public:
  JsonObject(JsonValue value, UnknownFields* unknown);
  const JsonValue& value() const { return value_; }
  bool has(const char* name);
  JsonValue get(const char* name);  // fails where it is missing
  // The member's value, or the fallback where it is missing.
  std::int64_t integer(const char* name, std::int64_t fallback, std::int64_t minimum,
                       std::int64_t maximum);
  double real(const char* name, double fallback);
  bool flag(const char* name, bool fallback);
  std::string text(const char* name, std::string fallback, std::size_t limit = 1'000'000);
  UnknownFields* unknown() const { return unknown_; }
  void finish();

 private:
  JsonValue value_;
  UnknownFields* unknown_;
  std::set<std::string> known_;
};

// Puts kept members back where their parents still are. Places are "a/b/#12/c": object members by
// name, elements of an array of objects by their "id".
void restore_unknown(Json& document, const UnknownFields& unknown);
std::string joined_place(const std::string& place, std::string_view member);

}  // namespace espalier
