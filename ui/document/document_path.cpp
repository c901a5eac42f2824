// SPDX-License-Identifier: GPL-3.0-or-later
//
// Groups: which graph is shown, and what is wrong in which.
#include <algorithm>

#include "ui/document/document_private.h"
#include "ui/document/layer_kind.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

// Problems of a graph and, below its instances, of the bodies.
void collect(const Network& network, const Graph& graph, const Inference& inference,
             LayerKey& around, const QString& prefix, std::vector<Problem>& into) {
  constexpr std::size_t kDeepest = 32;  // groups in groups; more is a file's mischief
  for (Diagnostic& diagnostic : inference.diagnostics()) {
    const Node* node = graph.find(diagnostic.node);
    if (node == nullptr) continue;
    Problem problem;
    problem.layer = around;
    problem.layer.push_back(diagnostic.node);
    problem.name = prefix + QString::fromStdString(node->name);
    problem.sentence = translated(diagnostic.message);
    problem.diagnostic = std::move(diagnostic);
    into.push_back(std::move(problem));
  }
  if (around.size() >= kDeepest) return;
  for (const NodeId id : graph.topological()) {
    const Node& node = graph.node(id);
    if (node.group.empty()) continue;
    const auto def = network.groups.find(node.group);
    const Inference* body = inference.body(id);
    if (def == network.groups.end() || body == nullptr) continue;
    around.push_back(id);
    collect(network, def->second.graph, *body, around,
            prefix + QString::fromStdString(node.name) + u'/', into);
    around.pop_back();
  }
}

// The layer of a key, and the instances around it into `around` where that is not null; null where
// the drawing has it not (any more).
const Node* find(const Network& network, const LayerKey& key, GroupPath* around) {
  const Graph* at = &network.graph;
  const Node* node = nullptr;
  for (const NodeId id : key) {
    if (node != nullptr) {
      const auto definition = network.groups.find(node->group);
      if (definition == network.groups.end()) return nullptr;
      if (around != nullptr) around->push_back({node->id, node->name, node->group});
      at = &definition->second.graph;
    }
    node = at->find(id);
    if (node == nullptr) return nullptr;
  }
  return node;
}

}  // namespace

const Inference* Document::Private::shownInference() const {
  const Inference* at = &inference;
  for (const Level& level : path) {
    at = at->body(level.instance);
    if (at == nullptr) return nullptr;
  }
  return at;
}

void Document::Private::collectProblems() {
  problems.clear();
  LayerKey around;
  collect(project.network, project.network.graph, inference, around, {}, problems);
  errors = int(std::count_if(problems.begin(), problems.end(), [](const Problem& p) {
    return p.diagnostic.severity == Severity::error;
  }));
}

const std::vector<Problem>& Document::problems() const { return d->problems; }
int Document::errorCount() const { return d->errors; }

LayerKey Document::layerKey(NodeId id) const {
  LayerKey key;
  for (const Level& level : d->path) key.push_back(level.instance);
  key.push_back(id);
  return key;
}

QString Document::inputName(PortRef port) const {
  const Node* node = graph().find(port.node);
  if (node == nullptr) return {};
  return QString::fromStdString(node->name) + u'.' +
         ui::inputName(d->project.network, *node, port.port);
}

QString Document::outputName(ValueRef value) const {
  const Node* node = graph().find(value.node);
  if (node == nullptr) return {};
  return QString::fromStdString(node->name) + u'.' +
         ui::outputName(d->project.network, *node, value.port);
}

QString Document::layerPath(NodeId id) const {
  QString text;
  for (const Level& level : d->path) text += QString::fromStdString(level.name) + u'/';
  const Node* node = graph().find(id);
  return node == nullptr ? text : text + QString::fromStdString(node->name);
}

bool Document::Private::validPath() {
  const Graph* at = &project.network.graph;
  GroupPath kept;
  for (const Level& level : path) {
    const Node* node = at->find(level.instance);
    if (node == nullptr || node->group.empty()) break;
    const auto def = project.network.groups.find(node->group);
    if (def == project.network.groups.end()) break;
    kept.push_back({level.instance, node->name, node->group});
    at = &def->second.graph;
  }
  if (kept == path) return false;
  path = std::move(kept);
  shown = path.empty() ? std::string() : path.back().group;
  return true;
}

void Document::Private::setPath(GroupPath to) {
  if (to == path) return;
  path = std::move(to);
  shown = path.empty() ? std::string() : path.back().group;
  validPath();
  // Names and definitions are those of the drawing now.
  shown = path.empty() ? std::string() : path.back().group;
  selection = {};
  Change change;
  change.everything = true;
  emit q.pathChanged();
  emit q.changed(change);
  emit q.selectionChanged();
}

Outcome Document::enter(NodeId instance) {
  const Node* node = graph().find(instance);
  if (node == nullptr || node->group.empty() || !d->project.network.groups.contains(node->group)) {
    return Outcome::refused(tr("Only a group can be entered."));
  }
  GroupPath path = d->path;
  path.push_back({instance, node->name, node->group});
  d->setPath(std::move(path));
  return Outcome::done();
}

void Document::leave() {
  if (d->path.empty()) return;
  const NodeId left = d->path.back().instance;
  GroupPath path = d->path;
  path.pop_back();
  d->setPath(std::move(path));
  select(left);
}

void Document::goTo(const GroupPath& path) { d->setPath(path); }

const Node* Document::layer(const LayerKey& key) const {
  return find(d->project.network, key, nullptr);
}

bool Document::reveal(const LayerKey& layer) {
  GroupPath path;
  if (find(d->project.network, layer, &path) == nullptr) return false;
  d->setPath(std::move(path));
  select(layer.back());
  emit revealed(layer.back());
  return true;
}

}  // namespace espalier::ui
