// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/problems_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <algorithm>

#include "ui/document/edits/values.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kNameWidest = 220;  // what is wrong needs the room

}  // namespace

ProblemsPanel::ProblemsPanel(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_list(new QTreeWidget(this)) {
  auto* pages = new QStackedLayout(this);
  m_empty = roleLabel(tr("No problems: every layer can work."), "faint", this);
  m_empty->setAlignment(Qt::AlignCenter);
  m_list->setColumnCount(4);
  m_list->setHeaderLabels({{}, tr("Layer"), tr("What is wrong"), tr("Cure")});
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setAccessibleName(tr("Problems"));
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  m_list->header()->setSectionResizeMode(1, QHeaderView::Interactive);
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->header()->setSectionResizeMode(2, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(3, QHeaderView::ResizeToContents);
  pages->addWidget(m_empty);
  pages->addWidget(m_list);
  const auto go = [this](QTreeWidgetItem* item) {
    const int i = m_list->indexOfTopLevelItem(item);
    if (i >= 0 && std::size_t(i) < m_document.problems().size())
      m_document.reveal(m_document.problems()[std::size_t(i)].layer);
  };
  connect(m_list, &QTreeWidget::itemClicked, this, go);
  connect(m_list, &QTreeWidget::itemActivated, this, go);
  connect(&document, &Document::problemsChanged, this, &ProblemsPanel::refresh);
  connect(&Theme::instance(), &Theme::changed, this, &ProblemsPanel::refresh);
  refresh();
}

void ProblemsPanel::refresh() {
  m_list->clear();
  // In the order of Severity; a mark besides the colour.
  const ThemeTokens& t = tokens();
  const QColor colours[] = {t.secondary, t.warning, t.bad};
  const QString marks[] = {QStringLiteral("i"), QStringLiteral("△"), QStringLiteral("✕")};
  for (const Problem& problem : m_document.problems()) {
    const auto severity = std::size_t(problem.diagnostic.severity);
    const QString sentence = translated(problem.diagnostic.message);
    auto* item = new QTreeWidgetItem(m_list, {marks[severity], problem.name, sentence});
    item->setForeground(0, colours[severity]);
    item->setToolTip(1, problem.name);
    item->setToolTip(2, sentence);
    if (!problem.diagnostic.fix) continue;
    auto* cure = new QPushButton(translated(problem.diagnostic.fix->label), m_list);
    setRole(cure, "link");
    cure->setCursor(Qt::PointingHandCursor);
    m_list->setItemWidget(item, 3, cure);
    connect(cure, &QPushButton::clicked, this, [this, problem] {
      if (m_document.reveal(problem.layer)) m_document.apply(ApplyFix(problem.diagnostic));
    });
  }
  m_list->resizeColumnToContents(1);
  m_list->setColumnWidth(1, std::min(m_list->columnWidth(1), kNameWidest));
  static_cast<QStackedLayout*>(layout())->setCurrentIndex(m_document.problems().empty() ? 0 : 1);
}

}  // namespace espalier::ui
