// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "engine/data/dataset.h"
#include "engine/passes/symbols.h"
#include "engine/quant/quantize.h"
#include "engine/quant/share.h"
#include "engine/session/operations.h"
#include "engine/session/runner.h"
#include "engine/train/plans.h"

namespace espalier {
namespace {

using clock = std::chrono::steady_clock;
constexpr int warm_up = 3;

double run_once(Executor& executor) {
  const auto begin = clock::now();
  executor.run();
  return std::chrono::duration<double>(clock::now() - begin).count();
}

PlanRequest plan_for(const Project& project, bool training, std::int64_t batch,
                     const std::string& isa, const std::string& device, Bindings dims = {}) {
  PlanRequest request;
  request.network = &project.network;
  request.mode = training ? Mode::training : Mode::inference;
  request.dims = complete_dims(project.network, std::move(dims), batch);
  request.target = target_named(isa);
  request.device = device;
  request.weights = &project.weights;
  if (training) request.optimizer = optimizer_spec(project.training.optimizer);
  return request;
}

// What the first axis of the Inputs is, where a number stands there.
std::optional<std::int64_t> fixed_batch(const Network& network) {
  std::optional<std::int64_t> fixed;
  for (const NodeId id : network.graph.nodes()) {
    const Node& node = network.graph.node(id);
    if (node.op->domain != authored_domain || std::string_view(node.op->name) != "Input") continue;
    for (const auto& [name, shape] : shape_attributes(node)) {
      if (shape.empty()) continue;
      const auto size = shape[0].constant();
      if (!size) return std::nullopt;
      if (!fixed) fixed = size;
    }
  }
  return fixed;
}

std::int64_t batch_of(const ProfileRequest& request) {
  const auto fixed = fixed_batch(request.project.network);
  if (request.batch > 0 && fixed && *fixed != request.batch)
    throw Error(
        ESP_TEXT("engine",
                 "the network takes batches of {}, got {}. Leave the batch out, or give the "
                 "first dimension of its Input a name such as N"),
        *fixed, request.batch);
  if (fixed) return *fixed;
  if (request.batch > 0) return request.batch;
  return request.training ? request.project.training.batch_size : 1;
}

}  // namespace

ProfileReady profile(const ProfileRequest& request, const JobContext& job) {
  job.at(0, ESP_TEXT("engine", "planning"));
  const std::int64_t batch = batch_of(request);
  const Project project = request.training ? request.project : deployed(request.project);
  Runner runner(
      plan_for(project, request.training, batch, request.isa, request.device, request.dims),
      project.weights, request.threads);
  runner.feed_random();
  Executor& executor = runner.executor();
  for (int i = 0; i < warm_up; ++i) run_once(executor);
  // The whole first, without a clock at every step; then the layers.
  std::vector<double> whole;
  const int repeat = std::max(request.repeat, 1);
  for (int i = 0; i < repeat; ++i) {
    job.at(0.5 * i / repeat, ESP_TEXT("engine", "measuring the whole"));
    whole.push_back(run_once(executor));
  }
  std::nth_element(whole.begin(), whole.begin() + repeat / 2, whole.end());
  executor.set_profiling(true);
  executor.reset_times();
  for (int i = 0; i < repeat; ++i) {
    job.at(0.5 + 0.5 * i / repeat, ESP_TEXT("engine", "measuring the layers"));
    run_once(executor);
  }
  ProfileReady ready;
  const Schedule ran = as_run(executor);
  ready.layers =
      layer_profile(ran, executor.times(), executor.transfers(), executor.transfer_times());
  ready.steps = step_profile(ran, executor.times());
  ready.median_seconds = whole[static_cast<std::size_t>(repeat / 2)];
  ready.batch = batch;
  ready.training = request.training;
  ready.integer_share = integer_share(runner.schedule()).share();
  ready.arena_bytes = runner.schedule().arena_bytes;
  return ready;
}

double integer_share_of(const Project& project) {
  const Project there = deployed(project);
  return integer_share(make_schedule(plan_for(there, false, 1, "", "cpu"))).share();
}

EstimateReady estimate(const TrainRequest& request, const JobContext& job) {
  EstimateReady ready;
  try {
    job.at(0, ESP_TEXT("engine", "reading the data"));
    const auto data = open_dataset(
        request.project.data, request.path.has_parent_path() ? request.path.parent_path() : ".");
    const DataBinding binding = bind_data(request.project.network, *data);
    const TrainingSettings& settings = request.project.training;
    const std::int64_t batch = binding.fixed_batch > 0 ? binding.fixed_batch : settings.batch_size;
    job.at(0.3, ESP_TEXT("engine", "planning"));
    PlanRequest plan = plan_for(request.project, true, batch, settings.isa, settings.device);
    plan.dims = binding.with_batch(std::min(batch, data->size(Split::train)));
    Runner runner(plan, request.project.weights, static_cast<int>(settings.threads));
    runner.feed_random();
    ready.memory_bytes = memory_of(runner.schedule()).total();
    job.at(0.6, ESP_TEXT("engine", "measuring a few steps"));
    double best = run_once(runner.executor());
    const auto begin = clock::now();
    for (int i = 0; i < 10 && clock::now() - begin < std::chrono::milliseconds(300); ++i) {
      best = std::min(best, run_once(runner.executor()));
      job.at(0.6, ESP_TEXT("engine", "measuring a few steps"));
    }
    const double steps = static_cast<double>(data->size(Split::train)) / static_cast<double>(batch);
    ready.seconds_per_epoch = best * steps;
  } catch (const Cancelled&) {
    throw;
  } catch (const Error& e) {
    ready.runnable = false;
    ready.why_not = e.message();
  }
  return ready;
}

}  // namespace espalier
