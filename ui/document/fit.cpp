// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/fit.h"

#include <algorithm>
#include <deque>

#include "engine/graph/infer.h"

namespace espalier::ui {
namespace {

QString nameOf(const Graph& graph, NodeId id) {
  const Node* node = graph.find(id);
  return node == nullptr ? QString() : QString::fromStdString(node->name);
}

QString typeNames(const std::vector<DType>& types) {
  QStringList names;
  for (const DType t : types) {
    const std::string_view n = name(t);
    names << QString::fromUtf8(n.data(), qsizetype(n.size()));
  }
  return names.join(QStringLiteral(", "));
}

// Everything that feeds `node`, itself included.
std::set<NodeId> before(const Graph& graph, NodeId node) {
  std::set<NodeId> seen{node};
  std::deque<NodeId> queue{node};
  while (!queue.empty()) {
    for (const ValueRef& input : graph.node(queue.front()).inputs) {
      if (input && seen.insert(input.node).second) queue.push_back(input.node);
    }
    queue.pop_front();
  }
  return seen;
}

// Everything that `node` feeds, itself included.
std::set<NodeId> after(const Graph& graph, NodeId node) {
  std::set<NodeId> seen{node};
  std::deque<NodeId> queue{node};
  while (!queue.empty()) {
    for (const Wire& wire : graph.wires_from(queue.front())) {
      if (seen.insert(wire.to.node).second) queue.push_back(wire.to.node);
    }
    queue.pop_front();
  }
  return seen;
}

// Whether the rule of `node` takes `value` at `port`, the other inputs as they are.
bool ruleTakes(const Node& node, std::uint32_t port, std::vector<Type> inputs) {
  const NodeInfo info = infer_node(node, std::move(inputs), nullptr);
  return std::none_of(info.diagnostics.begin(), info.diagnostics.end(), [&](const Diagnostic& d) {
    if (d.severity != Severity::error || !d.attribute.empty()) return false;
    // Other ports that are open are no fault of this wire.
    return d.input < 0 || d.input == int(port) || is_wired(node, std::size_t(d.input));
  });
}

std::size_t portCount(const Node& node) {
  return std::max(node.op->inputs.size(), node.inputs.size());
}

}  // namespace

Type typeOf(const Document& document, ValueRef value) {
  const NodeInfo* info = document.info(value.node);
  return info == nullptr || value.port >= info->outputs.size() ? Type() : info->outputs[value.port];
}

WireCheck::WireCheck(const Document& document, ValueRef from)
    : m_document(document), m_from(from), m_forbidden(before(document.graph(), from.node)) {}

WireCheck::WireCheck(const Document& document, PortRef to)
    : m_document(document), m_to(to), m_forbidden(after(document.graph(), to.node)) {}

Outcome WireCheck::to(PortRef input) const { return check(m_from, input); }
Outcome WireCheck::from(ValueRef output) const { return check(output, m_to); }

Outcome WireCheck::check(ValueRef from, PortRef to) const {
  const Graph& graph = m_document.graph();
  if (from.node == to.node) return Outcome::refused(tr("A layer cannot feed itself."));
  if (m_forbidden.contains(m_from ? to.node : from.node)) {
    return Outcome::refused(tr("This would close a cycle: %1 comes before %2.")
                                .arg(nameOf(graph, to.node), nameOf(graph, from.node)));
  }
  const Node* node = graph.find(to.node);
  if (node == nullptr) return Outcome::refused(tr("The layer is not there."));
  if (!node->group.empty() || node->op->inputs.empty()) return {};
  const Type type = typeOf(m_document, from);
  const PortSpec& port = node->op->input(to.port);
  if (type.is_tensor() && type.dtype != DType::undefined && !port.types.empty() &&
      std::find(port.types.begin(), port.types.end(), type.dtype) == port.types.end()) {
    return Outcome::refused(
        tr("%1 takes %2, not %3.")
            .arg(m_document.inputName(to), typeNames(port.types), typeNames({type.dtype})));
  }
  return {};
}

bool WireCheck::shapeFits(PortRef input) const {
  const Node* node = m_document.graph().find(input.node);
  if (node == nullptr || !node->group.empty() || node->op->infer == nullptr) return true;
  Node trial = *node;
  if (trial.inputs.size() <= input.port) trial.inputs.resize(input.port + 1);
  trial.inputs[input.port] = m_from;
  std::vector<Type> types(portCount(trial));
  for (std::size_t i = 0; i < trial.inputs.size(); ++i) {
    if (trial.inputs[i]) types[i] = typeOf(m_document, trial.inputs[i]);
  }
  return ruleTakes(trial, input.port, std::move(types));
}

std::optional<std::uint32_t> fittingInput(const Network& network, const LayerKind& kind,
                                          const Type& value) {
  std::optional<Node> node = makeNode(network, kind);
  if (!node) return {};
  const std::vector<std::uint32_t> ports = dataInputs(network, *node);
  if (ports.empty()) return {};
  const std::uint32_t port = ports.front();
  if (kind.op == nullptr || value.kind == Type::Kind::unknown) return port;
  node->id = NodeId{1};
  node->inputs.resize(port + 1);
  node->inputs[port] = ValueRef{NodeId{2}, 0};
  std::vector<Type> types(portCount(*node));
  types[port] = value;
  if (!ruleTakes(*node, port, std::move(types))) return {};
  return port;
}

}  // namespace espalier::ui
