// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "rule_probe.h"

using namespace espalier;
using testing::infer;

TEST_CASE("Conv keeps symbols and owns weights of the input's channels") {
  const auto v = infer(op("Conv"), {"N,3,H,224"},
                       {{"channels", 16}, {"auto_pad", "SAME_UPPER"}, {"strides", Ints{2, 2}}});
  CHECK(v.failure == "");
  CHECK(v.shape() == "[N,16," + ceil_div(Dim::symbol("H"), 2).text() + ",112]");
  CHECK(shape_text(*v.params[1].shape) == "[16,3,3,3]");
  CHECK(shape_text(*v.params[2].shape) == "[16]");
}

TEST_CASE("Conv without a bias has no B") {
  const auto v = infer(op("Conv"), {"1,3,9,9"}, {{"bias", false}});
  CHECK(v.failure == "");
  CHECK((v.params.size() < 3 || v.params[2].kind == Type::Kind::unknown));
}

TEST_CASE("Conv takes signals and volumes without further settings") {
  CHECK(infer(op("Conv"), {"N,4,100"}).shape() == "[N,32,98]");
  CHECK(infer(op("Conv"), {"N,4,9,9,9"}).shape() == "[N,32,7,7,7]");
}

TEST_CASE("Conv says what it expected") {
  const auto rank = infer(op("Conv"), {"3,224"});
  CHECK(rank.failure == "expected a 4-D input [N,C,H,W] for X, got [3,224]");
  CHECK(rank.diagnostic.input == 0);

  const auto kernel = infer(op("Conv"), {"N,3,100"}, {{"kernel_shape", Ints{5, 5}}});
  CHECK(kernel.failure == "kernel_shape: expected one number per spatial axis (of 1), got [5,5]");
  REQUIRE(kernel.diagnostic.fix);
  CHECK(std::get<Ints>(kernel.diagnostic.fix->value) == Ints{5});

  const auto group = infer(op("Conv"), {"N,3,8,8"}, {{"group", 2}});
  CHECK(group.failure == "group: expected a divisor of the 3 input channels, got 2");
  REQUIRE(group.diagnostic.fix);
  CHECK(std::get<std::int64_t>(group.diagnostic.fix->value) == 1);

  const auto channels = infer(op("Conv"), {"N,4,8,8"}, {{"group", 4}, {"channels", 6}});
  CHECK(channels.failure == "channels: expected a positive multiple of group (4), got 6");
  REQUIRE(channels.diagnostic.fix);
  CHECK(std::get<std::int64_t>(channels.diagnostic.fix->value) == 8);

  const auto window = infer(op("Conv"), {"N,1,2,8"});
  CHECK(window.failure ==
        "expected at least 3 elements with padding along spatial axis 0 for the window, got 2");
  REQUIRE(window.diagnostic.fix);
  CHECK(std::get<Ints>(window.diagnostic.fix->value) == Ints{2, 3});

  CHECK(infer(op("Conv"), {"N,C,8,8"}).failure ==
        "expected a known number of input channels, got C in [N,C,8,8]");
}

TEST_CASE("every fix of Conv cures what it is for") {
  const std::vector<std::pair<const char*, AttributeMap>> cases = {
      {"N,3,100", {{"kernel_shape", Ints{5, 5}}}},  {"N,3,8,8", {{"group", 2}}},
      {"N,4,8,8", {{"group", 4}, {"channels", 6}}}, {"N,1,2,8", {}},
      {"N,1,9,9", {{"strides", Ints{0, -3}}}},      {"N,1,9,9", {{"pads", Ints{1, 1}}}},
      {"N,1,9,9", {{"dilations", Ints{}}}},         {"N,1,9,9", {{"kernel_shape", Ints{0, 0}}}},
      {"N,1,9,9", {{"auto_pad", "SAME"}}},          {"N,1,9,9", {{"pads", Ints{-1, 0, 0, 0}}}}};
  for (const auto& [input, attributes] : cases) {
    AttributeMap now = attributes;
    auto v = infer(op("Conv"), {input}, now);
    CAPTURE(v.failure);
    CHECK(v.failure != "");
    REQUIRE(v.diagnostic.fix);
    now.insert_or_assign(v.diagnostic.fix->attribute, v.diagnostic.fix->value);
    CHECK(infer(op("Conv"), {input}, now).failure == "");
  }
}

TEST_CASE("Conv takes its channels from wired weights") {
  CHECK(infer(op("Conv"), {"N,3,8,8", "7,3,5,5"}, {{"bias", false}}).shape() == "[N,7,4,4]");
  CHECK(infer(op("Conv"), {"N,3,8,8", "M,3,1,1"}, {{"bias", false}}).shape() == "[N,M,8,8]");
  CHECK(infer(op("Conv"), {"N,3,8,8", "7,2,5,5"}, {{"bias", false}}).failure ==
        "expected W of shape 7×3×5×5, got 7×2×5×5");
  CHECK(infer(op("Conv"), {"N,3,8,8", ""}, {{"bias", false}}).failure != "");
}

TEST_CASE("no attribute brings a window's shape rule down") {
  const std::int64_t extremes[] = {INT64_MIN, -1, 0, 1, 7, INT32_MAX, INT64_MAX};
  const char* names[] = {"kernel_shape", "strides", "dilations", "pads"};
  for (const char* kind : {"Conv", "MaxPool", "AveragePool"})
    for (const char* name : names)
      for (const std::int64_t a : extremes)
        for (const std::int64_t b : extremes)
          for (const char* input : {"N,2,8,8", "2,2,9223372036854775807,3", "0,2,0,5", "N,2,H,W"}) {
            AttributeMap attributes{
                {name, name == std::string("pads") ? Ints{a, b, b, a} : Ints{a, b}}};
            CHECK_NOTHROW(infer(op(kind), {input}, attributes));
            attributes.emplace("auto_pad", "SAME_LOWER");
            CHECK_NOTHROW(infer(op(kind), {input}, attributes));
          }
}
