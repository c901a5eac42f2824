// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document_private.h"

namespace espalier::ui {

Step::Step(Document::Private& document, const QString& text, QString mergeKey, Delta delta,
           Selection before)
    : QUndoCommand(text),
      m_document(document),
      m_mergeKey(std::move(mergeKey)),
      m_delta(std::move(delta)),
      m_path(document.path),
      m_before(std::move(before)),
      m_after(document.selection) {}

void Step::undo() { m_document.step(m_delta, false, m_path, m_before); }

void Step::redo() {
  // QUndoStack::push() calls it too, when the edit has been applied already.
  if (!m_document.stepping) m_document.step(m_delta, true, m_path, m_after);
}

int Step::id() const { return m_mergeKey.isEmpty() ? -1 : 1; }

bool Step::mergeWith(const QUndoCommand* other) {
  const auto* later = static_cast<const Step*>(other);
  if (later->m_mergeKey != m_mergeKey || later->m_path != m_path) return false;
  m_delta.append(later->m_delta);
  m_after = later->m_after;
  setText(later->text());
  return true;
}

void Document::Private::push(const QString& text, const QString& mergeKey, Delta delta,
                             Selection before) {
  const QString key = mergeKey.isEmpty() ? QString() : mergeKey + u'#' + QString::number(mergeRow);
  stepping = true;
  stack.push(new Step(*this, text, key, std::move(delta), std::move(before)));
  stepping = false;
  touch();
}

void Document::Private::step(const Delta& delta, bool forth, const GroupPath& where,
                             const Selection& after) {
  // The graph that the step is about comes into view before or after, whichever has it.
  if (where != path) setPath(where);
  const Graph before = graph();
  if (forth) {
    delta.redo(project);
  } else {
    delta.undo(project);
  }
  follow(delta, before);
  if (where != path) setPath(where);
  if (path == where) setSelection(after);
  touch();
}

}  // namespace espalier::ui
