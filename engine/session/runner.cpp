// SPDX-License-Identifier: Apache-2.0
#include "engine/session/runner.h"

#include <cstring>

#include "engine/base/philox.h"
#include "engine/train/memory.h"
#include "engine/train/plans.h"

namespace espalier {

CpuTarget target_named(const std::string& isa) {
  TrainingSettings settings;
  settings.isa = isa;
  return target_of(settings);
}

Runner::Runner(PlanRequest request, const WeightSet& weights, int threads)
    : schedule_(make_schedule(request)), device_(open_device(request.device, threads)) {
  require_memory(schedule_, device_->info());
  store_ = std::make_unique<ParameterStore>(*device_);
  store_->prepare(schedule_, weights, request.seed);
  executor_ = std::make_unique<Executor>(schedule_, *device_, *store_);
  inputs_.resize(schedule_.inputs.size());
}

void Runner::feed(std::size_t input, const Tensor& value) {
  inputs_[input] = value;
  executor_->set_input(input, inputs_[input].data());
}

void Runner::feed_random() {
  for (std::size_t i = 0; i < schedule_.inputs.size(); ++i) {
    const Port& port = schedule_.inputs[i];
    if (port.name == "step" || port.name == "lr") continue;
    const Value& value = schedule_.values[static_cast<std::size_t>(port.value)];
    Tensor t(value.dtype, value.shape);
    if (value.dtype == DType::float32) {
      Random random(1, stable_hash(port.name));
      for (float& v : t.mutable_values<float>()) v = random.uniform();
    }
    feed(i, t);
  }
  executor_->set_step(1);
  executor_->set_learning_rate(1e-3F);
}

Tensor Runner::output(std::size_t index) const {
  const Value& value = schedule_.values[static_cast<std::size_t>(schedule_.outputs[index].value)];
  Tensor t(value.dtype, value.shape);
  const auto bytes = executor_->output(index);
  if (!bytes.empty()) std::memcpy(t.mutable_data(), bytes.data(), bytes.size());
  return t;
}

}  // namespace espalier
