// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/step_calls.h"

#include "engine/passes/adopt.h"
#include "engine/passes/reference.h"
#include "engine/passes/single_step.h"
#include "engine/passes/types.h"

namespace espalier::passes {
StepCalls::StepCalls(Schedule& schedule, const PlanRequest& request)
    : schedule_(schedule), request_(request), option_(request.algorithms) {}

void StepCalls::lower_all() {
  for (Step& step : schedule_.steps) lower(step);
}

Operand StepCalls::operand(std::int32_t value) const {
  Operand o;
  o.value = value;
  if (value < 0) return o;
  const Value& v = schedule_.values[static_cast<std::size_t>(value)];
  o.dtype = v.dtype;
  o.shape = v.shape;
  o.constant = v.storage == Storage::constant ||
               (v.storage == Storage::parameter && !schedule_.parameters[v.index].written);
  return o;
}

std::vector<Operand> StepCalls::operands(const std::vector<std::int32_t>& values) const {
  std::vector<Operand> result;
  for (const std::int32_t v : values) result.push_back(operand(v));
  return result;
}

bool StepCalls::lower_for_gpu(Step& step) {
  GpuLowering lowered(step.node, operands(step.inputs), operands(step.outputs));
  const GpuRule* rule = choose_gpu_rule(
      lowered, step.rejected,
      {request_.device, [&](std::string_view algorithm) { return option_.forces(algorithm); }});
  if (rule == nullptr) return false;
  rule->lower(lowered);
  step.device = request_.device;
  step.algorithm = rule->algorithm;
  adopt(schedule_, step, lowered);
  return true;
}

void StepCalls::lower(Step& step) {
  if (request_.device != "cpu" && lower_for_gpu(step)) return;
  StepLowering lowered(step.node, schedule_.target, operands(step.inputs), operands(step.outputs));
  Measure measure;
  if (request_.measure)
    measure = [&](const CpuRule& rule) {
      return request_.measure(single_step(step.node, schedule_.target, operands(step.inputs),
                                          operands(step.outputs), rule));
    };
  Choice choice = choose_rule(lowered, option_, measure);
  for (std::string& reason : choice.rejected) step.rejected.push_back(std::move(reason));
  if (choice.rule != nullptr) {
    step.algorithm = choice.rule->algorithm;
    choice.rule->lower(lowered);
    adopt(schedule_, step, lowered);
    return;
  }
  const std::string why = step.rejected.empty() ? "none is registered" : step.rejected.front();
  if (!schedule_.target.engine)
    throw Error(ESP_TEXT("engine",
                         "{}: {} has no kernel in C for this, so the network can be run, but not "
                         "compiled ({})"),
                display_name(step.node), step.node.op->name, why);
  if (!has_reference(*step.node.op))
    throw Error(ESP_TEXT("engine", "{}: the operator {} has no implementation for the CPU: {}"),
                display_name(step.node), step.node.op->name, why);
  step.algorithm = "reference";
}

}  // namespace espalier::passes
