// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shape/slice.h"

#include <limits>

#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

std::vector<Sample> slice_samples() {
  const auto list = [](const std::vector<std::int64_t>& v) {
    return given(Tensor::of<std::int64_t>({static_cast<std::int64_t>(v.size())}, v));
  };
  constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
  return {
      {.name = "middle",
       .attributes = slice_numbers({1}, {3}, {1}, {}),
       .inputs = {{.shape = {2, 5, 3}}}},
      {.name = "to the end",
       .attributes = slice_numbers({-3, 1}, {end, -1}, {}, {}),
       .inputs = {{.shape = {5, 4}}}},
      {.name = "every second",
       .attributes = slice_numbers({0, 1}, {7, 100}, {0, -1}, {3, 2}),
       .inputs = {{.shape = {7, 6}}}},
      {.name = "backwards",
       .attributes = slice_numbers({-1}, {-end}, {0}, {-1}),
       .inputs = {{.shape = {4, 3}}}},
      {.name = "wired", .inputs = {{.shape = {4, 5}}, list({1}), list({4}), list({1}), list({2})}},
      {.name = "nothing",
       .attributes = slice_numbers({3}, {1}, {0}, {}),
       .inputs = {{.shape = {4, 3}}},
       .gradient = false},
      {.name = "sizes",
       .attributes = slice_numbers({1}, {3}, {0}, {}),
       .inputs = {list({5, 6, 7})},
       .gradient = false}};
}

}  // namespace espalier
