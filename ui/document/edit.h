// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include "ui/document/outcome.h"

namespace espalier::ui {

class Draft;

// One undoable edit: a small object that says what it is called and how a draft of the document is
// changed. It knows nothing of undo: the draft records what was touched, and the document restores
// it. A refused edit may leave the draft half changed; the document throws that away.
class Edit {
 public:
  virtual ~Edit() = default;
  // As the history shows it: "Connect conv1 to add".
  virtual QString text() const = 0;
  virtual Outcome apply(Draft& draft) = 0;
  // Edits in a row with the same key, not empty, become one step: typing in a field, nudging with
  // the arrows. Document::endMerge() closes a row early.
  virtual QString mergeKey() const { return {}; }
};

}  // namespace espalier::ui
