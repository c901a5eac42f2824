// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/infer.h"
#include "engine/graph/network.h"
#include "engine/ops/control/control.h"

namespace espalier {
namespace {

// Captures of the then branch, then those of the else branch.
std::size_t captured_by_then(const RuleContext& c) {
  const auto held = attribute<Subgraph>(c.node(), "then_branch");
  return held.graph ? ports_of(*held.graph).inputs.size() : 0;
}

template <class T>
std::vector<T> captures_of(const RuleContext& c, bool condition, const std::vector<T>& inputs) {
  const std::size_t begin = 1, middle = std::min(begin + captured_by_then(c), inputs.size());
  return condition ? std::vector<T>(inputs.begin() + begin, inputs.begin() + middle)
                   : std::vector<T>(inputs.begin() + middle, inputs.end());
}

void infer(InferContext& c) {
  std::vector<Type> inputs;
  for (std::size_t i = 0; i < c.node().inputs.size(); ++i) inputs.push_back(c.input(i));
  const std::vector<Type> yes = body_types(c, "then_branch", captures_of(c, true, inputs));
  const std::vector<Type> no = body_types(c, "else_branch", captures_of(c, false, inputs));
  if (yes.size() != no.size() || yes.size() < c.node().outputs)
    c.fail(message(ESP_TEXT("engine",
                            "expected as many outputs from both branches as the layer has ({}), "
                            "got {} and {}"),
                   c.node().outputs, yes.size(), no.size()));
  for (std::size_t i = 0; i < c.node().outputs; ++i) c.output(i, joined(c, yes[i], no[i], i));
}

// Types that a plan can choose between when it runs.
bool same_plan(const Type& a, const Type& b) {
  return a.is_tensor() && a.has_shape() && b.is_tensor() && b.has_shape() && a.dtype == b.dtype &&
         bits(a.dtype) > 0 && *a.shape == *b.shape && evaluate(*a.shape, {});
}

void unfold_both(UnfoldContext& c) {
  const std::size_t outputs = c.node().outputs;
  std::vector<ValueRef> values{c.input(0)};
  for (const bool condition : {true, false}) {
    std::vector<ValueRef> results = c.splice(condition ? "then_branch" : "else_branch",
                                             captures_of(c, condition, c.node().inputs));
    if (results.size() < outputs) return;
    results.resize(outputs);
    values.insert(values.end(), results.begin(), results.end());
  }
  for (std::size_t i = 1; i <= outputs; ++i)
    if (!values[i] || !values[i + outputs] ||
        !same_plan(c.type(values[i]), c.type(values[i + outputs])))
      return;
  const ValueRef first = c.build().add(internal_op("Select"), std::move(values), {},
                                       static_cast<std::uint32_t>(outputs));
  for (std::uint32_t i = 0; i < outputs; ++i) c.output(i, GraphBuilder::output(first, i));
}

void unfold(UnfoldContext& c) {
  const Tensor known = c.known(c.input(0));
  if (!known) {
    if (c.both_branches()) unfold_both(c);
    return;
  }
  const bool condition = truth(known);
  const std::vector<ValueRef> values = c.splice(condition ? "then_branch" : "else_branch",
                                                captures_of(c, condition, c.node().inputs));
  for (std::size_t i = 0; i < c.node().outputs && i < values.size(); ++i) c.output(i, values[i]);
}

void run(HostContext& c) {
  const bool condition = truth(c.tensor(0));
  std::vector<HostValue> inputs;
  for (std::size_t i = 0; i < c.input_count(); ++i) inputs.push_back(c.input(i));
  std::vector<HostValue> values =
      c.run(condition ? "then_branch" : "else_branch", captures_of(c, condition, inputs));
  for (std::size_t i = 0; i < values.size(); ++i) c.output(i, std::move(values[i]));
}

OpSpec if_op() {
  OpSpec s;
  s.name = "If";
  s.category = Category::group;
  s.summary = ESP_TEXT("ops", "One of two graphs, as a condition says.");
  s.help = ESP_TEXT(
      "ops",
      "Computes `then_branch` where `cond` is true and `else_branch` where it is false. Where the "
      "condition follows from shapes, only the branch that is taken becomes part of the plan. "
      "Source: "
      "ONNX operator specification, If.");
  s.attributes = {{.name = "then_branch",
                   .type = AttrType::graph,
                   .help = ESP_TEXT("ops", "The graph computed where the condition is true.")},
                  {.name = "else_branch",
                   .type = AttrType::graph,
                   .help = ESP_TEXT("ops", "The graph computed where the condition is false.")},
                  captures_spec()};
  s.inputs = {{.name = "cond", .help = ESP_TEXT("ops", "One bool."), .types = {DType::boolean}},
              {.name = "captures",
               .help = ESP_TEXT("ops", "Values from outside that the graphs use."),
               .optional = true,
               .variadic = true}};
  s.outputs = {{.name = "outputs",
                .help = ESP_TEXT("ops", "The outputs of the graph that was computed."),
                .optional = true,
                .variadic = true}};
  s.infer = infer;
  s.unfold = unfold;
  s.host = run;
  s.onnx = {.versions = {1, 11, 13, 16, 19, 21, 23, 24, 25}};
  return s;
}

const RegisterOps ops_of_this_file{{if_op}};

}  // namespace
}  // namespace espalier
