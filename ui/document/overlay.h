// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <vector>

#include "engine/graph/ids.h"

namespace espalier::ui {

// A layer of the whole network: the instances of the groups around it, from the outermost inward,
// then the layer itself. Repeats of a group share one key. The engine's profiles use the same.
using LayerKey = std::vector<NodeId>;

// Values painted on the cards, set by whoever measured them (profile, gradients …).
struct Overlay {
  QString id;                         // "time", "memory" …; empty: no overlay, cards show none
  QString legend;                     // "share of step time"
  std::map<LayerKey, double> values;  // any unit; shares are taken of `total`
  double total = 0;                   // what 100 % is; 0: the sum of the values
  bool greatest = false;              // a group has the greatest of what it holds, not the sum
  // Told above the card under the pointer: a heading, then lines of "label\tvalue".
  std::map<LayerKey, QString> details;

  bool empty() const { return id.isEmpty(); }
};

// Short words on cards, with those of groups.
using Badges = std::map<LayerKey, QString>;

// An overlay as cards read it: the share of a group is that of all that it holds.
class OverlayShares {
 public:
  OverlayShares() = default;
  explicit OverlayShares(const Overlay& overlay);
  // Share in 0 … 1, or less than 0 where nothing was measured.
  double share(const LayerKey& key) const;

 private:
  std::map<LayerKey, double> m_shares;
};

}  // namespace espalier::ui
