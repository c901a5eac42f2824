// SPDX-License-Identifier: Apache-2.0
//
// Text for people. A message keeps its template apart from its arguments so that the window can
// show it in the user's language; engine, command line and logs print it in English.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

// Marks a template for translation: ESP_TEXT("engine", "{}: expected {}, got {}"). The first argument
// is the translation context ("engine" for messages, "ops" for operator help).
#define ESP_TEXT(context, text) text

namespace espalier {

struct Message {
  struct Part;
  const char* format = "";  // a literal marked with ESP_TEXT; places are "{}" or "{0}"
  std::vector<Part> args;   // in order

  std::string text() const;
  bool empty() const { return *format == '\0'; }
  bool operator==(const Message& other) const { return text() == other.text(); }
};

// What stands at a place of a message: text, or a message of its own, which the window translates too.
struct Message::Part {
  std::string plain;
  std::vector<Message> inner;  // one, or none

  std::string text() const { return inner.empty() ? plain : inner.front().text(); }
};

template <class T> Message::Part part_of(const T& value) {
  if constexpr (std::is_same_v<T, Message>)
    return {{}, {value}};
  else
    return {fmt::format("{}", value), {}};
}

template <class... Args> Message message(const char* format, const Args&... args) {
  return {format, {part_of(args)...}};
}

// What is thrown for everything that the outside world can cause: a bad file, a missing device, a
// full disk. what() is the English sentence; it names the file and place, what was expected, what
// came and the cure.
class Error : public std::runtime_error {
 public:
  explicit Error(Message m) : std::runtime_error(m.text()), message_(std::move(m)) {}
  template <class... Args>
  explicit Error(const char* format, const Args&... args)
      : Error(espalier::message(format, args...)) {}
  const Message& message() const { return message_; }

 private:
  Message message_;
};

}  // namespace espalier
