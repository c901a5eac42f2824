// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shape/pad.h"

#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

std::vector<Sample> pad_samples() {
  const auto pads = [](const Ints& p, const char* mode) {
    return AttributeMap{{"pads", p}, {"mode", std::string(mode)}};
  };
  AttributeMap sevens = pads({1, 0, 0, 2}, "constant"), one = pads({2, 1}, "edge");
  sevens["value"] = 7.0;
  one["axes"] = Ints{-1};
  return {{.name = "image",
           .attributes = pads({0, 0, 1, 2, 0, 0, 1, 0}, "constant"),
           .inputs = {{.shape = {2, 3, 4, 5}}}},
          {.name = "a number", .attributes = sevens, .inputs = {{.shape = {3, 4}}}},
          {.name = "taken away",
           .attributes = pads({-1, 2, 0, -2}, "constant"),
           .inputs = {{.shape = {4, 5}}}},
          {.name = "edge", .attributes = pads({1, 2, 0, 3}, "edge"), .inputs = {{.shape = {3, 4}}}},
          {.name = "reflect",
           .attributes = pads({2, 1, 1, 3}, "reflect"),
           .inputs = {{.shape = {3, 4}}}},
          {.name = "wrap",
           .attributes = pads({2, 0, 0, 3}, "wrap"),
           .inputs = {{.shape = {3, 4}}},
           .onnx = false},
          {.name = "one axis", .attributes = one, .inputs = {{.shape = {3, 4}}}},
          {.name = "wired",
           .inputs = {{.shape = {3}},
                      given(Tensor::of<std::int64_t>({2}, {1, 2})),
                      given(Tensor::scalar(2.0F))},
           .gradient = false},
          {.name = "whole numbers",
           .attributes = pads({1, 1}, "constant"),
           .inputs = {given(Tensor::of<std::int64_t>({2}, {5, 6}))},
           .gradient = false}};
}

}  // namespace espalier
