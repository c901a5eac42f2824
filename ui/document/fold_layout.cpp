// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/fold_layout.h"

#include <algorithm>
#include <cmath>

#include "ui/document/placement.h"

namespace espalier::ui {
namespace {

constexpr double kLongest = 3200;  // of a line that is left whole: a wide screen at half size
constexpr double kShape = 1.6;     // length by height that the folded drawing should have
constexpr double kBetween = 2.5;  // gaps between bands at least: the wires that lead back run there
constexpr double kClear = 12;     // between such a wire and the cards it passes
constexpr double kSearch = 0.7;   // a band is cut between this share of its length and the whole
constexpr double kWireWeight = 400;  // length that is given away to cut one wire less

struct Span {
  double from, to;
};

struct Cut {
  double at;  // where the next band begins
  int wires;  // that cross it
};

// Lengths are taken along the flow, heights across it.
class Folding {
 public:
  Folding(const LayoutTask& task, const CardPlaces& places) {
    const bool right = task.direction == LayoutDirection::leftToRight;
    double low = 1e18, high = -1e18;
    for (const auto& [id, size] : task.cards) {
      const QPointF at = places.at(id);
      const double from = right ? at.x() : at.y();
      m_spans[id] = {from, from + (right ? size.width() : size.height())};
      const double across = right ? at.y() : at.x();
      low = std::min(low, across);
      high = std::max(high, across + (right ? size.height() : size.width()));
    }
    m_height = high - low;
    findCuts(task);
  }

  double length() const { return m_last - m_first; }
  double height() const { return m_height; }
  const Span& span(NodeId id) const { return m_spans.at(id); }

  // Where bands of about `length` begin; the first is the drawing's own beginning.
  std::vector<double> bands(double length) const {
    std::vector<double> begins{m_first};
    while (m_last - begins.back() > length) {
      const Cut* best = nullptr;
      double least = 1e18;
      for (const Cut& cut : m_cuts) {
        const double used = cut.at - begins.back();
        if (used <= length * kSearch) continue;
        if (used > length && best != nullptr) break;
        const double cost = std::abs(length - used) + kWireWeight * cut.wires;
        if (cost >= least) continue;
        least = cost;
        best = &cut;
      }
      if (best == nullptr) break;
      begins.push_back(best->at);
    }
    return begins;
  }

 private:
  std::map<NodeId, Span> m_spans;
  std::vector<Cut> m_cuts;  // in order
  double m_first = 0, m_last = 0, m_height = 0;

  void findCuts(const LayoutTask& task) {
    std::vector<Span> spans;
    for (const auto& [id, span] : m_spans) spans.push_back(span);
    std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.from < b.from; });
    m_first = spans.front().from;
    m_last = spans.front().to;
    for (const Span& span : spans) {
      if (span.from >= m_last) m_cuts.push_back({span.from, 0});
      m_last = std::max(m_last, span.to);
    }
    // A wire crosses the cuts that lie behind the card it leaves, up to the card it enters: counted as
    // differences, so that ten thousand wires take no longer than they must.
    std::vector<int> change(m_cuts.size() + 1);
    const auto after = [this](double at) {
      const auto found =
          std::upper_bound(m_cuts.begin(), m_cuts.end(), at,
                           [](double value, const Cut& cut) { return value < cut.at; });
      return std::size_t(found - m_cuts.begin());
    };
    for (const LayoutTask::Wire& wire : task.wires) {
      const auto from = m_spans.find(wire.from), to = m_spans.find(wire.to);
      if (from == m_spans.end() || to == m_spans.end()) continue;
      const std::size_t begin = after(from->second.from), end = after(to->second.from);
      if (begin >= end) continue;
      ++change[begin];
      --change[end];
    }
    int wires = 0;
    for (std::size_t i = 0; i < m_cuts.size(); ++i) m_cuts[i].wires = wires += change[i];
  }
};

}  // namespace

CardPlaces foldedLayout(const LayoutTask& task, CardPlaces places) {
  if (task.cards.size() < 2 || places.size() != task.cards.size()) return places;
  const Folding folding(task, places);
  const double pitch = folding.height() + kBetween * kGapY;
  if (folding.length() <= kLongest || folding.length() < 2 * kShape * pitch) return places;
  const double length = std::max(kLongest / 2, std::sqrt(kShape * folding.length() * pitch));
  const std::vector<double> begins = folding.bands(length);

  const bool right = task.direction == LayoutDirection::leftToRight;
  struct Band {
    double low = 1e18, high = -1e18;
  };
  std::vector<Band> bands(begins.size());
  const auto bandOf = [&](NodeId id) {
    const auto next = std::upper_bound(begins.begin(), begins.end(), folding.span(id).from);
    return std::size_t(next - begins.begin()) - 1;
  };
  std::map<NodeId, QRectF> boxes;
  for (const auto& [id, size] : task.cards) {
    const QRectF box = boxes[id] = QRectF(places[id], size);
    Band& band = bands[bandOf(id)];
    band.low = std::min(band.low, right ? box.top() : box.left());
    band.high = std::max(band.high, right ? box.bottom() : box.right());
  }
  // A wire that leads back runs half way between its two cards (wirePath), below all of its band.
  std::vector<double> gaps(bands.size(), kBetween * (right ? kGapY : kGapX));
  for (const LayoutTask::Wire& wire : task.wires) {
    const auto from = boxes.find(wire.from), to = boxes.find(wire.to);
    if (from == boxes.end() || to == boxes.end()) continue;
    const std::size_t b = bandOf(wire.from);
    if (bandOf(wire.to) != b + 1) continue;
    const double end = right ? from->second.bottom() : from->second.right();
    const double begin = right ? to->second.top() : to->second.left();
    gaps[b] = std::max(gaps[b], bands[b].high - end - (begin - bands[b + 1].low) + 2 * kClear);
  }
  std::vector<double> shift(bands.size());
  double at = 0;
  for (std::size_t b = 0; b < bands.size(); ++b) {
    shift[b] = at - bands[b].low;
    at += bands[b].high - bands[b].low + gaps[b];
  }
  for (auto& [id, place] : places) {
    const std::size_t b = bandOf(id);
    const double back = begins.front() - begins[b];
    place += right ? QPointF(back, shift[b]) : QPointF(shift[b], back);
  }
  return places;
}

}  // namespace espalier::ui
