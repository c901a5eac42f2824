// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/reader.h"

#include <algorithm>

#include "engine/onnx/attributes.h"

namespace espalier {
namespace {

std::string place_of(const onnx::NodeProto& node) {
  return node.name().empty() ? node.op_type()
                             : fmt::format("{} \"{}\"", node.op_type(), node.name());
}

std::string domain_of(const std::string& domain) { return domain == "ai.onnx" ? "" : domain; }

// Names of layers may hold anything but the separator of paths.
std::string layer_name(std::string_view name) {
  std::string s(name);
  while (!s.empty() && s.front() == '/') s.erase(0, 1);
  std::replace(s.begin(), s.end(), '/', '.');
  return s;
}

}  // namespace

void GraphReader::fail(const std::string& where, const Message& reason) const {
  throw Error(ESP_TEXT("engine", "{}: {}: {}"), context_.file, where, reason.text());
}

void GraphReader::read(const onnx::GraphProto& proto) {
  read_types(proto);
  read_initializers(proto);
  read_inputs(proto);
  read_nodes(proto);
  read_outputs(proto);
}

void GraphReader::read_nodes(const onnx::GraphProto& proto) {
  std::vector<const onnx::NodeProto*> waiting;
  std::set<std::string> produced;
  for (const onnx::NodeProto& n : proto.node()) {
    waiting.push_back(&n);
    for (const std::string& o : n.output())
      if (!o.empty() && !produced.insert(o).second)
        fail(place_of(n), message(ESP_TEXT("engine", "value \"{}\" is produced twice"), o));
  }
  // Files should be sorted; one that is not is read all the same, and a cycle is found here.
  while (!waiting.empty()) {
    std::vector<const onnx::NodeProto*> later;
    for (const onnx::NodeProto* n : waiting) {
      const bool ready = std::all_of(n->input().begin(), n->input().end(),
                                     [&](const std::string& i) { return i.empty() || known(i); });
      if (ready)
        read_node(*n);
      else
        later.push_back(n);
    }
    if (later.size() == waiting.size()) {
      for (const std::string& i : later[0]->input())
        if (!i.empty() && !known(i) && !produced.count(i))
          fail(place_of(*later[0]),
               message(ESP_TEXT("engine", "input \"{}\" is produced by nobody"), i));
      fail(place_of(*later[0]),
           message(ESP_TEXT("engine", "the graph has a cycle through this layer")));
    }
    waiting = std::move(later);
  }
}

OnnxNode GraphReader::neutral(const onnx::NodeProto& proto, Captures& captured) {
  OnnxNode node{proto.op_type(),
                domain_of(proto.domain()),
                proto.name(),
                {},
                {proto.input().begin(), proto.input().end()},
                {proto.output().begin(), proto.output().end()}};
  node.attributes = read_attributes(
      proto, context_.folder, [&](const std::string& name, const onnx::GraphProto& body) {
        Graph graph;
        GraphReader reader(context_, graph, this);
        reader.read(body);
        if (!reader.captures().empty()) captured[name] = reader.captures();
        return Subgraph{std::make_shared<const Graph>(std::move(graph))};
      });
  while (!node.outputs.empty() && node.outputs.back().empty()) node.outputs.pop_back();
  // Captured values follow the formal inputs, open ones among them.
  while (captured.empty() && !node.inputs.empty() && node.inputs.back().empty())
    node.inputs.pop_back();
  return node;
}

// Files hold attributes in any order; captures follow that of the spec.
std::vector<std::string> GraphReader::in_order(Captures captured, const OpSpec& spec) {
  std::vector<std::string> names;
  const auto take = [&](const std::vector<std::string>& from) {
    names.insert(names.end(), from.begin(), from.end());
  };
  for (const AttrSpec& a : spec.attributes) {
    const auto at = captured.find(a.name);
    if (at == captured.end()) continue;
    take(at->second);
    captured.erase(at);
  }
  for (const auto& [attribute, values] : captured) take(values);
  return names;
}

const OpSpec& GraphReader::adapt(OnnxNode& node) {
  const auto opset = context_.opsets.find(node.domain);
  const int version = opset == context_.opsets.end() ? 1 : opset->second;
  const OpRegistry& registry = OpRegistry::instance();
  const OpSpec* spec = registry.find(node.domain, node.op_type);
  const bool old = spec && !spec->onnx.versions.empty() && version < spec->onnx.versions.front();
  // A hidden operator that has an import rule is an older name of another.
  if (!spec || (spec->hidden() && spec->onnx.import == nullptr) || old) {
    ++context_.report.unknown[node.op_type];
    return registry.unknown(node.domain, node.op_type);
  }
  if (spec->onnx.import) {
    std::vector<const Tensor*> constants;
    std::vector<Type> types;
    for (const std::string& input : node.inputs) {
      constants.push_back(constant(input));
      const auto type = types_.find(input);
      types.push_back(type == types_.end() ? Type{} : type->second);
    }
    OnnxImportContext context(node, version, std::move(constants), std::move(types));
    spec->onnx.import(context);
    spec = &registry.get(node.domain, node.op_type);
  }
  return *spec;
}

void GraphReader::map_attributes(const OnnxNode& from, const OpSpec& spec, Node& into) {
  for (const auto& [name, value] : from.attributes) {
    if (spec.unknown) {
      into.attributes[name] = value;
      continue;
    }
    const AttrSpec* attribute = spec.attribute(name);
    if (!attribute) {
      context_.report.notes.push_back(message(
          ESP_TEXT("engine", "{}: attribute \"{}\" has no meaning for {} here and was left out"),
          into.name, name, from.op_type));
      continue;
    }
    const std::optional<AttrValue> fitted = coerced(value, attribute->type);
    if (!fitted)
      fail(into.name, message(ESP_TEXT("engine", "attribute \"{}\" has the wrong type"), name));
    into.attributes[name] = *fitted;
  }
}

void GraphReader::map_inputs(const OnnxNode& from, const OpSpec& spec, Node& into,
                             std::vector<std::pair<std::uint32_t, std::string>>& owned) {
  into.inputs.resize(from.inputs.size());
  for (std::size_t i = 0; i < from.inputs.size(); ++i) {
    const std::string& name = from.inputs[i];
    if (name.empty()) continue;
    if (!spec.unknown && !spec.inputs.empty()) {
      const Tensor* fixed = constant(name);
      const auto as_input =
          std::find_if(spec.attributes.begin(), spec.attributes.end(),
                       [&](const AttrSpec& a) { return a.as_input == static_cast<int>(i); });
      if (fixed && as_input != spec.attributes.end())
        if (auto absorbed = tensor_attribute(*fixed, as_input->type)) {
          into.attributes[as_input->name] = *absorbed;
          continue;
        }
      const bool param = i < spec.inputs.size() && spec.inputs[i].kind != PortKind::data &&
                         std::count(from.wired.begin(), from.wired.end(), i) == 0;
      if (param && initializers_.count(name) && owned_by_one(name)) {
        owned.emplace_back(static_cast<std::uint32_t>(i), name);
        continue;
      }
    }
    into.inputs[i] = value(name);
  }
  while (!into.inputs.empty() && !into.inputs.back()) into.inputs.pop_back();
  for (std::size_t i = 0; !spec.unknown && i < spec.inputs.size(); ++i)
    if (*spec.inputs[i].present_if)
      into.attributes[spec.inputs[i].present_if] =
          i < from.inputs.size() && !from.inputs[i].empty();
}

void GraphReader::read_node(const onnx::NodeProto& proto) {
  ++context_.report.operators[proto.op_type()];
  if (proto.op_type() == "Constant" && domain_of(proto.domain()).empty()) {
    Captures none;
    OnnxNode node = neutral(proto, none);
    const auto as_value = node.attributes.find("value");
    if (as_value != node.attributes.end() && std::holds_alternative<Tensor>(as_value->second) &&
        !node.outputs.empty()) {
      const Tensor& t = std::get<Tensor>(as_value->second);
      types_[node.outputs[0]] = Type::tensor(t.type(), to_symbolic(t.shape()));
      initializers_[node.outputs[0]] = t;
      from_constant_node_.insert(node.outputs[0]);
      return;
    }
  }
  Captures by_body;
  OnnxNode neutral_node = neutral(proto, by_body);
  const std::string wish = proto.name().empty() ? proto.op_type() : layer_name(proto.name());
  Node node;
  std::vector<std::pair<std::uint32_t, std::string>> owned;
  try {
    const OpSpec& spec = adapt(neutral_node);
    node = make_node(spec);
    node.name = free_name(wish);
    map_attributes(neutral_node, spec, node);
    const std::vector<std::string> captured = in_order(std::move(by_body), spec);
    if (spec.attribute("captures"))
      node.attributes["captures"] = static_cast<std::int64_t>(captured.size());
    neutral_node.inputs.insert(neutral_node.inputs.end(), captured.begin(), captured.end());
    map_inputs(neutral_node, spec, node, owned);
  } catch (const Error& e) {
    fail(place_of(proto), e.message());
  }
  node.outputs = static_cast<std::uint32_t>(std::max<std::size_t>(neutral_node.outputs.size(), 1));
  const OpSpec& spec = *node.op;
  const NodeId id = add(std::move(node), place_of(proto));
  for (std::uint32_t i = 0; i < neutral_node.outputs.size(); ++i)
    if (!neutral_node.outputs[i].empty()) values_[neutral_node.outputs[i]] = {id, i};
  for (const auto& [port, name] : owned)
    context_.weights[param_key(Origin{{}, {id}, {}, {}}, spec.inputs[port].name)] =
        initializers_.at(name);
}

bool GraphReader::known(const std::string& name) const {
  return values_.count(name) || initializers_.count(name) || (outer_ && outer_->known(name));
}

const Tensor* GraphReader::constant(const std::string& name) const {
  const auto it = initializers_.find(name);
  if (it != initializers_.end()) return &it->second;
  return outer_ && !values_.count(name) ? outer_->constant(name) : nullptr;
}

bool GraphReader::owned_by_one(const std::string& name) const {
  const auto it = uses_.find(name);
  return !outer_ && it != uses_.end() && it->second == 1;
}

ValueRef GraphReader::value(const std::string& name) {
  if (const auto it = values_.find(name); it != values_.end()) return it->second;
  const auto tensor = initializers_.find(name);
  Node node;
  if (tensor == initializers_.end()) {
    node = make_node(op("Input"));
    captures_.push_back(name);
  } else if (is_floating(tensor->second.type()) && !from_constant_node_.count(name) && !outer_) {
    node = make_node(op("Parameter"));
    node.attributes["shape"] = to_symbolic(tensor->second.shape());
    node.attributes["dtype"] = std::string(espalier::name(tensor->second.type()));
  } else {
    node = make_node(op("Constant"));
    node.attributes["value"] = tensor->second;
  }
  node.name = free_name(layer_name(name));
  const bool parameter = node.op == &op("Parameter");
  const NodeId id = add(std::move(node), name);
  if (parameter) context_.weights[param_key(Origin{{}, {id}, {}, {}}, "Y")] = tensor->second;
  return values_[name] = {id, 0};
}

std::string GraphReader::free_name(std::string_view wish) const {
  const std::string name = layer_name(wish);
  return graph_.free_name(name.empty() ? "value" : name);
}

NodeId GraphReader::add(Node node, const std::string& where) {
  NodeId id;
  if (auto refused = graph_.add(std::move(node), &id)) fail(where, refused->reason);
  return id;
}

}  // namespace espalier
