// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/ops/suite.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "engine/passes/plan.h"
#include "engine/passes/single_step.h"
#include "engine/passes/types.h"
#include "engine/runtime/executor.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

std::vector<Operand> operands(const std::vector<Tensor>& tensors, std::int32_t first,
                              bool constant) {
  std::vector<Operand> result;
  for (const Tensor& t : tensors) {
    Operand o;
    if (t) {
      o.value = first++;
      o.dtype = t.type();
      o.shape = t.shape();
      o.constant = constant;
    }
    result.push_back(o);
  }
  return result;
}

// Runs one step by one rule on a device of two threads.
std::vector<Tensor> run_rule(const Node& node, const std::vector<Tensor>& inputs,
                             const std::vector<Operand>& in, const std::vector<Operand>& out,
                             const CpuRule& rule, Isa isa, Device& device) {
  const Schedule s = single_step(node, CpuTarget::of(isa), in, out, rule);
  ParameterStore store(device);
  Executor executor(s, device, store);
  std::size_t next = 0;
  for (const Tensor& t : inputs)
    if (t) executor.set_input(next++, t.data());
  REQUIRE(executor.run());
  std::vector<Tensor> results;
  for (const Port& port : s.outputs) results.push_back(executor.value(port.value));
  return results;
}

}  // namespace

TEST_CASE("shape rules say what the reference gives") {
  for (const Case& c : all_cases()) {
    CAPTURE(c.name());
    const Drawn drawn = draw(c);
    passes::TypeTable types(drawn.network.graph);
    const std::vector<Tensor> results = reference_of(c);
    REQUIRE(results.size() >= drawn.network.graph.node(drawn.node).outputs);
    for (std::uint32_t i = 0; i < drawn.network.graph.node(drawn.node).outputs; ++i) {
      if (!results[i]) continue;
      const Type type = types.of({drawn.node, i});
      CHECK(type.dtype == results[i].type());
      REQUIRE(type.has_shape());
      CHECK(evaluate(*type.shape, {}) == results[i].shape());
    }
  }
}

TEST_CASE("every kernel gives what the reference gives, on every instruction set") {
  const auto device = open_device("cpu", 2);
  int with = 0, without = 0;
  for (const Case& c : all_cases()) {
    CAPTURE(c.name());
    const std::vector<const CpuRule*> rules = cpu_rules(*c.op);
    if (rules.empty()) continue;
    const std::vector<Tensor> inputs = inputs_of(c), expected = reference_of(c);
    bool ran = false;
    for (int isa = 0; isa <= static_cast<int>(best_isa()); ++isa) {
      for (const bool constant : {false, true}) {
        const std::vector<Operand> in = operands(inputs, 0, constant);
        const std::vector<Operand> out = operands(expected, 1000, false);
        const CpuTarget target = CpuTarget::of(static_cast<Isa>(isa));
        const Node node = node_of(c);
        for (const CpuRule* rule : rules) {
          CAPTURE(rule->algorithm);
          CAPTURE(name(static_cast<Isa>(isa)));
          if (rule->supports != nullptr && rule->supports({node, target, in, out})) continue;
          const std::vector<Tensor> got =
              run_rule(node, inputs, in, out, *rule, static_cast<Isa>(isa), *device);
          ran = true;
          std::size_t next = 0;
          for (const Tensor& t : expected) {
            if (!t) continue;
            CAPTURE(next);
            CHECK(difference(t, got[next++], c.sample.tolerance) == "");
          }
        }
      }
    }
    (ran ? with : without) += 1;
  }
  // Some samples have elements or ranks that no kernel takes; they run by the reference.
  CHECK(without * 5 < with);
}
