// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"

#include <algorithm>
#include <unordered_set>

#include "ui/document/document_private.h"
#include "ui/document/draft.h"
#include "ui/widgets/text.h"

namespace espalier::ui {

Document::Document(QObject* parent) : QObject(parent), d(std::make_unique<Private>(*this)) {
  d->stack.setUndoLimit(1000);
  connect(&d->stack, &QUndoStack::cleanChanged, this,
          [this] { emit modifiedChanged(isModified()); });
  d->reset();
}

Document::~Document() {
  disconnect(&d->stack, nullptr, this, nullptr);
  d->waitForAutosave();
}

const Project& Document::project() const { return d->project; }
Project Document::snapshot() const { return d->project; }
const Inference& Document::inference() const { return d->inference; }
const Inference* Document::shownInference() const { return d->shownInference(); }
const Graph& Document::graph() const { return d->graph(); }
const GroupPath& Document::path() const { return d->path; }
const std::string& Document::shownGroup() const { return d->shown; }

const SheetLayout& Document::sheet() const {
  static const SheetLayout kNone;
  const auto it = d->project.layout.sheets.find(d->shown);
  return it == d->project.layout.sheets.end() ? kNone : it->second;
}

const NodeInfo* Document::info(NodeId id) const {
  const Inference* inference = d->shownInference();
  return inference == nullptr ? nullptr : inference->find(id);
}

QPointF Document::place(NodeId id) const {
  const auto& cards = sheet().cards;
  const auto it = cards.find(id);
  return it == cards.end() ? QPointF() : toPointF(it->second.at);
}

void Document::setWeights(WeightSet weights, const QString& keepOldAs) {
  if (!keepOldAs.isEmpty()) {
    d->project.versions.push_back({keepOldAs.toStdString(), d->project.weights});
  }
  d->project.weights = std::move(weights);
  d->weightsChanged = true;
  d->touch();
  emit weightsChanged();
}

void Document::restoreVersion(std::size_t index) {
  if (index >= d->project.versions.size()) return;
  std::swap(d->project.weights, d->project.versions[index].weights);
  d->weightsChanged = true;
  d->touch();
  emit weightsChanged();
}

void Document::rememberView(const ViewLayout& view) {
  d->project.layout.sheets[d->shown].view = view;
}

// ---- selection

const Selection& Document::selection() const { return d->selection; }
void Document::select(Selection selection) { d->setSelection(std::move(selection)); }
void Document::select(NodeId node) { d->setSelection(Selection::of(node)); }
void Document::clearSelection() { d->setSelection({}); }

void Document::selectAll() {
  Selection all;
  for (const NodeId id : graph().nodes()) all.nodes.insert(id);
  for (const auto& [id, frame] : sheet().frames) all.frames.insert(int(id));
  for (const auto& [id, note] : sheet().notes) all.frames.insert(int(id));
  all.focus = d->selection.focus;
  d->setSelection(std::move(all));
}

void Document::Private::setSelection(Selection s) {
  const Graph& g = graph();
  std::erase_if(s.nodes, [&](NodeId id) { return !g.contains(id); });
  std::erase_if(s.wires, [&](PortRef to) {
    const Node* node = g.find(to.node);
    return node == nullptr || to.port >= node->inputs.size() || !node->inputs[to.port];
  });
  std::erase_if(s.frames, [&](int id) {
    const auto key = std::uint32_t(id);
    return !q.sheet().frames.contains(key) && !q.sheet().notes.contains(key);
  });
  if (!s.nodes.contains(s.focus)) s.focus = s.nodes.empty() ? NodeId() : *s.nodes.begin();
  if (s == selection) return;
  selection = std::move(s);
  emit q.selectionChanged();
}

// ---- edits

Outcome Document::apply(Edit& edit) {
  const Graph before = d->graph();
  const Selection selectionBefore = d->selection;
  Draft draft(d->project, d->shown, d->shownInference(), d->selection);
  Outcome result;
  try {
    result = edit.apply(draft);
    if (result) result = draft.settle();
  } catch (const Error& error) {
    result = Outcome::refused(translated(error.message()));
  }
  Delta delta = draft.take();
  if (!result) {
    delta.undo(d->project);
    emit refused(result.reason);
    return result;
  }
  if (!delta.empty()) d->follow(delta, before);
  if (draft.selectionAfter()) d->setSelection(*draft.selectionAfter());
  if (delta.empty()) return result;
  if (d->open) {
    d->gathered.append(delta);
  } else {
    d->push(edit.text(), edit.mergeKey(), std::move(delta), selectionBefore);
  }
  return result;
}

void Document::endMerge() { ++d->mergeRow; }
QUndoStack* Document::history() const { return &d->stack; }
bool Document::inTransaction() const { return d->open; }

void Document::undo() {
  if (d->open) return;
  endMerge();
  d->stack.undo();
}

void Document::redo() {
  if (d->open) return;
  endMerge();
  d->stack.redo();
}

void Document::Private::follow(const Delta& delta, const Graph& before) {
  Change change;
  std::vector<NodeId> inferred;
  if (!delta.graphs.empty()) inferred = inference.update(project.network);
  if (validPath()) {
    change.everything = true;
  } else if (!delta.graphs.empty()) {
    std::unordered_set<NodeId> ids;
    const Graph& now = graph();
    for (const NodeId id : now.changed_since(before)) ids.insert(id);
    if (path.empty()) {
      ids.insert(inferred.begin(), inferred.end());
    } else {
      // What an edit outside means for a body is not told node by node.
      for (const NodeId id : now.nodes()) ids.insert(id);
    }
    change.nodes.assign(ids.begin(), ids.end());
    std::sort(change.nodes.begin(), change.nodes.end());
  }
  for (const auto& [key, swap] : delta.cards) {
    if (key.first == shown) change.places.push_back(key.second);
  }
  change.annotations = !delta.knots.empty() || !delta.notes.empty() || !delta.frames.empty();
  change.groups = std::any_of(delta.graphs.begin(), delta.graphs.end(),
                              [](const auto& entry) { return !entry.first.empty(); });
  change.data = delta.data.has_value();
  change.training = delta.training.has_value();
  change.quantization = delta.quantization.has_value();
  change.other = delta.projectNotes.has_value();
  if (!delta.graphs.empty()) collectProblems();
  if (change.everything) emit q.pathChanged();
  setSelection(selection);
  emit q.changed(change);
  if (!delta.graphs.empty()) emit q.problemsChanged();
}

void Document::Private::touch() {
  ++version;
  emit q.modifiedChanged(q.isModified());
}

// ---- overlay

const Overlay& Document::overlay() const { return d->overlay; }

void Document::setOverlay(Overlay overlay) {
  d->overlay = std::move(overlay);
  d->shares = OverlayShares(d->overlay);
  emit overlayChanged();
}

void Document::setBadges(Badges badges) {
  if (badges == d->badges) return;
  d->badges = std::move(badges);
  emit badgesChanged();
}

QString Document::badge(NodeId id) const {
  if (d->badges.empty()) return {};
  const auto it = d->badges.find(layerKey(id));
  return it == d->badges.end() ? QString() : it->second;
}

double Document::overlayShare(NodeId id) const {
  return d->overlay.empty() ? -1 : d->shares.share(layerKey(id));
}

OverlayShares::OverlayShares(const Overlay& overlay) {
  double total = overlay.total;
  if (total <= 0) {
    for (const auto& [key, value] : overlay.values) total += value;
  }
  if (total <= 0) return;
  for (const auto& [key, value] : overlay.values) {
    for (std::size_t n = 1; n <= key.size(); ++n) {
      double& share = m_shares[LayerKey(key.begin(), key.begin() + std::ptrdiff_t(n))];
      share = overlay.greatest ? std::max(share, value / total) : share + value / total;
    }
  }
}

double OverlayShares::share(const LayerKey& key) const {
  const auto it = m_shares.find(key);
  return it == m_shares.end() ? -1 : it->second;
}

}  // namespace espalier::ui
