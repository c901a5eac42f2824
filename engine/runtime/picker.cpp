// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/picker.h"

#include <algorithm>
#include <chrono>

#include "engine/runtime/executor.h"

namespace espalier {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_runs = 20;
constexpr double longest = 0.05;  // seconds for one candidate, beyond its first four runs

std::string key_of(const Schedule& s, const std::string& device) {
  const Step& step = s.steps.front();
  std::string key =
      fmt::format("{} {} {} {}", device, name(s.target.isa), step.node.op->name, step.algorithm);
  for (const auto& [attribute, value] : step.node.attributes)
    key += fmt::format(" {}={}", attribute, to_string(value));
  for (const std::int32_t v : step.inputs) {
    if (v < 0) {
      key += " -";
      continue;
    }
    const Value& value = s.values[static_cast<std::size_t>(v)];
    key += fmt::format(" {}{}", name(value.dtype), to_string(value.shape));
  }
  return key;
}

}  // namespace

double Picker::seconds(const Schedule& one_step) {
  const std::string key = key_of(one_step, device_.info().name);
  if (const auto it = known.find(key); it != known.end()) return it->second;
  ParameterStore none(device_);
  Executor executor(one_step, device_, none);
  std::vector<std::unique_ptr<Buffer>> inputs;
  for (std::size_t i = 0; i < one_step.inputs.size(); ++i) {
    const auto v = static_cast<std::size_t>(one_step.inputs[i].value);
    inputs.push_back(device_.allocate(one_step.values[v].bytes));
    executor.set_input(i, inputs.back()->host());
  }
  executor.run();  // packs, and brings code and data into the caches
  std::vector<double> times;
  double sum = 0;
  while (times.size() < most_runs && (times.size() < 4 || sum < longest)) {
    const auto before = Clock::now();
    executor.run();
    times.push_back(std::chrono::duration<double>(Clock::now() - before).count());
    sum += times.back();
  }
  // Interruptions make the mean useless, jumps of the clock the minimum.
  const auto quarter = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 4);
  std::nth_element(times.begin(), quarter, times.end());
  return known[key] = *quarter;
}

}  // namespace espalier
