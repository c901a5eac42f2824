// SPDX-License-Identifier: Apache-2.0
//
// Instances of groups: bodies are inferred once for each definition and input types.
#include <fmt/format.h>

#include <algorithm>

#include "engine/graph/infer.h"
#include "engine/graph/inference_impl.h"

namespace espalier {

namespace {

constexpr std::int64_t largest_call = 2'000'000;  // layers that bodies infer in one update

std::vector<std::string> groups_in(const Graph& graph) {
  std::vector<std::string> names;
  for (const NodeId id : graph.nodes()) {
    const Node& node = graph.node(id);
    if (is_instance(node)) names.push_back(node.group);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

void GroupCache::refresh(const Network& network) {
  ++call;
  budget = largest_call;
  for (auto at = definitions.begin(); at != definitions.end();) {
    if (network.groups.contains(at->first)) {
      ++at;
    } else {
      bodies.erase(at->first);
      at = definitions.erase(at);
    }
  }
  for (const auto& [name, group] : network.groups) {
    const auto [at, fresh] = definitions.try_emplace(name);
    Definition& d = at->second;
    if (!fresh && group.graph.is_snapshot_of(d.graph)) continue;
    if (fresh || !group.graph.changed_since(d.graph).empty()) {
      d.changed = call;
      d.uses = groups_in(group.graph);
    }
    d.graph = group.graph;
  }
  for (auto& [name, d] : definitions) {
    std::set<std::string> visiting;
    d.version = resolve(name, visiting);
  }
}

std::uint64_t GroupCache::resolve(const std::string& group, std::set<std::string>& visited) {
  const auto at = definitions.find(group);
  // A definition that appears or goes changes what contains it; its absence has a version, too.
  if (at == definitions.end()) return 1;
  std::uint64_t version = at->second.changed;
  if (!visited.insert(group).second) return version;
  for (const std::string& used : at->second.uses)
    version = std::max(version, resolve(used, visited));
  return version;
}

std::uint64_t GroupCache::version(std::string_view group) const {
  const auto at = definitions.find(group);
  return at == definitions.end() ? 0 : at->second.version;
}

std::shared_ptr<Inference> GroupCache::body(const std::string& group,
                                            const std::vector<Type>& given) {
  const Definition& definition = definitions.at(group);
  auto& known = bodies[group];
  // The names of fresh symbols depend on the depth.
  const std::size_t depth = open.size();
  auto at = std::find_if(known.begin(), known.end(),
                         [&](const Body& b) { return b.depth == depth && b.given == given; });
  if (at == known.end()) {
    known.push_back({given, depth, 0, std::make_shared<Inference>()});
    at = known.end() - 1;
  }
  if (at->version == definition.version) return at->inference;
  at->version = definition.version;
  const std::shared_ptr<Inference> body = at->inference;  // `known` may grow below
  budget -= static_cast<std::int64_t>(definition.graph.size());
  body->become_body(*this, definition.graph, given);
  return body;
}

void GroupCache::forget_unused() {
  for (auto& [name, known] : bodies) {
    std::erase_if(known, [](const Body& b) { return b.inference.use_count() == 1; });
  }
}

void Inference::become_body(GroupCache& groups, const Graph& graph,
                            const std::vector<Type>& given) {
  // Not owning: the cache owns its bodies.
  impl_->groups = std::shared_ptr<GroupCache>(std::shared_ptr<void>(), &groups);
  impl_->is_body = true;
  impl_->symbol_prefix = std::string(groups.open.size() + 1, '_');
  impl_->input_ids = ports_of(graph).inputs;
  impl_->given = given;
  impl_->given.resize(impl_->input_ids.size());
  impl_->update(graph);
}

namespace {

// A body's own symbols are those of its depth; outside, they belong to the instance and repeat.
Dim outside(const Dim& d, const std::string& inner, const std::string& outer) {
  std::vector<std::string> symbols;
  d.collect_symbols(symbols);
  std::map<std::string, Dim, std::less<>> names;
  for (const std::string& s : symbols) {
    if (s.starts_with(inner)) names.emplace(s, Dim::symbol(outer + s.substr(inner.size())));
  }
  return names.empty() ? d : d.substitute(names);
}

void to_outside(Type& t, const std::string& inner, const std::string& outer) {
  const auto rename = [&](Dim& d) {
    if (!d.is_constant()) d = outside(d, inner, outer);
  };
  if (t.shape) std::for_each(t.shape->begin(), t.shape->end(), rename);
  if (t.elements) std::for_each(t.elements->begin(), t.elements->end(), rename);
}

// Adds up what the repeats of an instance cost.
void add_repeats(NodeInfo& info, const NetworkCost& body, std::int64_t times, bool count_weights) {
  info.cost.macs = info.cost.macs + body.macs * times;
  info.cost.operations = info.cost.operations + body.operations * times;
  info.activation_elements = info.activation_elements + body.activation_elements * times;
  if (!count_weights) return;
  info.parameters = info.parameters + body.parameters;
  info.states = info.states + body.states;
}

// Keeps a definition in the list of those being inferred.
struct Opened {
  Opened(std::vector<std::string>& list, const std::string& group) : open(list) {
    open.push_back(group);
  }
  ~Opened() { open.pop_back(); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  std::vector<std::string>& open;
};

bool same_parameters(const Graph& graph, const Inference& a, const Inference& b) {
  const auto ids = graph.nodes();
  return std::all_of(ids.begin(), ids.end(), [&](NodeId id) {
    return a.at(id).params == b.at(id).params && a.at(id).parameters == b.at(id).parameters;
  });
}

}  // namespace

std::optional<Message> Inference::Impl::group_problem(const Node& node) const {
  const auto definition = groups->definitions.find(node.group);
  if (definition == groups->definitions.end()) {
    return message(ESP_TEXT("engine", "there is no group named {}"), node.group);
  }
  if (std::find(groups->open.begin(), groups->open.end(), node.group) != groups->open.end()) {
    return message(ESP_TEXT("engine", "the group {} contains itself"), node.group);
  }
  const GroupPorts ports = ports_of(definition->second.graph);
  if (node.inputs.size() > ports.inputs.size()) {
    return message(ESP_TEXT("engine", "the group {} has {} inputs, but {} are connected"),
                   node.group, ports.inputs.size(), node.inputs.size());
  }
  if (node.outputs > ports.outputs.size()) {
    return message(ESP_TEXT("engine", "the group {} has {} outputs, but this layer has {}"),
                   node.group, ports.outputs.size(), node.outputs);
  }
  if (repeats_of(node) > 1 && ports.inputs.size() != ports.outputs.size()) {
    return message(
        ESP_TEXT(
            "engine",
            "a repeated group needs as many outputs as inputs; {} has {} inputs and {} outputs"),
        node.group, ports.inputs.size(), ports.outputs.size());
  }
  if (groups->budget < 0) {
    return message(ESP_TEXT("engine", "with all its repeats the network is too large"));
  }
  return {};
}

// The bodies of all repeats, one after the other, until their types repeat.
void Inference::Impl::infer_instance(const Node& node, Entry& entry) {
  NodeInfo& info = entry.info;
  info = infer_node(node, {}, nullptr);  // checks the attributes
  if (auto m = group_problem(node)) info.diagnostics.push_back(problem(node, std::move(*m)));
  if (!info.ok()) return;
  const Graph graph_of_body = groups->definitions.at(node.group).graph;
  const GroupPorts ports = ports_of(graph_of_body);
  for (std::size_t i = 0; i < ports.inputs.size(); ++i) {
    if (is_wired(node, i)) continue;
    info.diagnostics.push_back(problem(node,
                                       message(ESP_TEXT("engine", "nothing is connected to {}"),
                                               graph_of_body.node(ports.inputs[i]).name),
                                       static_cast<int>(i)));
  }
  const bool shared = shares_weights(node);
  const int repeats = repeats_of(node);
  const std::string inner(groups->open.size() + 2, '_');
  std::vector<Type> flow = entry.inputs;
  flow.resize(ports.inputs.size());
  entry.layers = 0;
  entry.body_field = {};
  const Opened inside(groups->open, node.group);
  for (int r = 0; r < repeats;) {
    const std::shared_ptr<Inference> body = groups->body(node.group, flow);
    entry.bodies.push_back(body);
    const std::string outer = fmt::format("{}{}.{}_", inner.substr(1), node.id.value, r);
    std::vector<Type> next;
    Field field;
    for (const NodeId id : ports.outputs) {
      const Entry& out = body->impl_->entries.at(id);
      next.push_back(out.inputs.empty() ? Type{} : out.inputs[0]);
      to_outside(next.back(), inner, outer);
      field = field.empty() ? out.field : merged(field, out.field, field.size.size());
    }
    // Once a repeat leaves its types as they were, so do all others.
    const int times = next == flow ? repeats - r : 1;
    const NetworkCost cost = body->total();
    for (int i = 0; i < times; ++i) {
      entry.body_field = r + i == 0 ? field : composed(entry.body_field, field);
      add_repeats(info, cost, 1, !shared || r + i == 0);
      entry.layers += cost.layers;
    }
    r += times;
    flow = std::move(next);
  }
  for (std::size_t i = 0; i < info.outputs.size(); ++i) info.outputs[i] = flow[i];
  report_bodies(node, entry);
}

void Inference::Impl::report_bodies(const Node& node, Entry& entry) const {
  NodeInfo& info = entry.info;
  const Graph& inside = entry.bodies.front()->impl_->graph;
  for (const auto& body : entry.bodies) {
    if (shares_weights(node) && !same_parameters(inside, *entry.bodies.front(), *body)) {
      info.diagnostics.push_back(
          problem(node,
                  message(ESP_TEXT(
                      "engine",
                      "its repeats cannot share weights, for their weights have different shapes")),
                  -1, "shared"));
      return;
    }
    std::set<NodeId> wrong;
    Message why;
    for (const Diagnostic& d : body->diagnostics()) {
      if (d.severity != Severity::error) continue;
      if (wrong.empty() || d.node < *wrong.begin()) why = d.message;
      wrong.insert(d.node);
    }
    if (wrong.empty()) continue;
    const std::string& first = inside.node(*wrong.begin()).name;
    info.diagnostics.push_back(problem(
        node,
        wrong.size() == 1
            ? message(ESP_TEXT("engine", "{} inside it cannot work: {}"), first, why)
            : message(ESP_TEXT("engine", "{} layers inside it cannot work, among them {}: {}"),
                      wrong.size(), first, why)));
    return;
  }
}

}  // namespace espalier
