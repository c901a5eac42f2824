// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/profile.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace espalier {
namespace {

constexpr const char* transfer_op = "transfer";

double mean(std::span<const StepTime> times, std::size_t step) {
  return step < times.size() && times[step].runs
             ? times[step].seconds / static_cast<double>(times[step].runs)
             : 0;
}

std::string without_repeats(std::string_view path) {
  std::string out;
  bool inside = false;
  for (const char c : path) {
    if (c == '[') inside = true;
    if (!inside) out += c;
    if (c == ']') inside = false;
  }
  return out;
}

const char* name(Phase p) {
  return p == Phase::forward ? "forward" : p == Phase::backward ? "backward" : "optimizer";
}

LayerProfile transfer_line(const Schedule& schedule, const Transfer& t, double seconds) {
  LayerProfile line;
  const Value& value = schedule.values[static_cast<std::size_t>(t.value)];
  line.path = fmt::format("{}: {} → {}", value.name, t.from, t.to);
  line.op = transfer_op;
  line.forward = seconds;
  line.activation_bytes = value.bytes;
  return line;
}

}  // namespace

Schedule as_run(const Executor& executor) {
  Schedule schedule = executor.schedule();
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const std::string why = executor.refusal(i);
    if (why.empty()) continue;
    Step& step = schedule.steps[i];
    step.rejected.push_back(fmt::format("{}: {}", step.algorithm, why));
    for (const GpuCall& call : step.gpu_calls)
      if (call.product) step.algorithm = fmt::format("gpu.{}", call.kernel);
  }
  return schedule;
}

std::vector<LayerProfile> layer_profile(const Schedule& schedule, std::span<const StepTime> times,
                                        std::span<const Transfer> transfers,
                                        std::span<const StepTime> transfer_times) {
  std::vector<LayerProfile> layers;
  std::set<std::int32_t> parameters_seen;
  std::size_t moved = 0;
  const auto add_transfers = [&](std::size_t before) {
    for (; moved < transfers.size() && transfers[moved].before <= before; ++moved)
      if (!transfers[moved].once)
        layers.push_back(transfer_line(schedule, transfers[moved], mean(transfer_times, moved)));
  };
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    add_transfers(i);
    const Step& step = schedule.steps[i];
    auto at = std::find_if(layers.begin(), layers.end(), [&](const LayerProfile& l) {
      return l.layer == step.layer && l.op != transfer_op;
    });
    if (at == layers.end()) {
      layers.push_back({step.layer, without_repeats(step.layer_path), step.node.op->name, 0, 0, 0,
                        0, 0, step.algorithm, step.rejected});
      at = layers.end() - 1;
    }
    const double t = mean(times, i);
    (step.phase == Phase::forward    ? at->forward
     : step.phase == Phase::backward ? at->backward
                                     : at->optimizer) += t;
    if (step.phase == Phase::forward)
      for (const std::int32_t v : step.outputs)
        if (v >= 0) at->activation_bytes += schedule.values[static_cast<std::size_t>(v)].bytes;
    for (const std::int32_t v : step.inputs) {
      if (v < 0) continue;
      const Value& value = schedule.values[static_cast<std::size_t>(v)];
      const bool weight =
          value.storage == Storage::constant ||
          (value.storage == Storage::parameter && !schedule.parameters[value.index].optimizer);
      if (weight && parameters_seen.insert(v).second) at->parameter_bytes += value.bytes;
    }
  }
  add_transfers(schedule.steps.size());
  return layers;
}

std::vector<StepProfile> step_profile(const Schedule& schedule, std::span<const StepTime> times) {
  std::vector<StepProfile> steps;
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const Step& step = schedule.steps[i];
    steps.push_back({step.layer, step.layer_path.empty() ? step.node.name : step.layer_path,
                     step.node.op->name, step.algorithm, step.phase, mean(times, i)});
  }
  return steps;
}

std::string trace_text(std::span<const StepProfile> steps) {
  nlohmann::ordered_json events = nlohmann::ordered_json::array();
  for (const Phase p : {Phase::forward, Phase::backward, Phase::optimizer})
    events.push_back({{"name", "thread_name"},
                      {"ph", "M"},
                      {"pid", 1},
                      {"tid", static_cast<int>(p) + 1},
                      {"args", {{"name", name(p)}}}});
  double now = 0;  // microseconds
  for (const StepProfile& step : steps) {
    events.push_back({{"name", step.name},
                      {"cat", name(step.phase)},
                      {"ph", "X"},
                      {"ts", now},
                      {"dur", step.seconds * 1e6},
                      {"pid", 1},
                      {"tid", static_cast<int>(step.phase) + 1},
                      {"args", {{"operator", step.op}, {"algorithm", step.algorithm}}}});
    now += step.seconds * 1e6;
  }
  return nlohmann::ordered_json{{"traceEvents", events}, {"displayTimeUnit", "ms"}}.dump();
}

}  // namespace espalier
