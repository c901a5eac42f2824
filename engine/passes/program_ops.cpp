// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/program_ops.h"

#include <utility>

namespace espalier::passes {
namespace {

OpSpec feed() {
  OpSpec spec;
  spec.name = "Feed";
  spec.domain = internal_domain;
  spec.summary = "a value given by the caller";
  spec.attributes = {{.name = "dtype", .type = AttrType::integer, .fallback = {}},
                     {.name = "shape", .type = AttrType::integers, .fallback = {}}};
  spec.outputs = {{.name = "Y"}};
  spec.infer = [](InferContext& c) {
    c.output(
        0, Type::tensor(static_cast<DType>(c.integer("dtype")), to_symbolic(c.integers("shape"))));
  };
  return spec;
}

const RegisterOps ops_of_this_file{{feed}};

ValueRef add(Graph& graph, Node node, std::string name) {
  node.name = graph.free_name(name);
  NodeId id;
  require(graph.add(std::move(node), &id));
  return {id, 0};
}

bool is_op(const Node& node, std::string_view domain, std::string_view name) {
  return node.op->domain == domain && node.op->name == name;
}

}  // namespace

void require(const std::optional<Refusal>& refusal) {
  if (refusal) throw Error(refusal->reason);
}

ValueRef add_feed(Graph& graph, std::string name, DType type, const Shape& shape) {
  Node node = make_node(internal_op("Feed"));
  node.attributes["dtype"] = std::int64_t{static_cast<int>(type)};
  node.attributes["shape"] = shape;
  return add(graph, std::move(node), std::move(name));
}

ValueRef add_parameter(Graph& graph, std::string name, DType type, const Shape& shape,
                       std::shared_ptr<const Origin> origin) {
  Node node = make_node(op("Parameter"));
  node.attributes["dtype"] = std::string(espalier::name(type));
  node.attributes["shape"] = to_symbolic(shape);
  node.origin = std::move(origin);
  return add(graph, std::move(node), std::move(name));
}

bool is_feed(const Node& node) { return is_op(node, internal_domain, "Feed"); }

bool is_select(const Node& node) { return is_op(node, internal_domain, "Select"); }

const Tensor* constant_of(const Node& node) {
  if (!is_op(node, onnx_domain, "Constant")) return nullptr;
  const auto it = node.attributes.find("value");
  return it == node.attributes.end() ? nullptr : std::get_if<Tensor>(&it->second);
}

}  // namespace espalier::passes
