// SPDX-License-Identifier: Apache-2.0
#include "engine/project/graph_json.h"

#include <algorithm>
#include <unordered_map>

#include "engine/graph/op.h"
#include "engine/project/attribute_json.h"

namespace espalier {
namespace {

constexpr std::size_t most_nodes = 1'000'000;
constexpr std::size_t longest_name = 1000;

Json input_json(ValueRef v) {
  if (!v) return nullptr;
  return v.port == 0 ? Json(v.node.value) : Json{v.node.value, v.port};
}

std::string param_name(const OpSpec& op, std::size_t port) {
  const PortSpec& spec = op.input(port);
  return *spec.name ? spec.name : std::to_string(port);
}

Json params_json(const Node& node) {
  Json all = Json::object();
  for (std::size_t i = 0; i < node.params.size(); ++i) {
    const ParamSetting& p = node.params[i];
    if (p == ParamSetting{}) continue;
    Json& json = all[param_name(*node.op, i)];
    if (!p.initializer.kind.empty()) json["initializer"] = p.initializer.kind;
    if (p.initializer.gain != 1) json["gain"] = p.initializer.gain;
    if (p.frozen) json["frozen"] = true;
  }
  return all;
}

// The type in which the operator's spec holds it: 1 for 1.0, a text for a shape.
AttrValue as_spec_says(const OpSpec& op, const std::string& name, AttrValue value) {
  const AttrSpec* spec = op.attribute(name);
  return spec ? converted(std::move(value), spec->type) : value;
}

}  // namespace

Json to_json(const Node& node) {
  Json json = {{"id", node.id.value}, {"name", node.name}, {"op", node.op->name}};
  if (!node.op->domain.empty()) json["domain"] = node.op->domain;
  for (const auto& [name, value] : node.attributes) {
    const AttrSpec* spec = node.op->attribute(name);
    // A shape reads better as "N,1,28,28", which its spec turns back.
    Json v = to_json(value);
    const bool plain = spec && spec->type == AttrType::shape && v.is_object();
    json["attributes"][name] = plain ? v.at("shape") : std::move(v);
  }
  for (const ValueRef& v : node.inputs) json["inputs"].push_back(input_json(v));
  if (Json params = params_json(node); !params.empty()) json["params"] = std::move(params);
  if (node.outputs != node.op->visible_outputs) json["outputs"] = node.outputs;
  if (node.muted) json["muted"] = true;
  if (!node.group.empty()) json["group"] = node.group;
  return json;
}

Json to_json(const Graph& graph) {
  Json json = {{"nodes", Json::array()}};
  for (const NodeId id : graph.nodes()) json["nodes"].push_back(to_json(graph.node(id)));
  json["next_id"] = graph.next_id().value;
  return json;
}

namespace {

const OpSpec& op_from_json(JsonObject& object) {
  const std::string name = object.get("op").text(longest_name);
  const std::string domain = object.text("domain", "", longest_name);
  // Operators of passes never stand in files; one that does is as foreign as any.
  const OpSpec* spec =
      domain == internal_domain ? nullptr : OpRegistry::instance().find(domain, name);
  return spec ? *spec : OpRegistry::instance().unknown(domain, name);
}

NodeId id_from(const JsonValue& v) {
  return {static_cast<std::uint32_t>(v.integer(1, Graph::largest_id))};
}

ValueRef input_from(const JsonValue& v) {
  if (v.json().is_null()) return {};
  if (!v.json().is_array()) return {id_from(v), 0};
  if (v.json().size() != 2)
    v.expected(ESP_TEXT("engine", "{}: {}: expected an id and an output's number, got {}."));
  return {id_from(v.at(0)), static_cast<std::uint32_t>(v.at(1).integer(0, 65535))};
}

void params_from(JsonObject& object, Node& node) {
  if (!object.has("params")) return;
  const JsonValue value = object.get("params");
  value.require_object();
  for (const auto& [name, json] : value.json().items()) {
    const JsonValue place(json, joined_place(value.place(), name), value.origin());
    JsonObject fields(place, object.unknown());
    const int port = node.op->input_index(name);
    if (port < 0 || node.op->unknown)
      place.fail(message(ESP_TEXT("engine", "{} has no input of this name."), node.op->name));
    if (node.params.size() <= static_cast<std::size_t>(port))
      node.params.resize(static_cast<std::size_t>(port) + 1);
    ParamSetting& p = node.params[static_cast<std::size_t>(port)];
    p.initializer.kind = fields.text("initializer", "", longest_name);
    p.initializer.gain = fields.real("gain", 1);
    p.frozen = fields.flag("frozen", false);
    fields.finish();
  }
}

Node node_from_json(const JsonValue& value, UnknownFields* unknown) {
  JsonObject object(value, unknown);
  Node node;
  node.id = id_from(object.get("id"));
  node.name = object.get("name").text(longest_name);
  node.op = &op_from_json(object);
  if (object.has("attributes")) {
    const JsonValue all = object.get("attributes");
    all.require_object();
    for (const auto& [name, json] : all.json().items()) {
      const JsonValue v(json, joined_place(all.place(), name), all.origin());
      node.attributes[name] = as_spec_says(*node.op, name, attribute_from_json(v));
    }
  }
  if (object.has("inputs")) {
    const JsonValue inputs = object.get("inputs");
    node.inputs.resize(inputs.array_size(65536));
    for (std::size_t i = 0; i < node.inputs.size(); ++i) node.inputs[i] = input_from(inputs.at(i));
  }
  params_from(object, node);
  node.outputs = static_cast<std::uint32_t>(
      object.integer("outputs", static_cast<std::int64_t>(node.op->visible_outputs), 0, 65536));
  node.muted = object.flag("muted", false);
  node.group = object.text("group", "", longest_name);
  object.finish();
  return node;
}

}  // namespace

std::vector<Node> nodes_from_json(const JsonValue& list, UnknownFields* unknown) {
  std::vector<Node> nodes(list.array_size(most_nodes));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const JsonValue at = list.at(i);
    // Members are kept by the id, which stays when the order changes.
    const bool has_id = at.json().is_object() && at.json().contains("id");
    const std::string place = has_id ? list.place() + "/#" + brief(at.json()["id"]) : at.place();
    nodes[i] = node_from_json(JsonValue(at.json(), place, at.origin()), unknown);
  }
  return nodes;
}

void add_nodes(Graph& graph, std::vector<Node> nodes, const JsonValue& where) {
  std::unordered_map<NodeId, std::size_t> index;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (index.emplace(nodes[i].id, i).second) continue;
    where.fail(message(ESP_TEXT("engine", "{} and {} have the same id, {}."),
                       nodes[index[nodes[i].id]].name, nodes[i].name, nodes[i].id.value));
  }
  // Sources first; what is left over lies on a cycle.
  std::vector<std::size_t> open(nodes.size(), 0), ready;
  std::vector<std::vector<std::size_t>> users(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const ValueRef& v : nodes[i].inputs) {
      const auto source = index.find(v.node);
      if (!v || source == index.end()) continue;
      users[source->second].push_back(i);
      ++open[i];
    }
    if (open[i] == 0) ready.push_back(i);
  }
  std::size_t added = 0;
  while (!ready.empty()) {
    const std::size_t i = ready.back();
    ready.pop_back();
    for (const std::size_t user : users[i]) {
      if (--open[user] == 0) ready.push_back(user);
    }
    if (const auto refusal = graph.add(std::move(nodes[i]))) where.fail(refusal->reason);
    ++added;
  }
  if (added == nodes.size()) return;
  const auto first = std::find_if(open.begin(), open.end(), [](std::size_t n) { return n > 0; });
  where.fail(message(ESP_TEXT("engine", "{} feeds itself through other layers."),
                     nodes[static_cast<std::size_t>(first - open.begin())].name));
}

Graph graph_from_json(const JsonValue& value, UnknownFields* unknown) {
  JsonObject object(value, unknown);
  Graph graph;
  const JsonValue nodes = object.get("nodes");
  add_nodes(graph, nodes_from_json(nodes, unknown), nodes);
  graph.reserve_ids(
      {static_cast<std::uint32_t>(object.integer("next_id", 1, 1, Graph::largest_id))});
  object.finish();
  return graph;
}

}  // namespace espalier
