// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/parameters.h"

#include <fmt/format.h>

#include "engine/graph/op.h"

namespace espalier {

std::string escaped(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '%' || c == '/' || c == '[' || c == ']') {
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      text += c;
    }
  }
  return text;
}

namespace {

// Nested repeats multiply; a drawing of this size cannot be run anyway.
constexpr std::size_t most_layers = 100'000;

class Collector {
 public:
  Collector(const Network& network, std::vector<ParamInfo>& into)
      : network_(network), into_(into) {}

  void visit(const Graph& graph, const Inference& inference, const Origin& around) {
    for (const NodeId id : graph.topological()) {
      const Node& node = graph.node(id);
      const NodeInfo* info = inference.find(id);
      if (!info || info->bypassed) continue;
      if (++layers_ > most_layers) {
        throw Error(
            ESP_TEXT("engine", "{}: with all groups repeated the network has more than {} layers."),
            around.path.empty() ? node.name : around.path, most_layers);
      }
      Origin origin = around;
      origin.ids.push_back(id);
      if (!around.path.empty()) origin.path += '/';
      origin.path += escaped(node.name);
      if (is_instance(node)) {
        enter(node, inference, origin);
        continue;
      }
      if (is_parameter(node)) authored(node, *info, origin);
      for (std::size_t port = 0; port < node.op->inputs.size(); ++port) {
        if (owns_param(node, port)) owned(node, *info, port, origin);
      }
    }
  }

 private:
  void enter(const Node& node, const Inference& inference, const Origin& origin) {
    const auto definition = network_.groups.find(node.group);
    if (definition == network_.groups.end() || !inference.body(node.id)) return;
    const bool shared = shares_weights(node);
    const int repeats = repeats_of(node);
    for (int r = 0; r < (shared ? 1 : repeats); ++r) {
      Origin inside = origin;
      if (repeats > 1) inside.path += shared ? "[]" : fmt::format("[{}]", r);
      inside.repeats.push_back(r);
      inside.shared.push_back(shared);
      visit(definition->second.graph, *inference.body(node.id, r), inside);
    }
  }

  void owned(const Node& node, const NodeInfo& info, std::size_t port, const Origin& origin) {
    const PortSpec& spec = node.op->inputs[port];
    ParamInfo p;
    p.key = param_key(origin, spec.name);
    p.path = origin.path + "." + spec.name;
    if (port < info.params.size()) {
      p.type = info.params[port];
      p.fan = info.fans[port];
    }
    p.initializer = initializer_of(node, port);
    p.state = spec.kind == PortKind::state;
    p.frozen = port < node.params.size() && node.params[port].frozen;
    into_.push_back(std::move(p));
  }

  void authored(const Node& node, const NodeInfo& info, const Origin& origin) {
    ParamInfo p;
    const std::string key = attribute<std::string>(node, "key");
    p.key = key.empty() ? param_key(origin, "Y") : key;
    p.path = origin.path + ".Y";
    if (!info.outputs.empty()) p.type = info.outputs[0];
    if (p.type.has_shape()) {
      const SymShape& s = *p.type.shape;
      const bool matrix = s.size() >= 2;
      const Dim field = matrix ? product(SymShape(s.begin() + 2, s.end())) : Dim(1);
      p.fan = matrix ? Fan{s[1] * field, s[0] * field} : Fan{product(s), product(s)};
    }
    p.initializer = {attribute<std::string>(node, "initializer"), attribute<double>(node, "gain")};
    const std::string role = attribute<std::string>(node, "role");
    p.state = role == "state";
    p.frozen = role == "constant";
    into_.push_back(std::move(p));
  }

  const Network& network_;
  std::vector<ParamInfo>& into_;
  std::size_t layers_ = 0;
};

}  // namespace

std::vector<ParamInfo> parameters_of(const Network& network, const Inference& inference) {
  std::vector<ParamInfo> all;
  Collector(network, all).visit(network.graph, inference, {});
  return all;
}

}  // namespace espalier
