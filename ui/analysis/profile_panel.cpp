// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/profile_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>

#include "engine/graph/op.h"
#include "ui/analysis/flame_chart.h"
#include "ui/analysis/profile_overlay.h"
#include "ui/analysis/share_delegate.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/replace.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {

ProfilePanel::ProfilePanel(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_model(new ProfileModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 4);
  column->setSpacing(2);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 0, 0, 0);
  m_summary = roleLabel({}, "secondary", this);
  m_kind = new QComboBox(this);
  m_kind->addItems({tr("training step"), tr("inference")});
  m_kind->setAccessibleName(tr("What is profiled"));
  m_measure = new QPushButton(tr("Measure"), this);
  m_asFlame = new QPushButton(tr("Flame chart"), this);
  m_asFlame->setObjectName(QStringLiteral("flame"));
  m_asFlame->setCheckable(true);
  m_asFlame->setToolTip(tr("Where the time of one run goes, from left to right"));
  m_trace = new QPushButton(tr("Save trace…"), this);
  m_trace->setToolTip(tr("A file that Chrome's trace viewer and Perfetto open"));
  setRole(m_trace, "flat");
  row->addWidget(m_summary, 1);
  row->addWidget(m_kind);
  row->addWidget(m_measure);
  row->addWidget(m_asFlame);
  row->addWidget(m_trace);
  column->addLayout(row);

  m_sorted->setSourceModel(m_model);
  m_sorted->setSortRole(ProfileModel::kSortRole);
  m_table->setModel(m_sorted);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(-1, Qt::AscendingOrder);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setShowGrid(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(24);
  m_table->setItemDelegateForColumn(ProfileModel::share, new ShareDelegate(m_table));
  m_table->setAccessibleName(tr("Profile"));
  QHeaderView* header = m_table->horizontalHeader();
  header->setHighlightSections(false);
  header->setStretchLastSection(true);
  const int widths[] = {110, 130, 160, 78, 82, 82, 90, 78};
  for (int i = 0; i < 8; ++i) header->resizeSection(i, widths[i]);
  m_flame = new FlameChart(this);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(m_flame);
  m_views = new QStackedWidget(this);
  m_views->addWidget(m_table);
  m_views->addWidget(scroll);
  column->addWidget(m_views, 1);
  connect(m_asFlame, &QPushButton::toggled, this,
          [this](bool flame) { m_views->setCurrentIndex(flame ? 1 : 0); });
  connect(m_flame, &FlameChart::revealRequested, this, &ProfilePanel::revealRequested);

  const auto reveal = [this](const QModelIndex& index) {
    const int i = m_sorted->mapToSource(index).row();
    if (i >= 0 && i < m_model->rowCount())
      emit revealRequested(m_model->profile().layers[std::size_t(i)].layer);
  };
  connect(m_table, &QTableView::clicked, this, reveal);
  connect(m_table, &QTableView::activated, this, reveal);
  connect(m_measure, &QPushButton::clicked, this,
          [this] { emit measureRequested(m_kind->currentIndex() == 0); });
  connect(m_trace, &QPushButton::clicked, this, &ProfilePanel::saveTrace);
  connect(&Theme::instance(), &Theme::changed, m_table->viewport(), qOverload<>(&QWidget::update));
  setProfile({});
}

void ProfilePanel::setProfile(const ProfileReady& profile) {
  // Under the names of the drawing: a step's own, such as FusedConv, are the engine's affair.
  ProfileReady drawn = profile;
  for (LayerProfile& layer : drawn.layers)
    if (const Node* node = m_document.layer(layer.layer)) layer.op = node->op->name;
  m_model->setProfile(std::move(drawn));
  m_flame->setBars(flameBars(profile));
  m_trace->setEnabled(!profile.layers.empty());
  if (profile.layers.empty()) {
    m_summary->setText(tr("Nothing measured yet: Measure, or train with the time overlay on."));
    return;
  }
  m_summary->setText((profile.training ? tr("a training step of %1 samples takes %2, arena %3")
                                       : tr("inference of %1 samples takes %2, arena %3"))
                         .arg(grouped(profile.batch),
                              millisecondsText(profile.median_seconds * 1e3),
                              bytesText(double(profile.arena_bytes))));
}

void ProfilePanel::setMeasuring(bool measuring) {
  m_measure->setEnabled(!measuring);
  m_measure->setText(measuring ? tr("Measuring …") : tr("Measure"));
}

void ProfilePanel::saveTrace() {
  QString refusal;
  const QString file =
      askWhereToSave(this,
                     {FileKind::json, tr("Save trace"), QStringLiteral("trace.json"),
                      tr("Traces (*.json)"), QStringLiteral("json")},
                     refusal);
  if (!refusal.isEmpty()) emit failed(refusal);
  if (file.isEmpty()) return;
  QSaveFile out(file);
  const QByteArray bytes = QByteArray::fromStdString(trace_text(m_model->profile().steps));
  if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
    emit failed(tr("%1 could not be written: %2").arg(file, out.errorString()));
}

}  // namespace espalier::ui
