// SPDX-License-Identifier: Apache-2.0
//
// Running plans in tests: a device, weights and an executor together.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/base/philox.h"
#include "engine/passes/plan.h"
#include "engine/runtime/executor.h"
#include "tests/engine/passes/nets.h"

namespace espalier::testing {

struct Run {
  explicit Run(const PlanRequest& request, int threads = 1, const WeightSet& weights = {},
               std::uint64_t seed = 1)
      : schedule(make_schedule(request)),
        device(open_device(request.device, threads)),
        store(*device) {
    store.prepare(schedule, weights, seed);
    executor = std::make_unique<Executor>(schedule, *device, store);
  }

  // Gives the data input of this name random numbers, or random labels where it holds integers.
  void feed_random(std::uint64_t seed, std::int64_t classes = 10) {
    data.resize(schedule.inputs.size());
    for (std::size_t i = 0; i < schedule.inputs.size(); ++i) {
      const Port& port = schedule.inputs[i];
      if (port.name == "step" || port.name == "lr") continue;
      const Value& v = schedule.values[static_cast<std::size_t>(port.value)];
      data[i] = Tensor(v.dtype, v.shape);
      Random random(seed, stable_hash(port.name));
      if (v.dtype == DType::int64)
        for (auto& x : data[i].mutable_values<std::int64_t>())
          x = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(classes)));
      else if (v.dtype == DType::float64)
        for (auto& x : data[i].mutable_values<double>()) x = random.normal();
      else
        for (auto& x : data[i].mutable_values<float>()) x = random.normal();
      executor->set_input(i, data[i].data());
    }
  }

  bool step(std::int64_t number, float rate = 0.05F) {
    executor->set_step(number);
    executor->set_learning_rate(rate);
    return executor->run();
  }

  std::size_t output_index(const std::string& name) const {
    for (std::size_t i = 0; i < schedule.outputs.size(); ++i)
      if (schedule.outputs[i].name == name) return i;
    FAIL("no output " << name);
    return 0;
  }
  float loss() const { return executor->output_as<float>(output_index("loss"))[0]; }
  std::vector<float> output(const std::string& name) const {
    const auto values = executor->output_as<float>(output_index(name));
    return {values.begin(), values.end()};
  }

  Schedule schedule;
  std::unique_ptr<Device> device;
  ParameterStore store;
  std::unique_ptr<Executor> executor;
  std::vector<Tensor> data;
};

inline double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - b[i]));
  return largest;
}

}  // namespace espalier::testing
