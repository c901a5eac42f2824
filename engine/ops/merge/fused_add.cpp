// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/merge/arithmetic.h"
#include "engine/ops/support/fused.h"

namespace espalier {
namespace {

void body(BodyContext& c) {
  c.output(0, add_activation(c, c.build().add(op("Add"), {c.input(0), c.input(1)})));
}

OpSpec fused_add() {
  OpSpec s = arithmetic_spec("Add");
  s.name = "FusedAdd";
  s.domain = internal_domain;
  s.category = Category::hidden;
  s.attributes = activation_attributes();
  s.gradient = nullptr;
  s.reference = nullptr;
  s.body = body;
  s.onnx = {};
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "relu",
         .attributes = {{"activation", "Relu"}},
         .inputs = {{.shape = {2, 3, 4, 5}}, {.shape = {2, 3, 4, 5}}},
         .gradient = false},
        {.name = "leaky, a number a channel",
         .attributes = {{"activation", "LeakyRelu"}, {"activation_alpha", 0.3}},
         .inputs = {{.shape = {2, 3, 4, 5}}, {.shape = {3, 1, 1}}},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{fused_add}};

}  // namespace
}  // namespace espalier
