// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/layer_kind.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

QString text(std::string_view s) { return QString::fromUtf8(s.data(), qsizetype(s.size())); }

bool holds(const Network& network, const std::string& group, const std::string& inside,
           std::set<std::string>& seen) {
  if (group == inside) return true;
  if (!seen.insert(group).second) return false;
  const auto def = network.groups.find(group);
  if (def == network.groups.end()) return false;
  for (const NodeId id : def->second.graph.nodes()) {
    const std::string& name = def->second.graph.node(id).group;
    if (!name.empty() && holds(network, name, inside, seen)) return true;
  }
  return false;
}

// The Input (or Output) node of a group that a port of its instance stands for.
QString portOfGroup(const Network& network, const Node& node, std::uint32_t port, bool input) {
  const auto def = network.groups.find(node.group);
  if (def == network.groups.end()) return {};
  const GroupPorts ports = ports_of(def->second.graph);
  const std::vector<NodeId>& ids = input ? ports.inputs : ports.outputs;
  return port < ids.size() ? QString::fromStdString(def->second.graph.node(ids[port]).name)
                           : QString();
}

}  // namespace

QString LayerKind::label() const {
  return op != nullptr ? QString::fromUtf8(op->name) : QString::fromStdString(group);
}

QString LayerKind::summary() const {
  return op != nullptr ? translatedHelp(op->summary)
                       : QCoreApplication::translate("LayerKind", "A group of this project");
}

Category LayerKind::category() const { return op != nullptr ? op->category : Category::group; }

QString LayerKind::key() const {
  if (op == nullptr) return QStringLiteral("group:") + QString::fromStdString(group);
  return QStringLiteral("op:") + text(op->domain) + u':' + QString::fromUtf8(op->name);
}

std::optional<LayerKind> LayerKind::fromKey(const QString& key) {
  if (key.startsWith(QLatin1String("group:"))) return LayerKind{nullptr, key.mid(6).toStdString()};
  const qsizetype colon = key.lastIndexOf(u':');
  if (!key.startsWith(QLatin1String("op:")) || colon < 3) return {};
  const std::string domain = key.mid(3, colon - 3).toStdString();
  const OpSpec* op = OpRegistry::instance().find(domain, key.mid(colon + 1).toStdString());
  return op == nullptr || op->hidden() ? std::optional<LayerKind>() : LayerKind{op, {}};
}

std::vector<LayerKind> layerKinds(const Network& network) {
  std::vector<LayerKind> kinds;
  for (const OpSpec* op : OpRegistry::instance().all()) {
    if (!op->hidden() && op->category != Category::group) kinds.push_back({op, {}});
  }
  for (const auto& [name, def] : network.groups) kinds.push_back({nullptr, name});
  return kinds;
}

std::optional<Node> makeNode(const Network& network, const LayerKind& kind) {
  if (kind.op != nullptr) return make_node(*kind.op);
  if (!network.groups.contains(kind.group)) return {};
  return make_instance(network, kind.group);
}

bool holdsGroup(const Network& network, const std::string& group, const std::string& inside) {
  std::set<std::string> seen;
  return !inside.empty() && holds(network, group, inside, seen);
}

std::vector<std::uint32_t> dataInputs(const Network& network, const Node& node) {
  std::vector<std::uint32_t> ports;
  if (!node.group.empty()) {
    const auto def = network.groups.find(node.group);
    const std::size_t count = def == network.groups.end()
                                  ? node.inputs.size()
                                  : ports_of(def->second.graph).inputs.size();
    for (std::uint32_t i = 0; i < count; ++i) ports.push_back(i);
    return ports;
  }
  const std::vector<PortSpec>& specs = node.op->inputs;
  for (std::uint32_t i = 0; i < specs.size(); ++i) {
    if (specs[i].kind == PortKind::data && port_present(node, i)) ports.push_back(i);
  }
  if (!specs.empty() && specs.back().variadic) {
    for (auto i = std::uint32_t(specs.size()); i <= node.inputs.size(); ++i) ports.push_back(i);
  }
  if (node.op->unknown) {
    for (std::uint32_t i = 0; i < node.inputs.size(); ++i) ports.push_back(i);
  }
  return ports;
}

std::vector<std::uint32_t> shownInputs(const Network& network, const Node& node) {
  std::vector<std::uint32_t> ports = dataInputs(network, node);
  for (std::uint32_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] && std::find(ports.begin(), ports.end(), i) == ports.end()) {
      ports.push_back(i);
    }
  }
  std::sort(ports.begin(), ports.end());
  return ports;
}

QString inputName(const Network& network, const Node& node, std::uint32_t port) {
  if (!node.group.empty()) return portOfGroup(network, node, port, true);
  if (node.op->inputs.empty()) return QString::number(port);
  const QString name = QString::fromUtf8(node.op->input(port).name);
  return port >= node.op->inputs.size() ? name + QString::number(port + 1) : name;
}

QString outputName(const Network& network, const Node& node, std::uint32_t port) {
  if (!node.group.empty()) return portOfGroup(network, node, port, false);
  if (node.op->outputs.empty()) return QString::number(port);
  const QString name = QString::fromUtf8(node.op->output(port).name);
  return port >= node.op->outputs.size() ? name + QString::number(port + 1) : name;
}

QString kindText(const Node& node) {
  if (node.group.empty()) return QString::fromUtf8(node.op->name);
  const int repeats = repeats_of(node);
  const QString group = QString::fromStdString(node.group);
  return repeats > 1 ? QCoreApplication::translate("Card", "group: %1 × %2").arg(group).arg(repeats)
                     : QCoreApplication::translate("Card", "group: %1").arg(group);
}

QString cardText(const Node& node) {
  if (!node.group.empty() || node.op->card == nullptr) return kindText(node);
  const QString telling = QString::fromStdString(node.op->card(node));
  return telling.isEmpty() ? kindText(node) : kindText(node) + u' ' + telling;
}

Category categoryOf(const Node& node) {
  return node.group.empty() ? node.op->category : Category::group;
}

QString stripeKey(Category category) { return text(name(category)); }

QString categoryName(Category category) {
  // In the order of Category.
  static constexpr const char* kNames[] = {
      QT_TRANSLATE_NOOP("Category", "Data"),
      QT_TRANSLATE_NOOP("Category", "Convolution, linear"),
      QT_TRANSLATE_NOOP("Category", "Activation"),
      QT_TRANSLATE_NOOP("Category", "Normalisation"),
      QT_TRANSLATE_NOOP("Category", "Pooling"),
      QT_TRANSLATE_NOOP("Category", "Shape"),
      QT_TRANSLATE_NOOP("Category", "Merge, arithmetic"),
      QT_TRANSLATE_NOOP("Category", "Recurrent, attention"),
      QT_TRANSLATE_NOOP("Category", "Loss"),
      QT_TRANSLATE_NOOP("Category", "Blocks"),
      QT_TRANSLATE_NOOP("Category", "Hidden"),
  };
  return QCoreApplication::translate("Category", kNames[std::size_t(category)]);
}

}  // namespace espalier::ui
