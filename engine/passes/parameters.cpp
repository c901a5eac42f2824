// SPDX-License-Identifier: Apache-2.0
//
// Parameter ports without a wire become Parameter nodes; shared repeats read the same one. Drawn
// Parameter nodes stay what they are.
#include "engine/graph/parameters.h"

#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

std::map<std::string, ParamInfo, std::less<>> known_parameters(const Program& p) {
  Inference inference;
  inference.update(*p.request.network);
  std::map<std::string, ParamInfo, std::less<>> known;
  for (ParamInfo& info : parameters_of(*p.request.network, inference)) {
    std::string key = info.key;
    known.emplace(std::move(key), std::move(info));
  }
  return known;
}

Parameter describe_parameter(const Program& p, const ParamInfo& info) {
  Parameter parameter;
  parameter.key = info.key;
  parameter.path = info.path;
  parameter.trainable = !info.state && !info.frozen;
  parameter.state = info.state;
  parameter.initializer = info.initializer;
  parameter.fans = {info.fan.in.evaluate(p.request.dims).value_or(0),
                    info.fan.out.evaluate(p.request.dims).value_or(0)};
  return parameter;
}

}  // namespace

void wire_parameters(Program& p) {
  const auto known = known_parameters(p);
  std::map<std::string, ValueRef, std::less<>> made;
  const std::span<const NodeId> order = p.graph.topological();
  for (const NodeId id : std::vector<NodeId>(order.begin(), order.end())) {
    const Node node = p.node(id);
    if (is_parameter(node)) {
      const std::string set = attribute<std::string>(node, "key");
      const auto info = known.find(set.empty() ? param_key(*node.origin, "Y") : set);
      if (info == known.end()) continue;
      const auto [value, first] = made.emplace(info->first, ValueRef{id, 0});
      if (first)
        p.parameters.emplace(id, describe_parameter(p, info->second));
      else
        p.redirect({id, 0}, value->second);
      continue;
    }
    for (std::uint32_t port = 0; port < node.op->inputs.size(); ++port) {
      if (!owns_param(node, port)) continue;
      const std::string key = param_key(*node.origin, node.op->input(port).name);
      ValueRef& value = made[key];
      if (!value) {
        const std::vector<Type>& params = p.types.params(id);
        const std::string name = node.name + "." + node.op->input(port).name;
        const auto info = known.find(key);
        if (port >= params.size() || !params[port].has_shape() || info == known.end())
          throw Error(ESP_TEXT("engine", "{}: the shape of {} is not known"), display_name(node),
                      node.op->input(port).name);
        const std::optional<Shape> shape = evaluate(*params[port].shape, {});
        if (!shape)
          throw Error(ESP_TEXT("engine", "{}: the shape {} of {} depends on a symbol"),
                      display_name(node), to_string(*params[port].shape),
                      node.op->input(port).name);
        value = add_parameter(p.graph, name, params[port].dtype, *shape, node.origin);
        p.parameters.emplace(value.node, describe_parameter(p, info->second));
      }
      require(p.graph.connect(value, {id, port}));
    }
    p.types.forget(id);
  }
}

}  // namespace espalier::passes
