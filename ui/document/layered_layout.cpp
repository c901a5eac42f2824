// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "ui/document/auto_layout.h"
#include "ui/document/placement.h"

namespace espalier::ui {
namespace {

struct Layers {
  std::vector<std::vector<int>> before, after;  // neighbours by card
  std::vector<int> rank;
  std::vector<std::vector<int>> rows;  // cards by rank, in order
  std::vector<double> place;           // across the direction of flow, of a card's middle
};

Layers ranked(const LayoutTask& task) {
  const std::size_t n = task.cards.size();
  Layers l;
  l.before.resize(n);
  l.after.resize(n);
  l.rank.assign(n, 0);
  std::unordered_map<NodeId, int> index;
  for (std::size_t i = 0; i < n; ++i) index[task.cards[i].first] = int(i);
  for (const LayoutTask::Wire& wire : task.wires) {
    const auto from = index.find(wire.from), to = index.find(wire.to);
    if (from == index.end() || to == index.end()) continue;
    l.after[std::size_t(from->second)].push_back(to->second);
    l.before[std::size_t(to->second)].push_back(from->second);
  }
  std::vector<int> open(n), queue;
  for (std::size_t i = 0; i < n; ++i) {
    open[i] = int(l.before[i].size());
    if (open[i] == 0) queue.push_back(int(i));
  }
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const auto i = std::size_t(queue[at]);
    for (const int j : l.after[i]) {
      l.rank[std::size_t(j)] = std::max(l.rank[std::size_t(j)], l.rank[i] + 1);
      if (--open[std::size_t(j)] == 0) queue.push_back(j);
    }
  }
  const int ranks = n == 0 ? 0 : *std::max_element(l.rank.begin(), l.rank.end()) + 1;
  l.rows.resize(std::size_t(ranks));
  for (const int i : queue) l.rows[std::size_t(l.rank[std::size_t(i)])].push_back(i);
  return l;
}

double mean(const std::vector<int>& of, const std::vector<double>& place, double otherwise) {
  if (of.empty()) return otherwise;
  double sum = 0;
  for (const int i : of) sum += place[std::size_t(i)];
  return sum / double(of.size());
}

// Puts the cards of a row where their neighbours want them, in that order and without overlap.
void settle(Layers& l, std::vector<int>& row, const std::vector<std::vector<int>>& neighbours,
            const std::vector<double>& extent) {
  std::vector<double> wish(row.size());
  for (std::size_t k = 0; k < row.size(); ++k) {
    const auto i = std::size_t(row[k]);
    wish[k] = mean(neighbours[i], l.place, l.place[i]);
  }
  std::vector<std::size_t> order(row.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wish[a] < wish[b]; });
  std::vector<int> sorted(row.size());
  double at = -1e18, offset = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const int i = row[order[k]];
    sorted[k] = i;
    const double half = extent[std::size_t(i)] / 2;
    const double place = std::max(wish[order[k]], at + half);
    l.place[std::size_t(i)] = place;
    offset += wish[order[k]] - place;
    at = place + half + kGapY;
  }
  // Pushed apart only downward so far: the row's middle goes back to where it was wanted.
  offset /= double(std::max<std::size_t>(1, row.size()));
  for (const int i : sorted) l.place[std::size_t(i)] += offset;
  row = std::move(sorted);
}

}  // namespace

CardPlaces layeredLayout(const LayoutTask& task, const std::atomic<bool>& cancelled) {
  const bool right = task.direction == LayoutDirection::leftToRight;
  Layers l = ranked(task);
  std::vector<double> across(task.cards.size()), along(task.cards.size());
  for (std::size_t i = 0; i < task.cards.size(); ++i) {
    const QSizeF& size = task.cards[i].second;
    across[i] = right ? size.height() : size.width();
    along[i] = right ? size.width() : size.height();
  }
  l.place.assign(task.cards.size(), 0);
  for (std::vector<int>& row : l.rows) {
    double at = 0;
    for (const int i : row) {
      l.place[std::size_t(i)] = at + across[std::size_t(i)] / 2;
      at += across[std::size_t(i)] + kGapY;
    }
  }
  constexpr int kSweeps = 6;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t r = 1; r < l.rows.size(); ++r) {
      if (cancelled.load()) return {};
      settle(l, l.rows[r], l.before, across);
    }
    for (std::size_t r = l.rows.size(); r-- > 1;) {
      if (cancelled.load()) return {};
      settle(l, l.rows[r - 1], l.after, across);
    }
  }
  CardPlaces places;
  double at = 0;
  for (const std::vector<int>& row : l.rows) {
    double widest = 0;
    for (const int i : row) {
      const double place = l.place[std::size_t(i)] - across[std::size_t(i)] / 2;
      places[task.cards[std::size_t(i)].first] = right ? QPointF(at, place) : QPointF(place, at);
      widest = std::max(widest, along[std::size_t(i)]);
    }
    at += widest + (right ? kGapX : kGapY + 16);
  }
  return places;
}

}  // namespace espalier::ui
