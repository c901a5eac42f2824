// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/loss.h"

#include <algorithm>

#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

constexpr std::size_t scores_port = 0;
constexpr std::size_t target_port = 1;

bool takes_labels(const PortSpec& port) {
  return !port.types.empty() && std::none_of(port.types.begin(), port.types.end(), is_floating);
}

ValueRef target_feed(Program& p, DType type, const Shape& shape) {
  std::size_t others = 0;
  for (const Program::Feed& f : p.feeds) {
    if (f.column != "target" || !is_feed(p.node(f.node))) continue;
    const Type& t = p.types.of({f.node, 0});
    if (t.dtype == type && concrete_shape(p.types, p.graph, {f.node, 0}) == shape)
      return {f.node, 0};
    ++others;
  }
  const std::string name = others == 0 ? "target" : "target" + std::to_string(others + 1);
  const ValueRef v = add_feed(p.graph, name, type, shape);
  p.feeds.push_back({name, "target", v.node});
  return v;
}

}  // namespace

bool is_loss(const OpSpec& op) {
  return op.training_only && op.category == Category::loss &&
         (op.gradient != nullptr || op.body != nullptr);
}

void wire_target(Program& p, NodeId id) {
  const Node& node = p.node(id);
  if (node.op->inputs.size() <= target_port || is_wired(node, target_port)) return;
  if (!is_wired(node, scores_port))
    throw Error(ESP_TEXT("engine", "{}: nothing is wired to {}"), display_name(node),
                node.op->input(scores_port).name);
  const ValueRef scores = node.inputs[scores_port];
  Shape shape = concrete_shape(p.types, p.graph, scores);
  DType type = p.types.of(scores).dtype;
  if (takes_labels(node.op->input(target_port))) {
    // One label for each vector of scores along the axis of classes.
    type = DType::int64;
    if (shape.size() > 1) shape.erase(shape.begin() + 1);
  }
  require(p.graph.connect(target_feed(p, type, shape), {id, target_port}));
  p.types.forget(id);
}

void sum_losses(Program& p) {
  if (p.losses.empty()) return;
  for (const ValueRef& l : p.losses)
    if (count(concrete_shape(p.types, p.graph, l)) != 1)
      throw Error(ESP_TEXT("engine",
                           "{}: a loss to train on is a single number, this one has shape "
                           "{}; set reduction to mean or sum"),
                  display_name(p.node(l.node)), to_string(*p.types.of(l).shape));
  p.loss = p.losses[0];
  GraphBuilder build(p.graph, nullptr, "loss");
  for (std::size_t i = 1; i < p.losses.size(); ++i)
    p.loss = build.add(op("Add"), {p.loss, p.losses[i]});
  p.losses.clear();
}

}  // namespace espalier::passes
