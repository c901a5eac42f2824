// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/reduction/reduce.h"

#include "engine/ops/support/samples.h"

namespace espalier {

std::vector<Sample> reduction_samples() {
  const SampleInput x{.shape = {2, 3, 4, 5}};
  return {{.name = "all", .attributes = {{"keepdims", false}}, .inputs = {x}},
          {.name = "spatial", .attributes = {{"axes", Ints{2, 3}}}, .inputs = {x}},
          {.name = "outer and inner, dropped",
           .attributes = {{"axes", Ints{0, -1}}, {"keepdims", false}},
           .inputs = {x}},
          {.name = "middle", .attributes = {{"axes", Ints{1}}}, .inputs = {{.shape = {3, 1, 7}}}},
          {.name = "nothing", .attributes = {{"noop_with_empty_axes", true}}, .inputs = {x}},
          {.name = "scalar", .inputs = {{.shape = {}}}},
          {.name = "long rows",
           .attributes = {{"axes", Ints{1}}},
           .inputs = {{.shape = {3, 70001}}},
           .gradient = false},
          {.name = "empty rows",
           .attributes = {{"axes", Ints{0}}},
           .inputs = {{.shape = {3, 0}}},
           .gradient = false},
          {.name = "integers",
           .inputs = {given(Tensor::of<std::int64_t>({2, 2}, {1, 2, 3, 6}))},
           .gradient = false}};
}

}  // namespace espalier
