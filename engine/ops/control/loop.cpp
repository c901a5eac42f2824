// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/infer.h"
#include "engine/graph/network.h"
#include "engine/ops/control/control.h"

namespace espalier {
namespace {

// Inputs: how many turns at most, whether to begin, the carried values, captures. The body takes
// (turn, condition, carried …, captures …) and gives (condition, carried …, one slice each scan …).
constexpr std::size_t before_carried = 2;

std::size_t carried_count(const RuleContext& c) {
  const std::size_t formal = formal_inputs(c);
  return formal > before_carried ? formal - before_carried : 0;
}

// The last outputs of a node may be left away, carried ones too.
std::size_t scan_count(const RuleContext& c) {
  const std::size_t carried = carried_count(c);
  return c.node().outputs > carried ? c.node().outputs - carried : 0;
}

template <class T> T at_or(const std::vector<T>& list, std::size_t i) {
  return i < list.size() ? list[i] : T{};
}

template <class T>
std::vector<T> body_inputs(const RuleContext& c, T turn, T condition, const std::vector<T>& carried,
                           const std::vector<T>& inputs) {
  std::vector<T> all{std::move(turn), std::move(condition)};
  all.insert(all.end(), carried.begin(), carried.end());
  for (std::size_t i = formal_inputs(c); i < c.node().inputs.size(); ++i)
    all.push_back(at_or(inputs, i));
  return all;
}

void infer(InferContext& c) {
  const std::size_t carried = carried_count(c);
  std::vector<Type> inputs;
  for (std::size_t i = 0; i < c.node().inputs.size(); ++i) inputs.push_back(c.input(i));
  std::vector<Type> results;
  const auto turn = [&](std::vector<Type> now) {
    results = body_types(c, "body",
                         body_inputs(c, Type::tensor(DType::int64, {}),
                                     Type::tensor(DType::boolean, {}), now, inputs));
    return results;
  };
  std::vector<Type> first;
  for (std::size_t i = 0; i < carried; ++i) first.push_back(at_or(inputs, before_carried + i));
  const std::vector<Type> types = carried_types(c, std::move(first), 1, turn);
  for (std::size_t i = 0; i < carried; ++i) c.output(i, types[i]);
  for (std::size_t i = carried; i < c.node().outputs; ++i) {
    const Type slice = at_or(results, 1 + i);
    if (!slice.is_tensor()) continue;
    if (!slice.shape) {
      c.output(i, Type::of_unknown_rank(slice.dtype));
      continue;
    }
    SymShape shape = *slice.shape;
    shape.insert(shape.begin(), c.fresh_symbol(i, 0));
    c.output(i, Type::tensor(slice.dtype, std::move(shape)));
  }
}

std::int64_t number(const Tensor& turns) {
  if (turns.type() != DType::int64 || turns.count() != 1)
    throw Error(ESP_TEXT("engine", "M: expected one int64, got {} {}"), name(turns.type()),
                to_string(turns.shape()));
  return turns.values<std::int64_t>()[0];
}

void unfold(UnfoldContext& c) {
  const std::size_t carried = carried_count(c), scans = scan_count(c);
  if (!c.input(0)) return;
  const Tensor turns = c.known(c.input(0));
  const auto body = attribute<Subgraph>(c.node(), "body");
  if (!turns || !body.graph) return;
  bool go_on = true;
  if (c.input(1)) {
    const Tensor condition = c.known(c.input(1));
    if (!condition) return;
    go_on = truth(condition);
  }
  std::vector<ValueRef> now;
  for (std::size_t i = 0; i < carried; ++i) now.push_back(c.input(before_carried + i));
  std::vector<std::vector<ValueRef>> slices(scans);
  const std::int64_t most = number(turns);
  for (std::int64_t t = 0; t < most && go_on; ++t) {
    if (static_cast<std::size_t>(t + 1) * body.graph->size() > most_unfolded) return;
    const std::vector<ValueRef> results = c.splice(
        "body", body_inputs(c, c.build().constant(Tensor::scalar(t)),
                            c.build().constant(Tensor::scalar(true)), now, c.node().inputs));
    const Tensor condition = c.known(at_or(results, 0));
    if (!condition) return;  // what the data decides cannot be planned
    go_on = truth(condition);
    for (std::size_t i = 0; i < carried; ++i) now[i] = at_or(results, 1 + i);
    for (std::size_t i = 0; i < scans; ++i) slices[i].push_back(at_or(results, 1 + carried + i));
  }
  if (scans > 0 && slices[0].empty()) return;
  for (std::size_t i = 0; i < carried && i < c.node().outputs; ++i) c.output(i, now[i]);
  for (std::size_t i = 0; i < scans; ++i)
    c.output(carried + i, stacked(c.build(), std::move(slices[i]), 0));
}

// The slices of no turn at all: of the type that the body's output is said to have, and no length.
Tensor no_slices(const HostContext& c, std::size_t result) {
  const auto held = attribute<Subgraph>(c.node(), "body");
  const Node& output = held.graph->node(ports_of(*held.graph).outputs.at(result));
  Shape shape{0};
  for (const Dim& d : attribute<SymShape>(output, "shape"))
    shape.push_back(d.constant().value_or(0));
  const auto type = dtype_from_name(attribute<std::string>(output, "dtype"));
  return Tensor(type.value_or(DType::float32), shape);
}

void run(HostContext& c) {
  const std::size_t carried = carried_count(c), scans = scan_count(c);
  const bool limited = c.has(0);
  const std::int64_t most = limited ? number(c.tensor(0)) : 0;
  bool go_on = !c.has(1) || truth(c.tensor(1));
  std::vector<HostValue> inputs, now;
  for (std::size_t i = 0; i < c.input_count(); ++i) inputs.push_back(c.input(i));
  for (std::size_t i = 0; i < carried; ++i) now.push_back(at_or(inputs, before_carried + i));
  std::vector<std::vector<Tensor>> slices(scans);
  for (std::int64_t t = 0; go_on && (!limited || t < most); ++t) {
    std::vector<HostValue> results =
        c.run("body", body_inputs(c, HostValue(Tensor::scalar(t)), HostValue(Tensor::scalar(go_on)),
                                  now, inputs));
    go_on = truth(results.at(0).tensor());
    for (std::size_t i = 0; i < carried; ++i) now[i] = std::move(results.at(1 + i));
    for (std::size_t i = 0; i < scans; ++i)
      slices[i].push_back(results.at(1 + carried + i).tensor());
  }
  for (std::size_t i = 0; i < carried; ++i) c.output(i, std::move(now[i]));
  for (std::size_t i = 0; i < scans; ++i)
    c.output(carried + i,
             slices[i].empty() ? no_slices(c, 1 + carried + i) : stacked(slices[i], 0));
}

OpSpec loop() {
  OpSpec s;
  s.name = "Loop";
  s.category = Category::group;
  s.summary = ESP_TEXT("ops", "A graph computed again and again.");
  s.help = ESP_TEXT(
      "ops",
      "Computes `body` at most M times and as long as its condition holds; carried values go from "
      "one "
      "turn to the next, further outputs are stacked, a slice for each turn. A loop whose turns "
      "are "
      "known beforehand is unrolled in the plan. Source: ONNX operator specification, Loop.");
  s.attributes = {
      {.name = "body",
       .type = AttrType::graph,
       .help = ESP_TEXT("ops",
                        "Takes the turn's number, the condition and the carried values; "
                        "gives the condition, the carried values and slices.")},
      captures_spec()};
  s.inputs = {{.name = "M",
               .help = ESP_TEXT("ops", "At most this many turns; open: no limit."),
               .optional = true,
               .types = {DType::int64}},
              {.name = "cond",
               .help = ESP_TEXT("ops", "Whether to begin; open: yes."),
               .optional = true,
               .types = {DType::boolean}},
              {.name = "v_initial",
               .help = ESP_TEXT("ops", "The carried values at the beginning, then captures."),
               .optional = true,
               .variadic = true}};
  s.outputs = {{.name = "v_final_and_scan_outputs",
                .help = ESP_TEXT("ops", "The carried values at the end, then the stacked slices."),
                .optional = true,
                .variadic = true}};
  s.infer = infer;
  s.unfold = unfold;
  s.host = run;
  s.onnx = {.versions = {1, 11, 13, 16, 19, 21, 23, 24, 25}};
  return s;
}

const RegisterOps ops_of_this_file{{loop}};

}  // namespace
}  // namespace espalier
