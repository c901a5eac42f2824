// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  void emit(const OnnxNode& node);
  void add_initializer(const std::string& name, const Tensor& tensor);
  Tensor weight(const Node& node, std::string_view port, std::size_t index, const Type& type) const;
  Type type_of(ValueRef v) const;
  std::string unique(const std::string& wish);
  std::string name_of(ValueRef v) const { return v ? names_.at(v) : std::string(); }

  Network network_;
  Inference inference_;
  const WeightSet& weights_;
  const ExportOptions& options_;
  onnx::GraphProto& proto_;
  std::unordered_map<ValueRef, std::string> names_;
  std::set<std::string> taken_;
};

}  // namespace espalier
