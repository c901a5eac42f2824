// SPDX-License-Identifier: Apache-2.0
//
// What is left in a plan of an If that data decides: both branches are in the plan, and Select passes
// the results of one on. Steps that only the other one needs do not run (guard.cpp).
#include "engine/graph/infer.h"
#include "engine/ops/control/control.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

void infer(InferContext& c) {
  for (std::size_t i = 0; i < c.node().outputs; ++i) {
    const Type& type = c.input(1 + i);
    c.output(
        i, type.shape ? Type::tensor(type.dtype, *type.shape) : Type::of_unknown_rank(type.dtype));
  }
}

// The other branch's values need not be there.
void reference(ReferenceContext& c) {
  const std::size_t first = truth(c.input(0)) ? 1 : 1 + c.outputs.size();
  for (std::size_t i = 0; i < c.outputs.size(); ++i) c.outputs[i] = c.input(first + i);
}

OpSpec select() {
  OpSpec s;
  s.name = "Select";
  s.domain = internal_domain;
  s.summary = ESP_TEXT("ops", "The results of one of two branches.");
  s.help = ESP_TEXT("ops",
                    "Where `cond` is true the outputs are the first half of `values`, else the "
                    "second half. Source: ONNX operator specification, If.");
  s.inputs = {
      {.name = "cond", .help = ESP_TEXT("ops", "One bool."), .types = {DType::boolean}},
      {.name = "values",
       .help = ESP_TEXT("ops", "The results of both branches, of the same types and shapes."),
       .variadic = true}};
  s.outputs = {{.name = "outputs",
                .help = ESP_TEXT("ops", "The results of the branch that was taken."),
                .variadic = true}};
  s.infer = infer;
  s.reference = reference;
  s.samples = [] {
    const auto numbers = given(Tensor::of<std::int64_t>({2}, {7, -7}));
    return std::vector<Sample>{
        {.name = "then",
         .inputs = {given(Tensor::of<bool>({}, {true})), {.shape = {2, 3}}, {.shape = {2, 3}}},
         .gradient = false},
        {.name = "else",
         .inputs = {given(Tensor::of<bool>({1}, {false})), {.shape = {5}}, {.shape = {5}}},
         .gradient = false},
        {.name = "integers",
         .inputs = {given(Tensor::of<bool>({}, {false})), numbers,
                    given(Tensor::of<std::int64_t>({2}, {1, 2}))},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{select}};

}  // namespace
}  // namespace espalier
