// SPDX-License-Identifier: Apache-2.0
//
// Bodies of If, Loop and Scan: graphs in attributes, which know outer values by name.
#include <algorithm>

#include "engine/graph/infer.h"
#include "engine/onnx/writer.h"

namespace espalier {

GraphWriter::GraphWriter(const GraphWriter& outer, const Graph& body, std::vector<Type> inputs,
                         const std::vector<std::string>& captured, onnx::GraphProto& into)
    : weights_(outer.weights_),
      options_(outer.options_),
      proto_(into),
      is_body_(true),
      taken_(outer.taken_) {
  network_.graph = body;
  const GroupPorts ports = ports_of(body);
  const std::size_t formal = ports.inputs.size() - std::min(captured.size(), ports.inputs.size());
  for (std::size_t i = formal; i < ports.inputs.size(); ++i) {
    captured_.insert(ports.inputs[i]);
    names_[{ports.inputs[i], 0}] = captured[i - formal];
  }
  inputs.insert(inputs.begin(), formal, Type{});
  body_infos_ = infer_body(body, inputs, "_");
}

const NodeInfo& GraphWriter::info(NodeId id) const {
  return is_body_ ? body_infos_.at(id) : inference_.at(id);
}

// What a body captures is wired to the node behind its formal inputs; where it holds several bodies
// (If), those of one stand behind those of the other, in the order of the spec's attributes.
void GraphWriter::write_body(const Node& node, const std::string& attribute, const Graph& body,
                             onnx::GraphProto& into) {
  std::size_t begin = node.inputs.size();
  if (node.op->attribute("captures"))
    begin -= std::min<std::size_t>(
        begin, static_cast<std::size_t>(espalier::attribute<std::int64_t>(node, "captures")));
  std::size_t bodies = 0;
  for (const AttrSpec& a : node.op->attributes) bodies += a.type == AttrType::graph;
  std::size_t count = node.inputs.size() - begin;
  if (bodies > 1) {  // all their inputs are captured
    for (const AttrSpec& a : node.op->attributes) {
      if (a.type != AttrType::graph) continue;
      const auto held = espalier::attribute<Subgraph>(node, a.name);
      count = held.graph ? ports_of(*held.graph).inputs.size() : 0;
      if (a.name == attribute) break;
      begin += count;
    }
  }
  std::vector<std::string> names;
  std::vector<Type> types;
  for (std::size_t i = begin; i < begin + count && i < node.inputs.size(); ++i) {
    names.push_back(name_of(node.inputs[i]));
    types.push_back(type_of(node.inputs[i]));
  }
  into.set_name(attribute);
  GraphWriter(*this, body, std::move(types), names, into).write();
}

}  // namespace espalier
