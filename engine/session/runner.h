// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/passes/plan.h"
#include "engine/runtime/executor.h"
#include "engine/session/operations.h"

namespace espalier {

// A schedule with all that it needs to run.
class Runner {
 public:
  // On the request's device. Precondition: request.network outlives the runner.
  Runner(PlanRequest request, const WeightSet& weights, int threads);
  Executor& executor() { return *executor_; }
  const Schedule& schedule() const { return schedule_; }
  std::string device_name() const { return device_->info().name; }
  // Zeroed, or seeded uniform where the input holds floats; keeps the memory.
  void feed_random();
  void feed(std::size_t input, const Tensor& value);
  Tensor output(std::size_t index) const;

 private:
  Schedule schedule_;
  std::unique_ptr<Device> device_;
  std::unique_ptr<ParameterStore> store_;
  std::unique_ptr<Executor> executor_;
  std::vector<Tensor> inputs_;
};

CpuTarget target_named(const std::string& isa);  // empty: the best; throws Error

}  // namespace espalier
