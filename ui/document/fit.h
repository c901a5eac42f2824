// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <optional>
#include <set>

#include "ui/document/document.h"
#include "ui/document/layer_kind.h"

namespace espalier::ui {

// Which ports a wire that is being drawn may end in, and why not where it may not. Looks up the
// forbidden side of the graph once, so that every port on the screen can be asked while the pointer
// moves. The document must not change meanwhile.
class WireCheck {
  Q_DECLARE_TR_FUNCTIONS(WireCheck)

 public:
  WireCheck(const Document& document, ValueRef from);  // drawn from an output …
  WireCheck(const Document& document, PortRef to);     // … or back from an input

  Outcome to(PortRef input) const;
  Outcome from(ValueRef output) const;
  // Refusals of structure only (a cycle, a wrong element type). This is how well shapes fit: false
  // where the layer's own rule would refuse the wire.
  bool shapeFits(PortRef input) const;

 private:
  const Document& m_document;
  ValueRef m_from;
  PortRef m_to;
  std::set<NodeId> m_forbidden;  // all before (or after) the wire's end

  Outcome check(ValueRef from, PortRef to) const;
};

// Whether a new layer of this kind could read the value, by the layer's own rule; the port it would
// use. Nothing where it could not.
std::optional<std::uint32_t> fittingInput(const Network& network, const LayerKind& kind,
                                          const Type& value);

// The type on a wire, or unknown.
Type typeOf(const Document& document, ValueRef value);

}  // namespace espalier::ui
