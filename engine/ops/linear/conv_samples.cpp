// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/linear/conv.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

std::vector<Sample> conv_samples() {
  const auto in = [](Shape s) { return SampleInput{.shape = std::move(s)}; };
  return {
      {.name = "3x3 same",
       .attributes = {{"channels", 4}, {"auto_pad", "SAME_UPPER"}},
       .inputs = {in({2, 3, 7, 5}), in({4, 3, 3, 3}), in({4})}},
      {.name = "stride, no bias",
       .attributes = {{"channels", 5}, {"bias", false}, {"strides", Ints{2, 3}}},
       .inputs = {in({1, 2, 9, 11}), in({5, 2, 3, 3})}},
      {.name = "asymmetric pads, dilation",
       .attributes = {{"channels", 3},
                      {"kernel_shape", Ints{3, 2}},
                      {"pads", Ints{2, 0, 1, 3}},
                      {"dilations", Ints{2, 3}}},
       .inputs = {in({2, 1, 6, 7}), in({3, 1, 3, 2}), in({3})}},
      {.name = "groups",
       .attributes = {{"channels", 6},
                      {"group", 2},
                      {"auto_pad", "SAME_LOWER"},
                      {"kernel_shape", Ints{2, 4}},
                      {"strides", Ints{1, 2}}},
       .inputs = {in({1, 4, 5, 6}), in({6, 2, 2, 4}), in({6})}},
      {.name = "depthwise",
       .attributes = {{"channels", 6}, {"group", 3}, {"pads", Ints{1, 1, 1, 1}}},
       .inputs = {in({2, 3, 6, 5}), in({6, 1, 3, 3}), in({6})}},
      {.name = "1x1",
       .attributes = {{"channels", 7}, {"kernel_shape", Ints{1, 1}}},
       .inputs = {in({2, 5, 3, 3}), in({7, 5, 1, 1}), in({7})}},
      {.name = "1-D",
       .attributes =
           {{"channels", 4}, {"kernel_shape", Ints{5}}, {"pads", Ints{3, 1}}, {"strides", Ints{2}}},
       .inputs = {in({2, 3, 17}), in({4, 3, 5}), in({4})}},
      {.name = "3-D",
       .attributes = {{"channels", 2}, {"kernel_shape", Ints{2, 1, 3}}, {"strides", Ints{1, 2, 1}}},
       .inputs = {in({1, 2, 3, 4, 5}), in({2, 2, 2, 1, 3}), in({2})}},
      {.name = "window as large as the image",
       .attributes = {{"channels", 1}, {"auto_pad", "VALID"}},
       .inputs = {in({3, 2, 3, 3}), in({1, 2, 3, 3}), in({1})}},
      {.name = "empty batch",
       .attributes = {{"channels", 2}},
       .inputs = {in({0, 1, 4, 4}), in({2, 1, 3, 3}), in({2})},
       .gradient = false}};
}

}  // namespace espalier
