// SPDX-License-Identifier: Apache-2.0
#include "engine/base/message.h"

#include <doctest/doctest.h>

using namespace espalier;

TEST_CASE("message: places are filled in order or by number") {
  CHECK(message("{}: expected {}, got {}", "a.idx", 3, 2.5).text() == "a.idx: expected 3, got 2.5");
  CHECK(message("{1} before {0}", "x", "y").text() == "y before x");
  CHECK(message("{{}} {}", 1).text() == "{} 1");
}

TEST_CASE("message: braces that are no places and missing arguments stay") {
  CHECK(message("{a} {} {}", 1).text() == "{a} 1 {}");
  CHECK(Message{}.empty());
  CHECK(message("a {}", "{}").text() == "a {}");
}

TEST_CASE("error: keeps template and text") {
  const Error e(ESP_TEXT("engine", "{} is missing"), "w");
  CHECK(std::string(e.what()) == "w is missing");
  REQUIRE(e.message().args.size() == 1);
  CHECK(e.message().args.front().plain == "w");
}

TEST_CASE("message: a message at a place of another stays one") {
  const Message inner = message("expected {}, got {}", 1, 2),
                outer = message("{}: {}", "relu", inner);
  CHECK(outer.text() == "relu: expected 1, got 2");
  REQUIRE(outer.args[1].inner.size() == 1);
  CHECK(outer.args[1].inner.front() == inner);
}
