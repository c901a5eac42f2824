// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/plan.h"

#include "engine/passes/build.h"
#include "engine/passes/program.h"

namespace espalier {

Schedule make_schedule(const PlanRequest& request) {
  using namespace passes;
  Program p(request);
  start(p);
  unfold(p, takes_both_branches(request));
  wire_parameters(p);
  lower(p);
  sum_losses(p);
  if (p.mode == Mode::training) {
    differentiate(p);
    add_optimizer(p);
    p.remove_dead();
  }
  fold(p);
  if (request.fuse) fuse(p);
  p.remove_dead();
  Schedule schedule = build_steps(p);
  if (request.device == "cpu") guard_branches(schedule);
  plan_memory(schedule);
  return schedule;
}

MemoryEstimate memory_of(const Schedule& schedule) {
  MemoryEstimate estimate;
  estimate.arena = schedule.arena_bytes;
  estimate.packed = schedule.packed_bytes;
  for (const Parameter& p : schedule.parameters) {
    const std::size_t bytes = schedule.values[static_cast<std::size_t>(p.value)].bytes;
    (p.optimizer ? estimate.optimizer : estimate.parameters) += bytes;
  }
  for (const Tensor& t : schedule.constants) estimate.parameters += t.bytes();
  return estimate;
}

}  // namespace espalier
