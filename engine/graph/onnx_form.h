// SPDX-License-Identifier: Apache-2.0
//
// A node as ONNX writes it, without protobuf: what the import and write rules of an OpSpec work on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/graph/op.h"

namespace espalier {

struct OnnxNode {
  std::string op_type, domain, name;
  AttributeMap attributes;                   // ONNX's attribute types only
  std::vector<std::string> inputs, outputs;  // value names; empty: left open
  // Import: inputs that stay wires although they could become parameters that the node owns (a bias
  // that is not of the usual shape).
  std::vector<std::size_t> wired = {};
};

// Adapts a node that was read, before it is mapped one to one on the spec of the same name:
// attributes of older versions, inputs that became attributes, authored attributes that follow from
// the weights' shapes (channels of W).
class OnnxImportContext {
 public:
  OnnxImportContext(OnnxNode& read, int file_opset, std::vector<const Tensor*> constants,
                    std::vector<Type> types)
      : node(read), opset(file_opset), constants_(std::move(constants)), types_(std::move(types)) {}
  OnnxNode& node;   // to change; op_type may become another operator's name
  const int opset;  // that the file asks for in the node's domain
  // The value of an input that is an initializer or a Constant's output; null otherwise.
  const Tensor* constant(std::size_t input) const;
  // What the file says of an input's type; Kind::unknown where it says nothing.
  const Type& type(std::size_t input) const;
  void drop_input(std::size_t input);  // leaves it open
  [[noreturn]] void fail(Message m) const { throw Error(std::move(m)); }

 private:
  std::vector<const Tensor*> constants_;
  std::vector<Type> types_;
};

// Writes a node for the opset asked for. On entry `node` is the one-to-one form: authored
// attributes left out, as_input attributes already turned into constants.
class OnnxExportContext {
 public:
  OnnxExportContext(const Node& drawn, OnnxNode one_to_one, int wanted_opset,
                    std::vector<Type> input_types, std::vector<Type> output_types)
      : source(drawn),
        node(std::move(one_to_one)),
        opset(wanted_opset),
        inputs(std::move(input_types)),
        outputs(std::move(output_types)) {}
  const Node& source;  // attributes as drawn
  OnnxNode node;       // the last node to be written, after `before`
  const int opset;
  const std::vector<Type> inputs, outputs;
  std::vector<OnnxNode> before;                           // further nodes, in order
  std::vector<std::pair<std::string, Tensor>> constants;  // further initializers
  std::string fresh(std::string_view wish);  // a value name that is unique to this node
  std::string constant(Tensor value, std::string_view wish);

 private:
  int counter_ = 0;
};

}  // namespace espalier
