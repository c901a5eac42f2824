// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <optional>
#include <vector>

#include "ui/document/document.h"
#include "ui/document/layer_kind.h"

namespace espalier::ui {

// Where quick-add was opened: in the void, or with a wire in hand.
struct SuggestContext {
  std::optional<ValueRef> from;  // a wire drawn from an output
  std::optional<PortRef> to;     // or back from an input
  QStringList recent;            // keys of kinds added lately, the newest first
};

struct Suggestion {
  LayerKind kind;
  double score = 0;
  std::uint32_t port = 0;  // the input that the wire in hand would go to
};

// Kinds that answer the query and fit the wire in hand, best first. What was typed counts most; then
// what usually follows (by category), what was used lately, and what the drawing uses.
std::vector<Suggestion> suggestions(const Document& document, const QString& query,
                                    const SuggestContext& context);

}  // namespace espalier::ui
