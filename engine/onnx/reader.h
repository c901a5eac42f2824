// SPDX-License-Identifier: Apache-2.0
//
// Reads one GraphProto into a Graph. Bodies of If, Loop and Scan are read by a reader whose `outer`
// is this one; what they capture becomes explicit inputs.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/onnx/onnx.h"
#include "engine/onnx/proto.h"

namespace espalier {

// What all graphs of one file share.
struct ReadContext {
  std::filesystem::path folder;
  std::string file;
  std::map<std::string, int> opsets;  // by domain; "" is ONNX's own
  ImportReport report;
  WeightSet::Map weights;
};

// An Output keeps what the file says of its type.
void declare(Node& output, const Type& type);

class GraphReader {
 public:
  GraphReader(ReadContext& context, Graph& graph, GraphReader* outer = nullptr)
      : context_(context), graph_(graph), outer_(outer) {}
  void read(const onnx::GraphProto& proto);
  // Names of outer values that this body uses, in the order of the Input nodes made for them.
  const std::vector<std::string>& captures() const { return captures_; }

 private:
  void read_initializers(const onnx::GraphProto& proto);
  void read_types(const onnx::GraphProto& proto);
  void read_inputs(const onnx::GraphProto& proto);
  void name_port(Node& node, const std::string& tensor) const;
  void read_nodes(const onnx::GraphProto& proto);
  void read_outputs(const onnx::GraphProto& proto);
  void read_node(const onnx::NodeProto& proto);
  using Captures = std::map<std::string, std::vector<std::string>>;  // by the body's attribute
  OnnxNode neutral(const onnx::NodeProto& proto, Captures& captured);
  static std::vector<std::string> in_order(Captures captured, const OpSpec& spec);
  // Runs the operator's import rule and finds its spec.
  const OpSpec& adapt(OnnxNode& node);
  void map_attributes(const OnnxNode& from, const OpSpec& spec, Node& into);
  void map_inputs(const OnnxNode& from, const OpSpec& spec, Node& into,
                  std::vector<std::pair<std::uint32_t, std::string>>& owned);

  bool known(const std::string& name) const;  // here or further out
  const Tensor* constant(const std::string& name) const;
  // The value, made as a Parameter, Constant or captured Input node where it needs one.
  ValueRef value(const std::string& name);
  bool owned_by_one(const std::string& name) const;
  std::string free_name(std::string_view wish) const;
  NodeId add(Node node, const std::string& where);
  [[noreturn]] void fail(const std::string& where, const Message& reason) const;

  ReadContext& context_;
  Graph& graph_;
  GraphReader* outer_;
  std::unordered_map<std::string, Tensor> initializers_;  // and outputs of Constant nodes
  std::set<std::string> from_constant_node_;
  std::unordered_map<std::string, int> uses_;
  std::unordered_map<std::string, Type> types_;
  std::unordered_map<std::string, ValueRef> values_;
  std::vector<std::string> captures_;
};

}  // namespace espalier
