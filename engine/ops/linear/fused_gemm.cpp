// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/linear/gemm.h"
#include "engine/ops/support/fused.h"

namespace espalier {
namespace {

void body(BodyContext& c) {
  std::vector<ValueRef> inputs{c.input(0), c.input(1)};
  if (c.input(2)) inputs.push_back(c.input(2));
  c.output(0, add_activation(
                  c, c.build().add(op("Gemm"), std::move(inputs), attributes_for(c, op("Gemm")))));
}

std::vector<Sample> samples() {
  const auto in = [](Shape s) { return SampleInput{.shape = std::move(s)}; };
  return {{.name = "relu",
           .attributes = {{"units", 10}, {"activation", "Relu"}},
           .inputs = {in({4, 7}), in({10, 7}), in({10})},
           .gradient = false},
          {.name = "leaky, no bias",
           .attributes = {{"transB", 0},
                          {"bias", false},
                          {"activation", "LeakyRelu"},
                          {"activation_alpha", 0.3}},
           .inputs = {in({3, 5}), in({5, 33})},
           .gradient = false},
          {.name = "tanh, scaled",
           .attributes = {{"units", 6}, {"alpha", 0.5}, {"beta", -1.0}, {"activation", "Tanh"}},
           .inputs = {in({1, 5}), in({6, 5}), in({6})},
           .gradient = false}};
}

OpSpec fused_gemm() {
  OpSpec s = gemm_spec();
  s.name = "FusedGemm";
  s.domain = internal_domain;
  s.category = Category::hidden;
  for (AttrSpec& a : activation_attributes()) s.attributes.push_back(std::move(a));
  s.gradient = nullptr;
  s.reference = nullptr;
  s.body = body;
  s.onnx = {};
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{{fused_gemm}};

}  // namespace
}  // namespace espalier
