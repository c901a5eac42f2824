// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/graph/inference.h"
#include "engine/onnx/onnx.h"
#include "engine/onnx/proto.h"

namespace espalier {

// Writes an inlined graph as a GraphProto.
class GraphWriter {
 public:
  GraphWriter(Network inlined, const WeightSet& weights, const ExportOptions& options,
              onnx::GraphProto& into);
  // A body of If, Loop or Scan, whose captured Input nodes stand for values of `outer`.
  GraphWriter(const GraphWriter& outer, const Graph& body, std::vector<Type> inputs,
              const std::vector<std::string>& captured, onnx::GraphProto& into);
  void write();

 private:
  std::set<NodeId> wanted() const;  // what the marked outputs need
  void name_values(const std::set<NodeId>& wanted);
  void write_input(const Node& node);
  void write_output(const Node& node);
  void write_parameter(const Node& node);
  void write_node(const Node& node);
  OnnxNode one_to_one(const Node& node);
  std::string owned_parameter(const Node& node, std::size_t port);
  void emit(const OnnxNode& node, const Node* source = nullptr);
  void write_body(const Node& node, const std::string& attribute, const Graph& body,
                  onnx::GraphProto& into);
  const NodeInfo& info(NodeId id) const;
  void add_initializer(const std::string& name, const Tensor& tensor);
  Tensor weight(const Node& node, std::string_view port, std::size_t index, const Type& type) const;
  Type type_of(ValueRef v) const;
  Type param_type(const Node& node, std::size_t port) const;
  std::string unique(const std::string& wish);
  std::string name_of(ValueRef v) const { return v ? names_.at(v) : std::string(); }

  Network network_;
  Inference inference_;                              // of a main graph
  std::unordered_map<NodeId, NodeInfo> body_infos_;  // of a body
  const WeightSet& weights_;
  const ExportOptions& options_;
  onnx::GraphProto& proto_;
  bool is_body_ = false;
  std::set<NodeId> captured_;  // Input nodes of a body that are values from outside
  std::unordered_map<ValueRef, std::string> names_;
  std::shared_ptr<std::set<std::string>> taken_;  // by all graphs of the file
  std::set<std::string> node_names_;              // of this graph
};

}  // namespace espalier
