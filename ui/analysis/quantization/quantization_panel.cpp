// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/quantization/quantization_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>

#include "engine/session/session.h"
#include "ui/analysis/quantization/keep_slider.h"
#include "ui/analysis/quantization/sensitivity_model.h"
#include "ui/analysis/quantization/sensitivity_overlay.h"
#include "ui/analysis/share_delegate.h"
#include "ui/widgets/fields/field.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kSettingsWidth = 268;

QString figureText(const Metrics& metrics) {
  if (const auto it = metrics.find("accuracy"); it != metrics.end())
    return QString::number(it->second * 100, 'f', 2) + QChar(0x202f) + u'%';
  if (const auto it = metrics.find("loss"); it != metrics.end())
    return QuantizationPanel::tr("loss %1").arg(it->second, 0, 'g', 4);
  return QStringLiteral("–");
}

}  // namespace

QuantizationPanel::QuantizationPanel(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 8, 4);
  row->setSpacing(16);
  row->addWidget(makeSettings());
  row->addWidget(makeResults(), 1);
  connect(&document, &Document::changed, this, [this](const Change& c) {
    if (c.everything || c.quantization) readSection();
  });
  connect(&Theme::instance(), &Theme::changed, m_table->viewport(), qOverload<>(&QWidget::update));
  readSection();
  setState({});
}

QWidget* QuantizationPanel::makeSettings() {
  auto* side = new QWidget(this);
  side->setFixedWidth(kSettingsWidth);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(8, 4, 0, 4);
  column->setSpacing(6);
  auto* form = new Form(side);
  m_method = makeField({.type = FieldType::choice,
                        .choices = {QStringLiteral("minmax"), QStringLiteral("percentile")},
                        .choiceLabels = {tr("min and max"), tr("percentile")},
                        .name = tr("Ranges by")},
                       form);
  m_method->setObjectName(QStringLiteral("method"));
  form->addRow(tr("Ranges by"), m_method,
               tr("How the range of a value is found from what training samples make of it"));
  m_percentile = makeField({.type = FieldType::real,
                            .minimum = 50,
                            .maximum = 100,
                            .unit = QStringLiteral("%"),
                            .name = tr("Within")},
                           form);
  m_percentile->setObjectName(QStringLiteral("percentile"));
  m_percentileLabel = form->addRow(tr("Within"), m_percentile,
                                   tr("The share of a value's elements that its range holds"));
  m_samples = makeField({.type = FieldType::integer,
                         .minimum = 1,
                         .maximum = 1e9,
                         .name = tr("Samples"),
                         .placeholder = QString::number(CalibrationOptions::usual_samples)},
                        form);
  m_samples->setObjectName(QStringLiteral("samples"));
  form->addRow(tr("Samples"), m_samples, tr("Training samples that are run to find the ranges"));
  column->addWidget(form);
  connect(m_method, &Field::edited, this, [this](const QVariant& v) {
    m_methodChosen = v.toString();
    showMethod();
  });
  connect(m_percentile, &Field::edited, this, [this](const QVariant& v) {
    const double share = v.toDouble();
    if (share > 0 && share <= 100)
      m_percentileChosen = share;
    else
      m_percentile->setProblem(tr("a share above 0 and up to 100 %"));
  });
  connect(m_samples, &Field::edited, this, [this](const QVariant& v) {
    if (v.toLongLong() >= 1)
      m_samplesChosen = v.toLongLong();
    else
      m_samples->setProblem(tr("at least 1"));
  });

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(6);
  m_quantize = new QPushButton(tr("Quantise"), side);
  m_quantize->setObjectName(QStringLiteral("quantize"));
  m_quantize->setToolTip(tr("Calibrate on training samples and measure the layers in 8 bits"));
  setRole(m_quantize, "primary");
  m_measure = new QPushButton(tr("Measure layers"), side);
  m_measure->setObjectName(QStringLiteral("measure"));
  m_float = new QPushButton(tr("Back to float"), side);
  m_float->setObjectName(QStringLiteral("float"));
  m_float->setToolTip(tr("Forget the ranges; undo brings them back"));
  setRole(m_measure, "flat");
  setRole(m_float, "flat");
  buttons->addWidget(m_quantize);
  buttons->addWidget(m_measure);
  buttons->addStretch();
  column->addLayout(buttons);
  auto* second = new QHBoxLayout;
  second->addWidget(m_float);
  second->addStretch();
  column->addLayout(second);
  column->addStretch();
  connect(m_quantize, &QPushButton::clicked, this,
          [this] { emit quantizeRequested(m_methodChosen, m_percentileChosen, m_samplesChosen); });
  connect(m_measure, &QPushButton::clicked, this, &QuantizationPanel::measureRequested);
  connect(m_float, &QPushButton::clicked, this, &QuantizationPanel::floatRequested);
  return side;
}

QWidget* QuantizationPanel::makeResults() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 4, 0, 0);
  column->setSpacing(4);
  m_headline = roleLabel({}, "heading", side);
  m_summary = roleLabel({}, "secondary", side);
  m_problem = roleLabel({}, "bad", side);
  for (QLabel* label : {m_headline, m_summary, m_problem}) {
    label->setWordWrap(true);
    column->addWidget(label);
  }
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  m_bar = new QProgressBar(side);
  m_bar->setRange(0, 1000);
  m_bar->setTextVisible(false);
  m_bar->setFixedWidth(200);
  m_bar->setAccessibleName(tr("Progress of the quantisation"));
  m_doing = roleLabel({}, "secondary", side);
  m_cancel = new QPushButton(tr("Cancel"), side);
  m_cancel->setObjectName(QStringLiteral("cancel"));
  row->addWidget(m_bar);
  row->addWidget(m_doing, 1);
  row->addWidget(m_cancel);
  column->addLayout(row);
  m_keep = new KeepSlider(side);
  column->addWidget(m_keep);
  connect(m_keep, &KeepSlider::keepOnlyRequested, this, &QuantizationPanel::keepOnlyRequested);

  m_model = new SensitivityModel(this);
  m_sorted = new QSortFilterProxyModel(this);
  m_sorted->setSourceModel(m_model);
  m_sorted->setSortRole(SensitivityModel::kSortRole);
  m_table = new QTableView(side);
  m_table->setModel(m_sorted);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(-1, Qt::AscendingOrder);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setShowGrid(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(24);
  m_table->setItemDelegateForColumn(SensitivityModel::error, new ShareDelegate(m_table));
  m_table->setAccessibleName(tr("Layers in 8 bits"));
  QHeaderView* header = m_table->horizontalHeader();
  header->setHighlightSections(false);
  header->setStretchLastSection(false);
  const int widths[] = {130, 92, 92, 190, 124};
  for (int i = 0; i < SensitivityModel::columns; ++i) header->resizeSection(i, widths[i]);
  header->setSectionResizeMode(SensitivityModel::error, QHeaderView::Stretch);
  column->addWidget(m_table, 1);
  connect(m_cancel, &QPushButton::clicked, this, &QuantizationPanel::cancelRequested);
  connect(m_model, &SensitivityModel::keepRequested, this, &QuantizationPanel::keepRequested);
  const auto reveal = [this](const QModelIndex& index) {
    const int i = m_sorted->mapToSource(index).row();
    if (i >= 0 && i < m_model->rowCount()) emit revealRequested(m_model->at(i).nodes);
  };
  connect(m_table, &QTableView::clicked, this, [reveal](const QModelIndex& index) {
    // The tick is no wish to go there.
    if (index.column() != SensitivityModel::precision) reveal(index);
  });
  connect(m_table, &QTableView::activated, this, reveal);
  return side;
}

void QuantizationPanel::readSection() {
  const Quantization& q = m_document.project().quantization;
  if (!q.empty()) {
    m_methodChosen = QString::fromStdString(q.method);
    m_percentileChosen = q.percentile;
  }
  m_method->setValue(m_methodChosen);
  m_percentile->setValue(m_percentileChosen);
  showMethod();
}

void QuantizationPanel::showMethod() {
  const bool percentile = m_methodChosen == QLatin1String("percentile");
  m_percentile->setEnabled(percentile);
  m_percentileLabel->setEnabled(percentile);
}

void QuantizationPanel::setState(const QuantizationState& state) {
  const bool quantized = !m_document.project().quantization.empty();
  m_model->setLayers(state.precision.layers, state.sensitivity);
  m_table->setVisible(m_model->rowCount() > 0);
  m_keep->setLayers(state.sensitivity ? state.sensitivity->layers : std::vector<LayerEffect>{},
                    m_document.project().quantization.keep);
  m_quantize->setEnabled(!state.active);
  m_measure->setEnabled(quantized && !state.active);
  m_float->setEnabled(quantized && !state.active);
  for (QWidget* widget : {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_doing),
                          static_cast<QWidget*>(m_cancel)})
    widget->setVisible(state.active);
  if (state.active) m_problem->clear();
  m_problem->setVisible(!m_problem->text().isEmpty());
  showFigures(state);
}

void QuantizationPanel::showFigures(const QuantizationState& state) {
  const Quantization& q = m_document.project().quantization;
  if (q.empty()) {
    m_headline->setText(tr("The network runs in float"));
    m_summary->setText(
        tr("Quantise runs training samples through it to find the range of every value; then "
           "running, judging, exporting and compiling use 8-bit integers. Training stays in "
           "float."));
    return;
  }
  QStringList parts;
  if (state.sensitivity) {
    const Sensitivity& s = *state.sensitivity;
    m_headline->setText(tr("%1 in 8 bits, %2 in float (%3)")
                            .arg(figureText(s.quantized_metrics), figureText(s.float_metrics),
                                 effectText(s.quantized_metrics, s.float_metrics)));
    parts += tr("output error %1").arg(percentText(outputError(s.signal_to_noise)));
    parts += tr("on %1 held-out samples").arg(grouped(s.samples));
  } else {
    m_headline->setText(tr("Not measured yet"));
  }
  parts += tr("%1 of the multiply-accumulates in 8 bits")
               .arg(percentText(state.precision.integer_share));
  parts += tr("calibrated on %1 samples").arg(grouped(q.samples));
  QString text = parts.join(QStringLiteral(" · "));
  if (state.outdated)
    text += u'\n' + tr("The network has changed since it was calibrated: quantise it again.");
  m_summary->setText(text);
}

void QuantizationPanel::setProgress(double share, const QString& doing) {
  m_bar->setValue(int(share * 1000));
  m_doing->setText(doing);
}

void QuantizationPanel::setProblem(const QString& sentence) {
  m_problem->setText(sentence);
  m_problem->setVisible(!sentence.isEmpty());
}

}  // namespace espalier::ui
