// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "engine/data/sample.h"
#include "engine/quant/quantize.h"
#include "engine/session/operations.h"
#include "engine/session/runner.h"
#include "engine/train/plans.h"

namespace espalier {
namespace {

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

Split split_named(const std::string& text) {
  const std::optional<Split> split = from_name<Split>(text);
  if (!split)
    throw Error(
        ESP_TEXT("engine", "split \"{}\" is not known; there are train, validation and test"),
        text);
  return *split;
}

}  // namespace

JobDone evaluate(const EvaluateRequest& request, const JobContext& job) {
  const Split split = split_named(request.split);
  job.at(0, ESP_TEXT("engine", "reading the data"));
  const auto data = open_dataset(request.project.data, folder_of(request.path));
  if (data->size(split) == 0)
    throw Error(ESP_TEXT("engine", "the data set has no {} samples"), request.split);
  const Project project = deployed(request.project);
  const DataBinding binding = bind_data(project.network, *data);
  const TrainingSettings& settings = project.training;
  const auto device = open_device(settings.device, static_cast<int>(settings.threads));
  ParameterStore store(*device);
  Plans plans(project, binding, *device, store);
  const std::int64_t batch = binding.fixed_batch > 0 ? binding.fixed_batch : settings.batch_size;
  const Judgement judged =
      judge_split(plans, data, split, batch, binding.classes, [&](double share) {
        job.at(share, ESP_TEXT("engine", "evaluating"));
        return true;
      });
  JobDone done;
  done.metrics = judged.metrics;
  done.confusion = judged.confusion;
  done.facts = {{message(ESP_TEXT("engine", "samples")), fmt::format("{}", judged.samples)},
                {message(ESP_TEXT("engine", "samples a second")),
                 fmt::format("{:.0f}", static_cast<double>(judged.samples) /
                                           std::max(judged.seconds, 1e-9))}};
  return done;
}

Prediction predict(const PredictRequest& request) {
  const auto data = open_dataset(request.project.data, folder_of(request.path));
  const Project project = deployed(request.project);
  const DataBinding binding = bind_data(project.network, *data);
  PlanRequest plan;
  plan.network = &project.network;
  plan.dims = binding.with_batch(1);
  plan.weights = &project.weights;
  Runner runner(plan, project.weights, 1);
  const InputFormat& format = data->input_format();
  Tensor input(DType::float32, format.shape);
  const auto read = format.bytes ? read_image_input : read_table_input;
  read(request.sample, format, input.mutable_values<float>().data());
  for (std::size_t i = 0; i < runner.schedule().inputs.size(); ++i) runner.feed(i, input);
  const auto begin = std::chrono::steady_clock::now();
  runner.executor().run();
  Prediction prediction;
  prediction.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (runner.schedule().outputs.empty())
    throw Error(
        ESP_TEXT("engine", "the drawing has no output; add an Output behind the last layer"));
  const Tensor said = runner.output(0);
  prediction.ranked = ranked_classes(
      said.values<float>(),
      binding.target >= 0 ? data->columns()[static_cast<std::size_t>(binding.target)].class_names
                          : std::vector<std::string>{});
  return prediction;
}

}  // namespace espalier
