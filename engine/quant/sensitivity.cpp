// SPDX-License-Identifier: Apache-2.0
#include "engine/quant/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/data/batch_loader.h"
#include "engine/quant/choice.h"
#include "engine/quant/float_graph.h"
#include "engine/quant/quantize.h"
#include "engine/train/binding.h"
#include "engine/train/plans.h"

namespace espalier {
namespace {

using Progress = std::function<bool(double)>;

// A network's figures on the held-out samples, and its scores.
struct Judged {
  Metrics metrics;
  std::vector<float> scores;
  std::int64_t samples = 0;
};

class Judge {
 public:
  Judge(const Project& project, const std::filesystem::path& path, std::int64_t samples)
      : data_(open_dataset(project.data, path.has_parent_path() ? path.parent_path() : ".")),
        split_(data_->size(Split::validation) > 0 ? Split::validation : Split::test),
        samples_(std::min(samples, data_->size(split_))) {
    if (samples_ <= 0)
      throw Error(ESP_TEXT("engine",
                           "the data have neither validation nor test samples to measure layers "
                           "on; keep some of them back"));
  }

  Judged run(const Project& drawn, const Progress& progress) const {
    const Project project = deployed(drawn);
    const DataBinding binding = bind_data(project.network, *data_);
    const auto device =
        open_device(project.training.device, static_cast<int>(project.training.threads));
    ParameterStore store(*device);
    Plans plans(project, binding, *device, store);
    MetricSums sums(binding.classes);
    const std::int64_t batch = binding.fixed_batch > 0
                                   ? binding.fixed_batch
                                   : std::min(project.training.batch_size, samples_);
    BatchLoader loader(data_, {.split = split_, .batch = batch, .shuffle = false, .epochs = 1});
    Judged judged;
    while (judged.samples < samples_) {
      const Batch* next = loader.next();
      if (next == nullptr) break;
      Batch some = *next;
      if (binding.fixed_batch == 0) some.count = std::min(some.count, samples_ - judged.samples);
      Executor& executor = plans.get(Mode::evaluation, some.count);
      plans.feed(executor, some);
      executor.run();
      plans.judge(executor, some, sums);
      const auto scores = executor.output_as<float>(0);
      judged.scores.insert(judged.scores.end(), scores.begin(), scores.end());
      judged.samples += some.count;
      if (!progress(static_cast<double>(judged.samples) / static_cast<double>(samples_)))
        throw Error(ESP_TEXT("engine", "cancelled"));
    }
    judged.metrics = sums.result();
    return judged;
  }

 private:
  std::shared_ptr<const Dataset> data_;
  Split split_;
  std::int64_t samples_;
};

double decibels(const std::vector<float>& signal, const std::vector<float>& other) {
  double energy = 0, noise = 0;
  for (std::size_t i = 0; i < signal.size() && i < other.size(); ++i) {
    const double d = double{signal[i]} - double{other[i]};
    energy += double{signal[i]} * double{signal[i]};
    noise += d * d;
  }
  return noise > 0 ? 10 * std::log10(energy / noise) : std::numeric_limits<double>::infinity();
}

// Every other layer in float; a Relu that this one's kernel takes along goes with it.
std::set<std::string, std::less<>> all_but(const Graph& graph, const QuantizationChoice& choice,
                                           NodeId one) {
  std::set<std::string, std::less<>> keep;
  for (const NodeId id : choice.layers) {
    const Node& node = graph.node(id);
    const bool follows = choice.taken_along.contains(id) && node.inputs[0] == ValueRef{one, 0};
    if (id != one && !follows) keep.insert(layer_key(node));
  }
  return keep;
}

}  // namespace

Sensitivity measure_sensitivity(const Project& project, const std::filesystem::path& path,
                                const SensitivityOptions& options) {
  if (project.quantization.empty())
    throw Error(ESP_TEXT("engine", "the project is not quantised; calibrate it first"));
  const Graph graph = float_graph(project.network, project.weights);
  const QuantizationChoice choice = choose_quantized(graph, {}, &project.quantization);
  std::vector<NodeId> told;
  for (const NodeId id : choice.layers)
    if (options.layers && !only_moves(graph.node(id)) && !choice.taken_along.contains(id))
      told.push_back(id);
  const Judge judge(project, path, options.samples);
  double done = 0;
  const double runs = static_cast<double>(told.size()) + 2;
  const auto run = [&](const Project& variant) {
    Judged judged = judge.run(variant, [&](double share) {
      return !options.progress || options.progress((done + share) / runs);
    });
    ++done;
    return judged;
  };
  Project variant = project;
  variant.quantization = {};
  const Judged plain = run(variant);
  const Judged quantized = run(project);
  Sensitivity s;
  s.samples = plain.samples;
  s.float_metrics = plain.metrics;
  s.quantized_metrics = quantized.metrics;
  s.signal_to_noise = decibels(plain.scores, quantized.scores);
  variant.quantization = project.quantization;
  for (const NodeId id : told) {
    const Node& node = graph.node(id);
    variant.quantization.keep = all_but(graph, choice, id);
    const Judged alone = run(variant);
    const std::string key = layer_key(node);
    s.layers.push_back({key, node.origin->path, node.op->name, node.origin->ids,
                        project.quantization.keep.contains(key), alone.metrics,
                        decibels(plain.scores, alone.scores)});
  }
  return s;
}

}  // namespace espalier
