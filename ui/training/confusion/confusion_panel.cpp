// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/confusion/confusion_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <numeric>
#include <tuple>

#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"

namespace espalier::ui {

ConfusionPanel::ConfusionPanel(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_matrix(new ConfusionMatrix(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 8, 16, 8);
  row->setSpacing(24);
  row->addWidget(m_matrix, 1);
  auto* side = new QVBoxLayout;
  side->addWidget(roleLabel(tr("Most often taken for another"), "heading", this));
  m_summary = roleLabel({}, "secondary", this);
  m_summary->setTextFormat(Qt::PlainText);
  m_summary->setMinimumWidth(240);
  m_summary->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  side->addWidget(m_summary);
  side->addStretch();
  m_evaluate = new QPushButton(tr("Evaluate on the test data"), this);
  side->addWidget(m_evaluate, 0, Qt::AlignLeft);
  row->addLayout(side);
  connect(m_evaluate, &QPushButton::clicked, this, &ConfusionPanel::evaluateRequested);
  connect(&document, &Document::changed, this, [this](const Change& c) {
    if (!c.data && !c.everything) return;
    QStringList names;
    for (const std::string& n : m_document.project().data.class_names)
      names += QString::fromStdString(n);
    if (!names.isEmpty()) setClassNames(names);
  });
  QStringList names;
  for (const std::string& n : document.project().data.class_names)
    names += QString::fromStdString(n);
  setClassNames(names);
}

void ConfusionPanel::setConfusion(const Confusion& confusion) {
  m_matrix->setConfusion(confusion);
  showSummary();
}

void ConfusionPanel::setClassNames(const QStringList& names) {
  m_matrix->setClassNames(names);
  showSummary();
}

void ConfusionPanel::showSummary() {
  const Confusion& c = m_matrix->confusion();
  std::vector<std::tuple<std::int64_t, std::size_t, std::size_t>> wrong;
  std::int64_t right = 0, all = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    for (std::size_t k = 0; k < c[i].size(); ++k) {
      all += c[i][k];
      if (i == k)
        right += c[i][k];
      else if (c[i][k] > 0)
        wrong.emplace_back(c[i][k], i, k);
    }
  }
  std::sort(wrong.rbegin(), wrong.rend());
  QStringList lines;
  for (std::size_t i = 0; i < std::min<std::size_t>(6, wrong.size()); ++i) {
    const auto& [count, was, said] = wrong[i];
    lines += QStringLiteral("%1 × %2 → %3")
                 .arg(grouped(count), m_matrix->className(was), m_matrix->className(said));
  }
  if (all > 0)
    lines +=
        u'\n' + tr("%1 of %2 right (%3)")
                    .arg(grouped(right), grouped(all), percentText(double(right) / double(all)));
  m_summary->setText(all > 0 ? lines.join(u'\n') : QStringLiteral("–"));
}

}  // namespace espalier::ui
