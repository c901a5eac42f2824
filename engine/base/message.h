// SPDX-License-Identifier: Apache-2.0
//
// Text for people. A message keeps its template apart from its arguments so that the window can
// show it in the user's language; engine, command line and logs print it in English.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

// Marks a template for translation: ESP_TEXT("engine", "{}: expected {}, got {}"). The first argument
// is the translation context ("engine" for messages, "ops" for operator help).
#define ESP_TEXT(context, text) text

namespace espalier {

struct Message {
  const char* format = "";        // a literal marked with ESP_TEXT; places are "{}" or "{0}"
  std::vector<std::string> args;  // already text, in order

  std::string text() const;
  bool empty() const { return *format == '\0'; }
  bool operator==(const Message& other) const { return text() == other.text(); }
};

template <class... Args> Message message(const char* format, const Args&... args) {
  return {format, {fmt::format("{}", args)...}};
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
