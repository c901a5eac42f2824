// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/attention/attention.h"

#include "engine/ops/support/samples.h"

namespace espalier {

std::vector<Sample> attention_samples() {
  const auto f = [](Shape s) { return SampleInput{.shape = std::move(s)}; };
  std::vector<bool> seen(20, true);  // but the second query sees nothing
  for (std::size_t i = 5; i < 10; ++i) seen[i] = false;
  const SampleInput boolean = given(Tensor::of<bool>({4, 5}, seen));
  return {{.name = "four dimensions",
           .inputs = {f({2, 3, 4, 8}), f({2, 3, 5, 8}), f({2, 3, 5, 6})},
           .onnx = false},
          {.name = "three dimensions, shared heads, causal",
           .attributes = {{"q_num_heads", 4}, {"kv_num_heads", 2}, {"is_causal", true}},
           .inputs = {f({2, 4, 16}), f({2, 4, 8}), f({2, 4, 8})},
           .onnx = false},
          {.name = "mask and softcap",
           .attributes = {{"softcap", 2.0}, {"scale", 0.5}},
           .inputs = {f({1, 2, 4, 8}), f({1, 2, 5, 8}), f({1, 2, 5, 8}), f({4, 5})},
           .onnx = false},
          {.name = "boolean mask and past",
           .inputs = {f({1, 2, 4, 8}), f({1, 2, 3, 8}), f({1, 2, 3, 8}), boolean, f({1, 2, 2, 8}),
                      f({1, 2, 2, 8})},
           .onnx = false}};
}

}  // namespace espalier
