// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/passes/choose.h"
#include "engine/passes/plan.h"

namespace espalier::passes {

// Chooses a rule for every step of a schedule and adopts its calls.
class StepCalls {
 public:
  StepCalls(Schedule& schedule, const PlanRequest& request);
  void lower_all();

 private:
  Operand operand(std::int32_t value) const;
  std::vector<Operand> operands(const std::vector<std::int32_t>& values) const;
  void lower(Step& step);
  bool lower_for_gpu(Step& step);

  Schedule& schedule_;
  const PlanRequest& request_;
  AlgorithmOption option_;
};

}  // namespace espalier::passes
