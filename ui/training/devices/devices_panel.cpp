// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/devices/devices_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QtConcurrent>

#include "ui/document/edits/values.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

enum DeviceColumn { kChosen, kId, kName, kMemory, kState, kDriver, kColumns };

constexpr int kDriverWidth = 240;  // of names that drivers make long; a tip has the whole

QString stateText(const DeviceInfo& info) {
  QStringList parts;
  parts += info.usable ? DevicesPanel::tr("usable") : translated(info.why_not);
  if (!info.note.empty()) parts += translated(info.note);
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

DevicesPanel::DevicesPanel(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_list(new QTreeWidget(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 6);
  column->setSpacing(4);
  m_list->setColumnCount(kColumns);
  m_list->setHeaderLabels({{}, tr("Device"), tr("Name"), tr("Memory"), tr("State"), tr("Driver")});
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setAccessibleName(tr("Devices"));
  m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(kState, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(kDriver, QHeaderView::Interactive);
  m_list->header()->resizeSection(kDriver, kDriverWidth);
  column->addWidget(m_list, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 0, 0, 0);
  m_note = roleLabel(tr("Asking the drivers …"), "faint", this);
  row->addWidget(m_note);
  row->addStretch();
  m_use = new QPushButton(tr("Train on it"), this);
  auto* again = new QPushButton(tr("Look again"), this);
  for (QPushButton* button : {m_use, again}) {
    setRole(button, "flat");
    row->addWidget(button);
  }
  column->addLayout(row);
  connect(m_list, &QTreeWidget::currentItemChanged, this, &DevicesPanel::enableButtons);
  connect(m_list, &QTreeWidget::itemActivated, this, &DevicesPanel::use);
  connect(m_use, &QPushButton::clicked, this, &DevicesPanel::use);
  connect(again, &QPushButton::clicked, this, &DevicesPanel::look);
  connect(&document, &Document::changed, this, [this](const Change& c) {
    if (c.everything || c.training) mark();
  });
  connect(&Theme::instance(), &Theme::changed, this, &DevicesPanel::mark);
  enableButtons();
}

void DevicesPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  lookOnce();
}

void DevicesPanel::lookOnce() {
  if (!m_looked) look();
}

void DevicesPanel::look() {
  m_looked = true;
  m_note->setText(tr("Asking the drivers …"));
  QtConcurrent::run([] {
    return devices();
  }).then(this, [this](const std::vector<DeviceInfo>& found) { show(found); });
}

void DevicesPanel::show(const std::vector<DeviceInfo>& list) {
  m_looked = true;
  m_list->clear();
  QStringList usable, names;
  for (const DeviceInfo& info : list) {
    const QString state = stateText(info);
    auto* item =
        new QTreeWidgetItem(m_list, {{},
                                     QString::fromStdString(info.id),
                                     QString::fromStdString(info.name),
                                     info.memory > 0 ? bytesText(double(info.memory)) : QString(),
                                     state,
                                     QString::fromStdString(info.driver)});
    item->setData(kId, Qt::UserRole, info.usable);
    for (const int column : {kName, kDriver, kState}) item->setToolTip(column, item->text(column));
    if (!info.usable) continue;
    usable += item->text(kId);
    names += item->text(kName);
  }
  m_note->setText(tr("What a device has no kernel for runs on the CPU."));
  mark();
  emit found(usable, names);
}

void DevicesPanel::mark() {
  const QString chosen = QString::fromStdString(m_document.project().training.device);
  const ThemeTokens& t = tokens();
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = m_list->topLevelItem(i);
    const bool usable = item->data(kId, Qt::UserRole).toBool();
    // A mark besides the colour.
    item->setText(kChosen, item->text(kId) == chosen ? QStringLiteral("●") : QString());
    item->setToolTip(kChosen,
                     item->text(kId) == chosen ? tr("The project trains on it") : QString());
    for (int column = kId; column < kColumns; ++column)
      item->setForeground(column, usable ? t.text : t.secondary);
  }
  enableButtons();
}

QString DevicesPanel::current() const {
  const QTreeWidgetItem* item = m_list->currentItem();
  return item != nullptr && item->data(kId, Qt::UserRole).toBool() ? item->text(kId) : QString();
}

void DevicesPanel::enableButtons() {
  const QString id = current();
  m_use->setEnabled(!id.isEmpty() && id.toStdString() != m_document.project().training.device);
}

void DevicesPanel::use() {
  if (const QString id = current(); !id.isEmpty())
    m_document.apply(SetSetting("training.device", id.toStdString()));
}

}  // namespace espalier::ui
