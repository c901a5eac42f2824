// SPDX-License-Identifier: Apache-2.0
#include "engine/quant/precision.h"

#include "engine/quant/choice.h"
#include "engine/quant/float_graph.h"

namespace espalier {

std::vector<LayerPrecision> layer_precisions(const Project& project) {
  const Quantization& q = project.quantization;
  if (q.empty()) return {};
  const Graph graph = float_graph(project.network, project.weights);
  const QuantizationChoice possible = choose_quantized(graph, {}, &q);
  const QuantizationChoice chosen = choose_quantized(graph, q.keep, &q);
  const std::unordered_set<NodeId> integer(chosen.layers.begin(), chosen.layers.end());
  std::vector<LayerPrecision> layers;
  for (const NodeId id : possible.layers) {
    const Node& node = graph.node(id);
    const std::string key = layer_key(node);
    layers.push_back({key, node.origin->path, node.op->name, node.origin->ids, integer.contains(id),
                      q.keep.contains(key),
                      !only_moves(node) && !possible.taken_along.contains(id)});
  }
  return layers;
}

}  // namespace espalier
