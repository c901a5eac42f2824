// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document_private.h"

namespace espalier::ui {

Transaction::Transaction(Document& document, QString text, QString mergeKey)
    : m_document(document), m_text(std::move(text)), m_mergeKey(std::move(mergeKey)) {
  Document::Private& d = *document.d;
  if (d.open) return;
  d.open = m_open = true;
  d.gathered = {};
  d.selectionAtStart = d.selection;
}

Transaction::~Transaction() {
  if (!m_open) return;
  rollback();
  m_document.d->open = false;
}

void Transaction::commit() {
  if (!m_open) return;
  Document::Private& d = *m_document.d;
  m_open = d.open = false;
  Delta delta = std::exchange(d.gathered, {});
  if (!delta.empty()) d.push(m_text, m_mergeKey, std::move(delta), d.selectionAtStart);
}

void Transaction::rollback() {
  Document::Private& d = *m_document.d;
  if (!m_open) return;
  const Delta delta = std::exchange(d.gathered, {});
  if (delta.empty()) return;
  const Graph before = d.graph();
  delta.undo(d.project);
  d.follow(delta, before);
  d.setSelection(d.selectionAtStart);
}

}  // namespace espalier::ui
