// SPDX-License-Identifier: Apache-2.0
#include "engine/project/fragment.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/graph/op.h"
#include "engine/project/graph_json.h"
#include "engine/project/layout_json.h"
#include "engine/project/project_file.h"

namespace espalier {
namespace {

constexpr const char* marker = "espalier-fragment";
constexpr std::size_t longest_text = 64'000'000;
constexpr std::size_t most_nodes = 100'000;
const std::string origin = "clipboard";

// The definitions that some nodes need, also through one another.
void collect_groups(const Network& network, const std::string& name, std::set<std::string>& into) {
  const auto group = network.groups.find(name);
  if (group == network.groups.end() || !into.insert(name).second) return;
  const Graph& graph = group->second.graph;
  for (const NodeId id : graph.nodes()) {
    if (is_instance(graph.node(id))) collect_groups(network, graph.node(id).group, into);
  }
}

}  // namespace

std::string to_fragment(const Network& network, const Graph& graph, std::span<const NodeId> ids,
                        const SheetLayout& layout) {
  const std::unordered_set<NodeId> chosen(ids.begin(), ids.end());
  Json json = {{marker, project_format}, {"nodes", Json::array()}};
  SheetLayout places;
  std::set<std::string> groups;
  for (const NodeId id : graph.nodes()) {
    if (!chosen.contains(id)) continue;
    Node node = graph.node(id);
    for (std::uint32_t i = 0; i < node.inputs.size(); ++i) {
      const ValueRef from = node.inputs[i];
      if (!from || chosen.contains(from.node)) continue;
      json["incoming"].push_back(
          {{"to", {id.value, i}}, {"from", graph.node(from.node).name}, {"output", from.port}});
      node.inputs[i] = {};
    }
    if (is_instance(node)) collect_groups(network, node.group, groups);
    json["nodes"].push_back(to_json(node));
    if (const auto card = layout.cards.find(id); card != layout.cards.end())
      places.cards.insert(*card);
  }
  for (const auto& [port, points] : layout.knots) {
    if (chosen.contains(port.node)) places.knots.emplace(port, points);
  }
  json["layout"] = to_json(places);
  for (const std::string& name : groups) {
    const GroupDef& group = network.groups.find(name)->second;
    json["groups"][name] = {{"graph", to_json(group.graph)}, {"help", group.help}};
  }
  return pretty_json(json);
}

bool is_fragment(std::string_view text) {
  return text.substr(0, 1000).find("\"espalier-fragment\"") != std::string_view::npos;
}

// ---- pasting

namespace {

struct Incoming {
  PortRef to;
  std::string from;
  std::uint32_t output = 0;
};

struct Fragment {
  std::vector<Node> nodes;
  std::vector<Incoming> incoming;
  SheetLayout layout;
  std::map<std::string, GroupDef> groups;
};

PortRef port_from(const JsonValue& v) {
  if (v.array_size(2) != 2)
    v.expected(ESP_TEXT("engine", "{}: {}: expected an id and an input's number, got {}."));
  return {{static_cast<std::uint32_t>(v.at(0).integer(1, Graph::largest_id))},
          static_cast<std::uint32_t>(v.at(1).integer(0, 65535))};
}

std::map<std::string, GroupDef> groups_from(const JsonValue& all) {
  std::map<std::string, GroupDef> groups;
  all.require_object();
  for (const auto& [name, json] : all.json().items()) {
    const JsonValue place(json, joined_place(all.place(), name), origin);
    if (name.empty() || name.size() > 1000 || name.find('/') != std::string::npos) {
      place.fail(message(ESP_TEXT("engine", "a group's name is not empty and has no '/'.")));
    }
    JsonObject object(place, nullptr);
    GroupDef& group = groups[name];
    group.help = object.text("help", "");
    group.graph = graph_from_json(object.get("graph"), nullptr);
  }
  return groups;
}

Fragment parse(std::string_view text) {
  if (text.size() > longest_text) {
    throw Error(ESP_TEXT("engine", "The clipboard holds {} bytes, at most {} can be pasted."),
                text.size(), longest_text);
  }
  if (!is_fragment(text)) throw Error(ESP_TEXT("engine", "The clipboard holds no layers."));
  const Json json = parse_json(text, origin);
  JsonObject root(JsonValue(json, "", origin), nullptr);
  const std::int64_t format = root.get(marker).integer(1, 1'000'000);
  if (format > project_format) {
    throw Error(ESP_TEXT(
        "engine", "These layers were copied in a newer Espalier; update Espalier to paste them."));
  }
  Fragment f;
  const JsonValue nodes = root.get("nodes");
  (void)nodes.array_size(most_nodes);
  f.nodes = nodes_from_json(nodes, nullptr);
  if (root.has("incoming")) {
    const JsonValue list = root.get("incoming");
    for (std::size_t i = 0; i < list.array_size(10 * most_nodes); ++i) {
      JsonObject wire(list.at(i), nullptr);
      f.incoming.push_back({port_from(wire.get("to")), wire.get("from").text(1000),
                            static_cast<std::uint32_t>(wire.integer("output", 0, 0, 65535))});
    }
  }
  if (root.has("layout")) f.layout = sheet_from_json(root.get("layout"), nullptr);
  if (root.has("groups")) f.groups = groups_from(root.get("groups"));
  return f;
}

void rename_groups(Node& node, const std::map<std::string, std::string>& names) {
  const auto at = names.find(node.group);
  if (at != names.end()) node.group = at->second;
}

// The definitions under the names that they get in the network.
std::map<std::string, std::string> group_names(const Network& network, const Fragment& f) {
  std::map<std::string, std::string> names;
  std::set<std::string> taken;
  for (const auto& [name, group] : network.groups) taken.insert(name);
  for (const auto& [name, group] : f.groups) {
    const auto here = network.groups.find(name);
    if (here != network.groups.end() && here->second.graph.same_as(group.graph)) {
      names[name] = name;
      continue;
    }
    std::string free = name;
    for (int i = 2; taken.contains(free) || (free != name && f.groups.contains(free)); ++i) {
      free = name + std::to_string(i);
    }
    taken.insert(free);
    names[name] = free;
  }
  return names;
}

void add_groups(Network& network, const Fragment& f,
                const std::map<std::string, std::string>& names, Pasted& pasted) {
  for (const auto& [name, group] : f.groups) {
    const std::string& here = names.at(name);
    if (network.groups.contains(here)) continue;
    GroupDef& added = network.groups[here];
    added = group;
    for (const NodeId id : group.graph.nodes()) {
      Node node = group.graph.node(id);
      if (!is_instance(node)) continue;
      rename_groups(node, names);
      (void)added.graph.replace(id, std::move(node));
    }
    pasted.groups.push_back(here);
  }
}

Point moved(Point p, Point by) { return {p.x + by.x, p.y + by.y}; }

}  // namespace

Pasted paste(Network& network, Graph& graph, SheetLayout& layout, std::string_view text,
             const PasteOptions& options) {
  Fragment f = parse(text);
  Pasted pasted;
  // All on copies, so that an error leaves everything as it was.
  Network new_network = network;
  Graph result = graph;
  const std::map<std::string, std::string> names = group_names(network, f);
  add_groups(new_network, f, names, pasted);

  std::unordered_map<NodeId, NodeId> ids;
  std::uint32_t next = result.next_id().value;
  for (const Node& node : f.nodes) {
    if (ids.emplace(node.id, NodeId{next}).second)
      ++next;
    else
      throw Error(ESP_TEXT("engine", "clipboard: two layers have the same id, {}."), node.id.value);
  }
  Graph taken = result;  // whose names are taken: of the layers here and of those pasted so far
  for (Node& node : f.nodes) {
    node.id = ids.at(node.id);
    node.name = taken.free_name(node.name);
    Node holder = make_node(*node.op);
    holder.name = node.name;
    if (const auto refusal = taken.add(std::move(holder))) throw Error(refusal->reason);
    rename_groups(node, names);
    for (ValueRef& v : node.inputs) {
      const auto source = ids.find(v.node);
      v = v && source != ids.end() ? ValueRef{source->second, v.port} : ValueRef{};
    }
    pasted.ids.push_back(node.id);
  }
  const Json nothing;
  add_nodes(result, std::move(f.nodes), JsonValue(nothing, "nodes", origin));
  if (options.keep_incoming) {
    for (const Incoming& wire : f.incoming) {
      const Node* source = graph.find(wire.from);
      const auto to = ids.find(wire.to.node);
      if (!source || to == ids.end()) continue;
      const auto refusal = result.connect({source->id, wire.output}, {to->second, wire.to.port});
      if (refusal) pasted.warnings.push_back(refusal->reason);
    }
  }

  for (const auto& [id, card] : f.layout.cards) {
    if (!ids.contains(id)) continue;
    CardLayout& here = layout.cards[ids.at(id)] = card;
    here.at = moved(card.at, options.offset);
  }
  for (const auto& [port, points] : f.layout.knots) {
    if (!ids.contains(port.node)) continue;
    auto& here = layout.knots[{ids.at(port.node), port.port}];
    here.clear();
    for (const Point& p : points) here.push_back(moved(p, options.offset));
  }
  network.groups = std::move(new_network.groups);
  graph = result;
  return pasted;
}

}  // namespace espalier
