// SPDX-License-Identifier: Apache-2.0
#include "engine/quant/calibrate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/quant/choice.h"
#include "engine/quant/float_graph.h"
#include "engine/quant/watch.h"

namespace espalier {
namespace {

constexpr std::size_t bins = 2048;

// What was seen of one value.
struct Seen {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();
  std::vector<double> histogram;

  void take_ends(std::span<const float> values) {
    for (const float v : values) {
      if (!std::isfinite(v)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  void count(std::span<const float> values) {
    histogram.resize(bins);
    const double width = (double{high} - double{low}) / bins;
    if (!(width > 0)) return;
    for (const float v : values) {
      if (!std::isfinite(v)) continue;
      const double at = std::clamp((double{v} - double{low}) / width, 0.0, double{bins - 1});
      ++histogram[static_cast<std::size_t>(at)];
    }
  }
  // Without `tail` of all values at each end.
  ValueRange range(double tail) const {
    double all = 0;
    for (const double n : histogram) all += n;
    if (all == 0 || tail <= 0) return {low, high};
    std::size_t first = 0, last = bins - 1;
    for (double sum = histogram[first]; sum <= all * tail && first < last; ++first)
      sum += histogram[first + 1];
    for (double sum = histogram[last]; sum <= all * tail && last > first; --last)
      sum += histogram[last - 1];
    const double width = (double{high} - double{low}) / bins;
    return {static_cast<float>(double{low} + width * static_cast<double>(first)),
            static_cast<float>(double{low} + width * static_cast<double>(last + 1))};
  }
};

std::string layer_names(const Graph& graph) {
  std::string names;
  for (const NodeId id : graph.topological()) {
    const Node& node = graph.node(id);
    if (node.origin == nullptr || node.op->category == Category::data) continue;
    names += (names.empty() ? "" : ", ") + node.origin->path;
  }
  return names;
}

void refuse_constant(const Graph& graph, const std::vector<ValueRef>& values,
                     const std::vector<Seen>& seen) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Node& node = graph.node(values[i].node);
    if (is_input(node) && !(seen[i].low < seen[i].high))
      throw Error(ESP_TEXT("engine",
                           "{}: every element of the calibration samples is {}; calibrate on data "
                           "that differ, or on more samples"),
                  node.name, seen[i].low);
  }
}

}  // namespace

std::string layer_key_of(const Network& network, const std::string& path) {
  const Graph graph = inlined(network);
  for (const NodeId id : graph.topological()) {
    const Node& node = graph.node(id);
    if (node.origin != nullptr && node.origin->path == path) return layer_key(node);
  }
  throw Error(ESP_TEXT("engine", "there is no layer \"{}\" to keep in float; there are {}"), path,
              layer_names(graph));
}

Quantization calibrate(const Project& project, const std::filesystem::path& path,
                       const CalibrationOptions& options) {
  if (project.weights.empty())
    throw Error(ESP_TEXT("engine",
                         "the project has no trained weights, so there is nothing to bring to 8 "
                         "bits; train it first"));
  Quantization q;
  q.method = options.method;
  q.percentile = options.percentile;
  for (const std::string& layer : options.keep) q.keep.insert(layer_key_of(project.network, layer));
  const Graph graph = float_graph(project.network, project.weights);
  // Ranges are measured for what is kept, too, so that it can change its mind without new data.
  const QuantizationChoice choice = choose_quantized(graph, {}, nullptr);
  if (choice.values.empty())
    throw Error(ESP_TEXT("engine",
                         "the network has no Conv, Gemm or MatMul with weights of its own, so "
                         "nothing of it runs in 8 bits"));
  std::vector<ValueRef> values;
  for (const ValueRef v : choice.values)
    if (choice.scale_of(v) == v) values.push_back(v);
  std::vector<Seen> seen(values.size());
  const bool twice = options.method == "percentile";
  for (int pass = 0; pass < (twice ? 2 : 1); ++pass) {
    q.samples = watch_values(
        project, path, graph, values, options.samples, CalibrationOptions::usual_samples,
        [&](double share) {
          const double done = twice ? 0.5 * (pass + share) : share;
          return !options.progress || options.progress(done);
        },
        [&](std::size_t i, std::span<const float> v) {
          if (pass == 0)
            seen[i].take_ends(v);
          else
            seen[i].count(v);
        });
    if (pass == 0) refuse_constant(graph, values, seen);
  }
  const double tail = twice ? (100 - options.percentile) / 200 : 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(seen[i].low <= seen[i].high))
      throw Error(ESP_TEXT("engine",
                           "{}: its values are not finite, so they have no range; train the "
                           "network again"),
                  graph.node(values[i].node).name);
    q.ranges[value_key(graph, values[i])] = seen[i].range(tail);
  }
  return q;
}

}  // namespace espalier
