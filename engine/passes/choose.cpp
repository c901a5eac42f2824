// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/choose.h"

#include <algorithm>

#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

std::optional<std::string> refusal(const CpuRule& rule, const StepLowering& step) {
  if (rule.engine_only && !step.target().engine) return "not part of bundles";
  return rule.supports == nullptr ? std::nullopt : rule.supports(step);
}

}  // namespace

AlgorithmOption::AlgorithmOption(std::string_view text) {
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view item = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == item.size())
      throw Error(ESP_TEXT("engine", "algorithms: expected family=algorithm, got {}"), item);
    forced_.push_back(std::string(item.substr(0, equals)) + "." +
                      std::string(item.substr(equals + 1)));
  }
}

bool AlgorithmOption::forces(std::string_view algorithm) const {
  return std::find(forced_.begin(), forced_.end(), algorithm) != forced_.end();
}

Choice choose_rule(const StepLowering& candidate, const AlgorithmOption& option,
                   const Measure& measure) {
  Choice choice;
  std::vector<const CpuRule*> able;
  for (const CpuRule* rule : cpu_rules(*candidate.node().op)) {
    if (const auto reason = refusal(*rule, candidate))
      choice.rejected.push_back(fmt::format("{}: {}", rule->algorithm, *reason));
    else
      able.push_back(rule);
  }
  if (able.empty()) return choice;
  const auto forced = std::find_if(able.begin(), able.end(), [&](const CpuRule* rule) {
    return option.forces(rule->algorithm);
  });
  if (forced != able.end()) {
    choice.rule = *forced;
  } else {
    choice.rule = able.front();
    if (measure && able.size() > 1) {
      std::vector<double> seconds;
      for (const CpuRule* rule : able) seconds.push_back(measure(*rule));
      const auto best = std::min_element(seconds.begin(), seconds.end()) - seconds.begin();
      choice.rule = able[static_cast<std::size_t>(best)];
      for (std::size_t i = 0; i < able.size(); ++i)
        if (able[i] != choice.rule)
          choice.rejected.push_back(fmt::format(
              "{}: takes {:.3g} ms, {} takes {:.3g} ms", able[i]->algorithm, seconds[i] * 1e3,
              choice.rule->algorithm, seconds[static_cast<std::size_t>(best)] * 1e3));
    }
  }
  return choice;
}

bool has_kernel(Program& p, const Node& node) {
  const std::vector<const CpuRule*> rules = cpu_rules(*node.op);
  if (rules.empty()) return false;
  std::int32_t next = 0;
  const auto operand = [&](ValueRef v) {
    Operand o;
    if (!v) return o;
    o.value = next++;
    o.dtype = p.types.of(v).dtype;
    o.shape = concrete_shape(p.types, p.graph, v);
    const auto parameter = p.parameters.find(v.node);
    o.constant = parameter != p.parameters.end()
                     ? p.mode != Mode::training || !parameter->second.trainable
                     : constant_of(p.node(v.node)) != nullptr;
    return o;
  };
  std::vector<Operand> inputs, outputs;
  for (const ValueRef& v : node.inputs) inputs.push_back(operand(v));
  for (std::uint32_t port = 0; port < node.outputs; ++port)
    outputs.push_back(operand({node.id, port}));
  const StepLowering step(node, p.request.target, std::move(inputs), std::move(outputs));
  return std::any_of(rules.begin(), rules.end(),
                     [&](const CpuRule* rule) { return !refusal(*rule, step); });
}

}  // namespace espalier::passes
