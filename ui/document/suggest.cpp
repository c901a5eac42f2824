// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/suggest.h"

#include <QHash>
#include <algorithm>

#include "ui/document/fit.h"
#include "ui/document/fuzzy.h"

namespace espalier::ui {
namespace {

constexpr std::size_t kCategories = std::size_t(Category::hidden) + 1;

// How usual a category (column) is after another (row), 0 … 9. Order of Category.
constexpr int kFollows[kCategories][kCategories] = {
    //                  data lin act norm pool shape merge rec loss group hidden
    /* data */ {1, 9, 2, 4, 3, 5, 3, 6, 1, 6, 0},
    /* linear */ {1, 5, 9, 8, 6, 4, 4, 3, 5, 4, 0},
    /* activation */ {1, 9, 1, 5, 8, 5, 5, 3, 5, 5, 0},
    /* normalization */ {1, 7, 9, 1, 6, 4, 6, 4, 3, 4, 0},
    /* pooling */ {1, 8, 3, 4, 2, 9, 4, 2, 3, 6, 0},
    /* shape */ {1, 9, 3, 3, 2, 3, 4, 4, 4, 3, 0},
    /* merge */ {1, 7, 9, 6, 6, 4, 3, 3, 3, 6, 0},
    /* recurrent */ {1, 8, 4, 6, 2, 6, 4, 7, 4, 4, 0},
    /* loss */ {6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0},
    /* group */ {1, 7, 5, 6, 8, 6, 5, 3, 4, 9, 0},
    /* hidden */ {1, 5, 5, 5, 5, 5, 5, 3, 3, 3, 0},
};

constexpr double kEveryday = 3;  // beside the usual order above

// Points for the text: the name counts fully, the category and the summary a little.
std::optional<double> textScore(const QString& query, const LayerKind& kind) {
  std::optional<double> best = fuzzyScore(query, kind.label());
  if (query.size() >= 3) {
    for (const QString& other : {categoryName(kind.category()), kind.summary()}) {
      if (!other.contains(query, Qt::CaseInsensitive)) continue;
      best = std::max(best.value_or(0), 3.0);
    }
  }
  return best;
}

}  // namespace

std::vector<Suggestion> suggestions(const Document& document, const QString& query,
                                    const SuggestContext& context) {
  const Graph& graph = document.graph();
  const Network& network = document.project().network;
  const Type type = context.from ? typeOf(document, *context.from) : Type();
  const Node* around = context.from ? graph.find(context.from->node)
                       : context.to ? graph.find(context.to->node)
                                    : nullptr;
  QHash<QString, int> used;
  for (const NodeId id : graph.nodes()) {
    const Node& node = graph.node(id);
    ++used[node.group.empty() ? LayerKind{node.op, {}}.key()
                              : LayerKind{nullptr, node.group}.key()];
  }

  std::vector<Suggestion> list;
  for (const LayerKind& kind : layerKinds(network)) {
    if (kind.op == nullptr && holdsGroup(network, kind.group, document.shownGroup())) continue;
    const std::optional<double> text = textScore(query.trimmed(), kind);
    if (!text) continue;
    Suggestion s{kind, *text * 4, 0};
    if (context.from) {
      const std::optional<std::uint32_t> port = fittingInput(network, kind, type);
      if (!port) continue;
      s.port = *port;
    } else if (context.to) {
      const std::optional<Node> node = makeNode(network, kind);
      if (!node || node->outputs == 0) continue;
    }
    if (around != nullptr) {
      const auto here = std::size_t(categoryOf(*around)), there = std::size_t(kind.category());
      s.score += context.from ? kFollows[here][there] : kFollows[there][here];
    }
    const QString key = kind.key();
    if (const qsizetype at = context.recent.indexOf(key); at >= 0) s.score += 4.0 / double(at + 1);
    s.score += std::min(3, used.value(key));
    if (kind.everyday()) s.score += kEveryday;
    list.push_back(std::move(s));
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const Suggestion& a, const Suggestion& b) { return a.score > b.score; });
  return list;
}

}  // namespace espalier::ui
