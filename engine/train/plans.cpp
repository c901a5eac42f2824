// SPDX-License-Identifier: Apache-2.0
#include "engine/train/plans.h"

#include <chrono>
#include <cmath>
#include <limits>

#include "engine/train/memory.h"

namespace espalier {
namespace {

int output_named(const Schedule& schedule, std::string_view name) {
  for (std::size_t i = 0; i < schedule.outputs.size(); ++i)
    if (schedule.outputs[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace

OptimizerSpec optimizer_spec(const OptimizerSettings& o) {
  if (o.name == "SGD")
    return {"SGD",
            {{"momentum", o.momentum},
             {"dampening", o.dampening},
             {"nesterov", o.nesterov},
             {"weight_decay", o.weight_decay}}};
  if (o.name == "Adam" || o.name == "AdamW")
    return {
        o.name,
        {{"beta1", o.beta1}, {"beta2", o.beta2}, {"eps", o.eps}, {"weight_decay", o.weight_decay}}};
  throw Error(ESP_TEXT("engine", "optimiser \"{}\" is not known; there are SGD, Adam and AdamW"),
              o.name);
}

CpuTarget target_of(const TrainingSettings& settings) {
  if (settings.isa.empty()) return CpuTarget::of(best_isa());
  const std::optional<Isa> isa = isa_from_name(settings.isa);
  if (!isa)
    throw Error(
        ESP_TEXT("engine", "instruction set \"{}\" is not known; there are plain, avx2, avx512"),
        settings.isa);
  if (*isa > best_isa())
    throw Error(ESP_TEXT("engine", "instruction set {}: this machine goes up to {}"), settings.isa,
                name(best_isa()));
  return CpuTarget::of(*isa);
}

Plans::Plans(const Project& project, const DataBinding& binding, Device& device,
             ParameterStore& store)
    : project_(project), binding_(binding), device_(device), store_(store) {}

Executor& Plans::get(Mode mode, std::int64_t batch) {
  std::unique_ptr<Plan>& plan = plans_[{mode, batch}];
  if (plan) return *plan->executor;
  auto made = std::make_unique<Plan>();
  PlanRequest request;
  request.network = &project_.network;
  request.mode = mode;
  request.dims = binding_.with_batch(batch);
  request.target = target_of(project_.training);
  request.device = device_.info().id;
  request.fold_weights = false;
  request.seed = project_.training.seed;
  if (mode == Mode::training) request.optimizer = optimizer_spec(project_.training.optimizer);
  if (!binding_.scores.empty()) request.outputs = {binding_.scores};
  made->schedule = make_schedule(request);
  require_memory(made->schedule, device_.info());
  store_.prepare(made->schedule, project_.weights, project_.training.seed);
  made->executor = std::make_unique<Executor>(made->schedule, device_, store_);
  plan = std::move(made);
  return *plan->executor;
}

void Plans::feed(Executor& executor, const Batch& batch) const {
  const Schedule& schedule = executor.schedule();
  for (std::size_t i = 0; i < schedule.inputs.size(); ++i) {
    const int column = binding_.column(schedule.inputs[i]);
    if (column >= 0) executor.set_input(i, batch.columns[static_cast<std::size_t>(column)]);
  }
}

double Plans::loss(const Executor& executor) {
  const int loss = output_named(executor.schedule(), "loss");
  return loss < 0 ? std::numeric_limits<double>::quiet_NaN()
                  : double{executor.output_as<float>(static_cast<std::size_t>(loss))[0]};
}

void Plans::judge(const Executor& executor, const Batch& batch, MetricSums& sums) const {
  const Schedule& schedule = executor.schedule();
  const double mean_loss = loss(executor);
  const int scores = binding_.scores.empty() ? 0 : output_named(schedule, binding_.scores);
  const bool judged = scores >= 0 && static_cast<std::size_t>(scores) < schedule.outputs.size() &&
                      schedule.outputs[static_cast<std::size_t>(scores)].name != "loss" &&
                      binding_.target >= 0;
  if (!judged) return sums.add_loss(mean_loss, batch.count);
  const auto index = static_cast<std::size_t>(scores);
  const Value& value = schedule.values[static_cast<std::size_t>(schedule.outputs[index].value)];
  if (value.dtype != DType::float32) return sums.add_loss(mean_loss, batch.count);
  const std::span<const float> said = executor.output_as<float>(index);
  const std::byte* target = batch.columns[static_cast<std::size_t>(binding_.target)];
  if (binding_.classes > 0) {
    if (value.shape.size() < 2 || value.shape[1] != binding_.classes)
      return sums.add_loss(mean_loss, batch.count);
    const std::size_t n = said.size() / static_cast<std::size_t>(binding_.classes);
    sums.add_classes(mean_loss, batch.count, said,
                     {reinterpret_cast<const std::int64_t*>(target), n}, value.shape);
  } else {
    sums.add_values(mean_loss, batch.count, said,
                    {reinterpret_cast<const float*>(target), said.size()});
  }
}

std::string Plans::algorithms() {
  std::string text;
  for (const auto& [key, plan] : plans_) {
    if (key.first != Mode::training) continue;
    for (const Step& step : plan->schedule.steps) text += step.algorithm + ";";
    break;
  }
  return text;
}

Judgement judge_split(Plans& plans, const std::shared_ptr<const Dataset>& data, Split split,
                      std::int64_t batch, std::int64_t classes,
                      const std::function<bool(double)>& progress) {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  Judgement result;
  MetricSums sums(classes);
  BatchLoader loader(data, {.split = split, .batch = batch, .shuffle = false, .epochs = 1});
  const std::int64_t whole = data->size(split);
  while (const Batch* next = loader.next()) {
    Executor& executor = plans.get(Mode::evaluation, next->count);
    plans.feed(executor, *next);
    executor.run();
    plans.judge(executor, *next, sums);
    if (progress && !progress(static_cast<double>(sums.samples()) / static_cast<double>(whole)))
      break;
  }
  result.metrics = sums.result();
  result.confusion = sums.confusion();
  result.samples = sums.samples();
  result.seconds = std::chrono::duration<double>(clock::now() - begin).count();
  return result;
}

}  // namespace espalier
