// SPDX-License-Identifier: Apache-2.0
//
// Reductions that are made of others.
#include "engine/ops/reduction/reduce.h"

namespace espalier {
namespace {

// The reduction `name` of a value over the node's axes.
ValueRef reduced(BodyContext& c, const char* name, ValueRef value, bool keep_all = false) {
  AttributeMap a = c.node().attributes;
  if (keep_all) a["keepdims"] = true;
  std::vector<ValueRef> inputs{value};
  if (c.input(1)) inputs.push_back(c.input(1));
  return c.build().add(op(name), std::move(inputs), std::move(a));
}

ValueRef square(BodyContext& c) { return c.build().add(op("Mul"), {c.input(0), c.input(0)}); }

OpSpec composed(const char* name, const char* summary, const char* help,
                void (*body)(BodyContext&)) {
  OpSpec s = reduction_spec(name);
  s.summary = summary;
  s.help = help;
  s.inputs[0].types = float_types;
  s.body = body;
  return s;
}

std::vector<Sample> samples_above_zero() {
  const SampleInput x{.shape = {2, 3, 4}, .low = 0.2, .high = 2};
  return {{.name = "all", .attributes = {{"keepdims", false}}, .inputs = {x}},
          {.name = "outer and inner",
           .attributes = {{"axes", Ints{0, -1}}, {"keepdims", false}},
           .inputs = {x}},
          {.name = "middle", .attributes = {{"axes", Ints{1}}}, .inputs = {x}}};
}

OpSpec with_plain_samples(OpSpec s) {
  s.samples = samples_above_zero;
  return s;
}

OpSpec l1() {
  return with_plain_samples(
      composed("ReduceL1", ESP_TEXT("ops", "The sum of sizes over some dimensions."),
               ESP_TEXT("ops", "y = Σ |x|. Source: ONNX operator specification, ReduceL1."),
               [](BodyContext& c) {
                 c.output(0, reduced(c, "ReduceSum", c.build().add(op("Abs"), {c.input(0)})));
               }));
}

OpSpec l2() {
  return with_plain_samples(
      composed("ReduceL2", ESP_TEXT("ops", "The length of vectors over some dimensions."),
               ESP_TEXT("ops", "y = √Σ x². Source: ONNX operator specification, ReduceL2."),
               [](BodyContext& c) {
                 c.output(0, c.build().add(op("Sqrt"), {reduced(c, "ReduceSum", square(c))}));
               }));
}

OpSpec sum_square() {
  return with_plain_samples(
      composed("ReduceSumSquare", ESP_TEXT("ops", "The sum of squares over some dimensions."),
               ESP_TEXT("ops", "y = Σ x². Source: ONNX operator specification, ReduceSumSquare."),
               [](BodyContext& c) { c.output(0, reduced(c, "ReduceSum", square(c))); }));
}

OpSpec log_sum() {
  return with_plain_samples(
      composed("ReduceLogSum", ESP_TEXT("ops", "The logarithm of the sum over some dimensions."),
               ESP_TEXT("ops", "y = ln Σ x. Source: ONNX operator specification, ReduceLogSum."),
               [](BodyContext& c) {
                 c.output(0, c.build().add(op("Log"), {reduced(c, "ReduceSum", c.input(0))}));
               }));
}

// Less the greatest, so that nothing overflows.
OpSpec log_sum_exp() {
  return with_plain_samples(composed(
      "ReduceLogSumExp",
      ESP_TEXT("ops", "The logarithm of the sum of exponentials over some dimensions."),
      ESP_TEXT("ops", "y = ln Σ exp(x). Source: ONNX operator specification, ReduceLogSumExp."),
      [](BodyContext& c) {
        GraphBuilder& build = c.build();
        const ValueRef top = reduced(c, "ReduceMax", c.input(0), true);
        const ValueRef less = build.add(op("Sub"), {c.input(0), top});
        const ValueRef sum = reduced(c, "ReduceSum", build.add(op("Exp"), {less}));
        c.output(0, build.add(op("Add"),
                              {build.add(op("Log"), {sum}), reduced(c, "ReduceMax", c.input(0))}));
      }));
}

const RegisterOps ops_of_this_file{{l1, l2, sum_square, log_sum, log_sum_exp}};

}  // namespace
}  // namespace espalier
