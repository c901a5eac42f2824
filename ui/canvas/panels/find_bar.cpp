// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/panels/find_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "ui/document/fuzzy.h"
#include "ui/document/layer_kind.h"
#include "ui/widgets/search_field.h"

namespace espalier::ui {

FindBar::FindBar(Document& document, QWidget* parent) : QFrame(parent), m_document(document) {
  setProperty("role", QStringLiteral("card"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 6, 6, 6);
  m_field = new SearchField(tr("Find a layer"), this);
  m_field->setMinimumWidth(190);
  m_count = new QLabel(this);
  m_count->setProperty("role", QStringLiteral("faint"));
  m_count->setMinimumWidth(52);
  m_count->setAlignment(Qt::AlignCenter);
  row->addWidget(m_field);
  row->addWidget(m_count);
  const auto button = [&](const QString& text, const QString& name, int by) {
    auto* b = new QToolButton(this);
    b->setText(text);
    b->setToolTip(name);
    b->setAccessibleName(name);
    b->setProperty("role", QStringLiteral("flat"));
    connect(b, &QToolButton::clicked, this, [this, by] { step(by); });
    row->addWidget(b);
  };
  button(QStringLiteral("‹"), tr("Previous match"), -1);
  button(QStringLiteral("›"), tr("Next match"), 1);
  connect(m_field, &QLineEdit::textChanged, this, &FindBar::search);
  connect(m_field, &SearchField::accepted, this, [this] { step(1); });
  connect(m_field, &SearchField::rejected, this, &FindBar::closed);
  hide();
}

void FindBar::open() {
  show();
  raise();
  adjustSize();
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

void FindBar::search() {
  const QString query = m_field->text().trimmed();
  std::vector<std::pair<double, NodeId>> scored;
  const Graph& graph = m_document.graph();
  for (const NodeId id : query.isEmpty() ? std::span<const NodeId>() : graph.topological()) {
    const Node& node = graph.node(id);
    std::optional<double> score = fuzzyScore(query, QString::fromStdString(node.name));
    if (const auto kind = fuzzyScore(query, kindText(node)))
      score = std::max(score.value_or(-1e9), *kind - 6);
    // Letters strewn over a long name are no find.
    if (score && *score > 2 * double(query.size())) scored.emplace_back(*score, id);
  }
  std::stable_sort(scored.begin(), scored.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  m_matches.clear();
  for (const auto& [score, id] : scored) m_matches.push_back(id);
  m_at = 0;
  if (!m_matches.empty()) emit found(m_matches.front());
  showCount();
}

void FindBar::step(int by) {
  if (m_matches.empty()) return;
  const auto n = int(m_matches.size());
  m_at = std::size_t((int(m_at) + by + n) % n);
  if (m_document.graph().contains(m_matches[m_at])) emit found(m_matches[m_at]);
  showCount();
}

void FindBar::showCount() {
  if (m_field->text().trimmed().isEmpty()) {
    m_count->clear();
  } else if (m_matches.empty()) {
    m_count->setText(tr("none"));
  } else {
    m_count->setText(tr("%1 of %2").arg(m_at + 1).arg(m_matches.size()));
  }
}

}  // namespace espalier::ui
