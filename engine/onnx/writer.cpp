// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/writer.h"

#include <algorithm>

#include "engine/onnx/attributes.h"

namespace espalier {
namespace {

std::string path_of(const Node& node) {
  return node.origin && !node.origin->path.empty() ? node.origin->path : node.name;
}

// The name that a graph input or output had in the file it came from, or the layer's.
std::string tensor_name(const Node& node) {
  const auto it = node.attributes.find("tensor_name");
  if (it != node.attributes.end())
    if (const auto* s = std::get_if<std::string>(&it->second); s && !s->empty()) return *s;
  return path_of(node);
}

bool is(const Node& node, std::string_view name) {
  return node.op->name == name && node.op->domain == authored_domain;
}

}  // namespace

GraphWriter::GraphWriter(Network inlined, const WeightSet& weights, const ExportOptions& options,
                         onnx::GraphProto& into)
    : network_(std::move(inlined)),
      weights_(weights),
      options_(options),
      proto_(into),
      taken_(std::make_shared<std::set<std::string>>()) {
  inference_.update(network_);
}

void GraphWriter::write() {
  const std::set<NodeId> nodes = wanted();
  if (!is_body_)
    for (const Diagnostic& d : inference_.diagnostics())
      if (d.severity == Severity::error && nodes.count(d.node)) throw Error(d.message);
  name_values(nodes);
  std::vector<const Node*> outputs;
  for (NodeId id : network_.graph.topological()) {
    if (!nodes.count(id)) continue;
    const Node& node = network_.graph.node(id);
    if (is(node, "Input")) {
      if (!is_body_) write_input(node);
    } else if (is(node, "Output")) {
      outputs.push_back(&node);
    } else if (is(node, "Parameter")) {
      write_parameter(node);
    } else {
      write_node(node);
    }
  }
  // All formal inputs of a body, used or not, in order.
  if (is_body_)
    for (const NodeId id : ports_of(network_.graph).inputs)
      if (!captured_.contains(id)) write_input(network_.graph.node(id));
  std::sort(outputs.begin(), outputs.end(),
            [](const Node* a, const Node* b) { return a->id < b->id; });
  for (const Node* node : outputs) write_output(*node);
}

std::set<NodeId> GraphWriter::wanted() const {
  const Graph& graph = network_.graph;
  std::set<NodeId> found;
  std::vector<NodeId> open;
  for (NodeId id : graph.nodes())
    if (is(graph.node(id), "Output")) open.push_back(id);
  if (open.empty())
    throw Error(
        ESP_TEXT("engine",
                 "the network has no Output layer; add one behind the layer whose result is "
                 "wanted"));
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (!found.insert(id).second) continue;
    const Node& node = graph.node(id);
    if (node.op->training_only)
      throw Error(
          ESP_TEXT("engine", "{}: an Output reads this layer, which exists in training only"),
          path_of(node));
    for (ValueRef v : node.inputs)
      if (v) open.push_back(v.node);
  }
  return found;
}

std::string GraphWriter::unique(const std::string& wish) {
  std::string name = wish;
  for (int n = 2; !taken_->insert(name).second; ++n) name = fmt::format("{}_{}", wish, n);
  return name;
}

// Inputs and outputs keep their names; the value that an Output marks is written under that name,
// so that no Identity is needed unless it is marked twice or is an input itself.
void GraphWriter::name_values(const std::set<NodeId>& wanted) {
  const Graph& graph = network_.graph;
  for (NodeId id : graph.nodes())
    if (is(graph.node(id), "Input") && (is_body_ || wanted.count(id)) && !captured_.contains(id))
      names_[{id, 0}] = unique(tensor_name(graph.node(id)));
  for (NodeId id : wanted) {
    const Node& node = graph.node(id);
    if (!is(node, "Output")) continue;
    const std::string name = unique(tensor_name(node));
    names_[{id, 0}] = name;
    const ValueRef marked = node.inputs.empty() ? ValueRef{} : node.inputs[0];
    if (!marked)
      throw Error(ESP_TEXT("engine", "{}: nothing is wired to this Output; wire it or delete it"),
                  path_of(node));
    const bool nodes_value = !is(graph.node(marked.node), "Parameter");
    if (nodes_value) names_.emplace(marked, name);
  }
  for (NodeId id : wanted) {
    const Node& node = graph.node(id);
    for (std::uint32_t i = 0; i < node.outputs; ++i)
      if (!names_.count({id, i}))
        names_[{id, i}] = unique(i == 0 ? path_of(node) : fmt::format("{}:{}", path_of(node), i));
  }
}

Type GraphWriter::type_of(ValueRef v) const {
  if (!v) return {};
  const NodeInfo& from = info(v.node);
  return v.port < from.outputs.size() ? from.outputs[v.port] : Type{};
}

void GraphWriter::write_input(const Node& node) {
  auto* value = proto_.add_input();
  value->set_name(names_.at({node.id, 0}));
  to_proto(type_of({node.id, 0}), *value->mutable_type());
}

void GraphWriter::write_output(const Node& node) {
  const std::string& name = names_.at({node.id, 0});
  const std::string& source = name_of(node.inputs[0]);
  if (source != name) emit({"Identity", "", path_of(node), {}, {source}, {name}});
  auto* value = proto_.add_output();
  value->set_name(name);
  Type type = type_of(node.inputs[0]);
  if (type.kind == Type::Kind::unknown && node.attributes.contains("dtype"))
    type = Type::of_unknown_rank(
        dtype_from_name(attribute<std::string>(node, "dtype")).value_or(DType::float32));
  if (type.is_tensor() && !type.shape && node.attributes.contains("shape"))
    type.shape = attribute<SymShape>(node, "shape");
  // A body's outputs may say nothing.
  const bool known =
      type.kind != Type::Kind::unknown && !(type.is_tensor() && type.dtype == DType::undefined);
  if (known || !is_body_) to_proto(type, *value->mutable_type());
}

Tensor GraphWriter::weight(const Node& node, std::string_view port, std::size_t index,
                           const Type& type) const {
  std::string key = is(node, "Parameter") ? attribute<std::string>(node, "key") : std::string();
  if (key.empty())
    key = param_key(node.origin ? *node.origin : Origin{{}, {node.id}, {}, {}}, port);
  const std::optional<Shape> shape = type.shape ? evaluate(*type.shape, {}) : std::nullopt;
  if (const Tensor* stored = weights_.find(key)) {
    if (shape && stored->shape() != *shape)
      throw Error(
          ESP_TEXT("engine",
                   "{}: {} should have shape {}, its weights have {}; train again or load others"),
          path_of(node), port, to_string(*shape), to_string(stored->shape()));
    return *stored;
  }
  if (!shape)  // what the layer reads is known only when it runs
    throw Error(ESP_TEXT("engine", "{}: the shape of {} is not known: {}"), path_of(node), port,
                to_string(type));
  const Fan fan = index < info(node.id).fans.size() ? info(node.id).fans[index] : Fan{};
  return initialize(initializer_of(node, index), type.dtype, *shape, 0, key,
                    {fan.in.constant().value_or(0), fan.out.constant().value_or(0)});
}

void GraphWriter::write_parameter(const Node& node) {
  add_initializer(names_.at({node.id, 0}), weight(node, "Y", 0, type_of({node.id, 0})));
}

void GraphWriter::add_initializer(const std::string& name, const Tensor& tensor) {
  to_proto(tensor, name, *proto_.add_initializer());
}

Type GraphWriter::param_type(const Node& node, std::size_t port) const {
  const std::vector<Type>& params = info(node.id).params;
  return port < params.size() ? params[port] : Type{};
}

std::string GraphWriter::owned_parameter(const Node& node, std::size_t port) {
  const std::string name = unique(fmt::format("{}.{}", path_of(node), node.op->input(port).name));
  add_initializer(name, weight(node, node.op->input(port).name, port, param_type(node, port)));
  return name;
}

OnnxNode GraphWriter::one_to_one(const Node& node) {
  const OpSpec& spec = *node.op;
  OnnxNode out{spec.name, std::string(spec.domain), path_of(node), {}, {}, {}};
  for (const auto& [name, value] : node.attributes) {
    const AttrSpec* a = spec.attribute(name);
    if (spec.unknown || (a && !a->authored && a->as_input < 0)) out.attributes[name] = value;
  }
  // Required attributes have no default in ONNX, so those that are left at ours are written, too.
  for (const AttrSpec& a : spec.attributes)
    if (!a.authored && a.as_input < 0 && a.fallback) out.attributes.emplace(a.name, *a.fallback);
  // "pads … cannot be used simultaneously with auto_pad" (Conv, pooling in ONNX's Operators.md).
  const auto auto_pad = out.attributes.find("auto_pad");
  if (auto_pad != out.attributes.end() && !equal(auto_pad->second, std::string("NOTSET")))
    out.attributes.erase("pads");
  const std::size_t ports =
      spec.unknown ? node.inputs.size() : std::max(node.inputs.size(), spec.inputs.size());
  for (std::size_t i = 0; i < ports; ++i) {
    if (is_wired(node, i))
      out.inputs.push_back(name_of(node.inputs[i]));
    else
      out.inputs.push_back(owns_param(node, i) ? owned_parameter(node, i) : "");
  }
  for (const AttrSpec& a : spec.attributes) {
    if (a.as_input < 0 || is_wired(node, static_cast<std::size_t>(a.as_input))) continue;
    const auto set = node.attributes.find(a.name);
    const auto value = set != node.attributes.end() ? std::optional(set->second) : a.fallback;
    if (!value) continue;
    const std::string name = unique(fmt::format("{}.{}", path_of(node), a.name));
    add_initializer(name, attribute_tensor(*value, a.as_input_type));
    if (out.inputs.size() <= static_cast<std::size_t>(a.as_input))
      out.inputs.resize(static_cast<std::size_t>(a.as_input) + 1);
    out.inputs[static_cast<std::size_t>(a.as_input)] = name;
  }
  if (spec.attribute("captures"))  // known to the body by name
    out.inputs.resize(
        out.inputs.size() -
        std::min<std::size_t>(out.inputs.size(),
                              static_cast<std::size_t>(attribute<std::int64_t>(node, "captures"))));
  while (!out.inputs.empty() && out.inputs.back().empty()) out.inputs.pop_back();
  for (std::uint32_t i = 0; i < node.outputs; ++i) out.outputs.push_back(names_.at({node.id, i}));
  return out;
}

void GraphWriter::write_node(const Node& node) {
  if (node.op->domain != onnx_domain && !node.op->unknown)
    throw Error(ESP_TEXT("engine", "{}: {} has no counterpart in ONNX"), path_of(node),
                node.op->name);
  const std::vector<int>& versions = node.op->onnx.versions;
  if (!node.op->onnx.write && !versions.empty() && versions.front() > options_.opset)
    throw Error(
        ESP_TEXT("engine",
                 "{}: {} is in ONNX from opset {} on, and the file is for opset {}; choose a "
                 "later one"),
        path_of(node), node.op->name, versions.front(), options_.opset);
  OnnxNode plain = one_to_one(node);
  if (!node.op->onnx.write) return emit(plain, &node);
  std::vector<Type> inputs, outputs;
  const std::size_t ports = std::max(node.inputs.size(), node.op->inputs.size());
  for (std::size_t i = 0; i < ports; ++i)
    inputs.push_back(is_wired(node, i)     ? type_of(node.inputs[i])
                     : owns_param(node, i) ? param_type(node, i)
                                           : Type{});
  for (std::uint32_t i = 0; i < node.outputs; ++i) outputs.push_back(type_of({node.id, i}));
  OnnxExportContext context(node, std::move(plain), options_.opset, std::move(inputs),
                            std::move(outputs));
  node.op->onnx.write(context);
  for (const auto& [name, tensor] : context.constants) add_initializer(name, tensor);
  for (const OnnxNode& before : context.before) emit(before);
  emit(context.node, &node);
}

void GraphWriter::emit(const OnnxNode& node, const Node* source) {
  auto* out = proto_.add_node();
  out->set_op_type(node.op_type);
  if (!node.domain.empty()) out->set_domain(node.domain);
  // Of several nodes that come from one layer, the one whose value has the layer's name has it, too.
  std::string own = node.name;
  if (!node.outputs.empty() && node.outputs[0].starts_with(node.name + "_")) own = node.outputs[0];
  if (!own.empty() && !node_names_.insert(own).second) node_names_.insert(own = unique(own));
  out->set_name(own);
  for (const std::string& i : node.inputs) out->add_input(i);
  for (const std::string& o : node.outputs) out->add_output(o);
  for (const auto& [name, value] : node.attributes)
    write_attribute(name, value, *out->add_attribute(),
                    [&, attribute = name](const Graph& body, onnx::GraphProto& into) {
                      if (source) write_body(*source, attribute, body, into);
                    });
}

}  // namespace espalier
