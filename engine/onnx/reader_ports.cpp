// SPDX-License-Identifier: Apache-2.0
//
// What a GraphProto has besides nodes: types, initializers, inputs and outputs.
#include "engine/onnx/reader.h"

namespace espalier {

void GraphReader::read_types(const onnx::GraphProto& proto) {
  for (const auto* list : {&proto.value_info(), &proto.input(), &proto.output()})
    for (const onnx::ValueInfoProto& v : *list) types_[v.name()] = to_type(v.type(), v.name());
}

void GraphReader::read_initializers(const onnx::GraphProto& proto) {
  for (const onnx::TensorProto& t : proto.initializer()) {
    const std::string where = fmt::format("{}: initializer \"{}\"", context_.file, t.name());
    Tensor tensor = to_tensor(t, context_.folder, where);
    types_[t.name()] = Type::tensor(tensor.type(), to_symbolic(tensor.shape()));
    initializers_[t.name()] = std::move(tensor);
  }
  if (proto.sparse_initializer_size() > 0)
    throw UnsupportedModel(ESP_TEXT("engine", "{}: sparse initializers are not supported"),
                           context_.file);
  for (const onnx::NodeProto& n : proto.node())
    for (const std::string& input : n.input()) ++uses_[input];
  for (const onnx::ValueInfoProto& v : proto.output()) ++uses_[v.name()];
}

// A name that no layer can have stays the tensor's.
void GraphReader::name_port(Node& node, const std::string& tensor) const {
  node.name = free_name(tensor);
  if (node.name != tensor) node.attributes["tensor_name"] = tensor;
}

void GraphReader::read_inputs(const onnx::GraphProto& proto) {
  for (const onnx::ValueInfoProto& v : proto.input()) {
    if (initializers_.count(v.name())) continue;  // files before IR 4 list weights as inputs, too
    Node node = make_node(op("Input"));
    name_port(node, v.name());
    const Type& type = types_[v.name()];
    Type inside = type;
    std::string kind;
    for (; !inside.is_tensor() && inside.element; inside = Type(*inside.element))
      kind += (kind.empty() ? "" : " ") +
              std::string(inside.kind == Type::Kind::sequence ? "sequence" : "optional");
    if (!kind.empty()) node.attributes["kind"] = kind;
    if (inside.is_tensor()) node.attributes["dtype"] = std::string(name(inside.dtype));
    if (type.has_shape()) node.attributes["shape"] = *type.shape;
    values_[v.name()] = {add(std::move(node), v.name()), 0};
  }
}

void declare(Node& output, const Type& type) {
  if (!type.is_tensor() || type.dtype == DType::undefined) return;
  output.attributes["dtype"] = std::string(name(type.dtype));
  if (type.has_shape()) output.attributes["shape"] = *type.shape;
}

void GraphReader::read_outputs(const onnx::GraphProto& proto) {
  for (const onnx::ValueInfoProto& v : proto.output()) {
    if (!known(v.name()))
      fail(v.name(), message(ESP_TEXT("engine", "this output of the graph is produced by nobody")));
    Node node = make_node(op("Output"));
    node.inputs = {value(v.name())};  // may make a layer of this name
    name_port(node, v.name());
    if (outer_) declare(node, types_[v.name()]);  // outside of a plan nothing else tells
    add(std::move(node), v.name());
  }
}

}  // namespace espalier
