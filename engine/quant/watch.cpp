// SPDX-License-Identifier: Apache-2.0
#include "engine/quant/watch.h"

#include <algorithm>
#include <map>

#include "engine/data/batch_loader.h"
#include "engine/graph/op.h"
#include "engine/passes/program_ops.h"
#include "engine/runtime/executor.h"
#include "engine/train/binding.h"
#include "engine/train/plans.h"

namespace espalier {
namespace {

// The graph with an Output at each value, and nothing else wanted of it.
struct Watched {
  Network network;
  std::vector<std::string> names;  // of the Outputs, by value
};

Watched watched(const Graph& graph, const std::vector<ValueRef>& values) {
  Watched w;
  w.network.graph = graph;
  for (const ValueRef v : values) {
    Node output = make_node(op("Output"));
    output.name = w.network.graph.free_name("watched");
    output.inputs = {v};
    w.names.push_back(output.name);
    passes::require(w.network.graph.add(std::move(output)));
  }
  return w;
}

std::int64_t samples_to_see(const Dataset& data, std::optional<std::int64_t> asked,
                            std::int64_t usual) {
  const std::int64_t there = data.size(Split::train);
  if (there == 0)
    throw Error(ESP_TEXT("engine",
                         "there are no training samples to calibrate on; give the project data "
                         "first"));
  if (asked && *asked < 1)
    throw Error(ESP_TEXT("engine", "calibration needs at least 1 sample, got {}"), *asked);
  if (asked && *asked > there)
    throw Error(
        ESP_TEXT("engine",
                 "calibration was to see {} training samples, but the data have {}; ask for "
                 "no more than that"),
        *asked, there);
  return std::min(asked.value_or(usual), there);
}

struct Plan {
  Schedule schedule;
  std::unique_ptr<Executor> executor;
};

}  // namespace

std::int64_t watch_values(const Project& project, const std::filesystem::path& path,
                          const Graph& graph, const std::vector<ValueRef>& values,
                          std::optional<std::int64_t> samples, std::int64_t usual,
                          const std::function<bool(double)>& progress,
                          const std::function<void(std::size_t, std::span<const float>)>& show) {
  const std::shared_ptr<const Dataset> data =
      open_dataset(project.data, path.has_parent_path() ? path.parent_path() : ".");
  const std::int64_t whole = samples_to_see(*data, samples, usual);
  const Watched w = watched(graph, values);
  const DataBinding binding = bind_data(w.network, *data);
  const auto device =
      open_device(project.training.device, static_cast<int>(project.training.threads));
  ParameterStore store(*device);
  std::map<std::int64_t, Plan> plans;
  const auto executor = [&](std::int64_t batch) -> Executor& {
    Plan& plan = plans[batch];
    if (plan.executor) return *plan.executor;
    PlanRequest request;
    request.network = &w.network;
    request.dims = binding.with_batch(batch);
    request.target = target_of(project.training);
    request.outputs = w.names;
    plan.schedule = make_schedule(request);
    store.prepare(plan.schedule, {}, 0);
    plan.executor = std::make_unique<Executor>(plan.schedule, *device, store);
    return *plan.executor;
  };
  const std::int64_t batch =
      binding.fixed_batch > 0 ? binding.fixed_batch : std::min(project.training.batch_size, whole);
  BatchLoader loader(data, {.split = Split::train,
                            .batch = batch,
                            .shuffle = true,
                            .seed = project.training.seed,
                            .epochs = 1});
  std::int64_t seen = 0;
  while (seen < whole) {
    const Batch* next = loader.next();
    if (next == nullptr) break;
    const std::int64_t count =
        binding.fixed_batch > 0 ? next->count : std::min(next->count, whole - seen);
    Executor& run = executor(count);
    const Schedule& schedule = run.schedule();
    for (std::size_t i = 0; i < schedule.inputs.size(); ++i)
      if (const int column = binding.column(schedule.inputs[i]); column >= 0)
        run.set_input(i, next->columns[static_cast<std::size_t>(column)]);
    run.run();
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Value& v = schedule.values[static_cast<std::size_t>(schedule.outputs[i].value)];
      if (v.dtype == DType::float32) show(i, run.output_as<float>(i));
    }
    seen += count;
    if (!progress(std::min(1.0, static_cast<double>(seen) / static_cast<double>(whole))))
      throw Error(ESP_TEXT("engine", "cancelled"));
  }
  return seen;
}

}  // namespace espalier
