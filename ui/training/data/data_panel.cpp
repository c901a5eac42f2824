// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/data/data_panel.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QtConcurrent>

#include "engine/project/settings.h"
#include "ui/training/data/sample_grid.h"
#include "ui/training/settings_form.h"
#include "ui/widgets/fields/field.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

constexpr int kRest = 300;  // ms
constexpr int kSamples = 20, kPoints = 600;

// All data settings as one text, to know whether the open data set is still the right one.
QString keyOf(const Document& document) {
  QString key = document.fileName();
  for (const Setting& s : all_settings()) {
    if (s.path.starts_with("data."))
      key += u'\n' + QString::fromStdString(to_string(s.get(document.project())));
  }
  return key;
}

QString numbers(const std::vector<double>& values) {
  QStringList parts;
  for (std::size_t i = 0; i < std::min<std::size_t>(4, values.size()); ++i)
    parts += QString::number(values[i], 'f', 3);
  if (values.size() > 4) parts += QStringLiteral("…");
  return parts.join(QStringLiteral(", "));
}

}  // namespace

DataPanel::DataPanel(Document& document, QWidget* parent) : QWidget(parent), m_document(document) {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  m_strip = new BottomStrip(this);
  m_problem = m_strip->form().addText({}, "bad");
  auto* preview = new Form(content);
  preview->addHeading(tr("Samples"));
  auto* row = new QWidget(preview);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  FieldSpec split;
  split.type = FieldType::choice;
  split.choices = {"train", "validation", "test"};
  split.choiceLabels = {tr("training"), tr("validation"), tr("test")};
  split.name = tr("Split");
  m_split = makeField(split, row);
  m_split->setValue(QStringLiteral("train"));
  m_next = new QPushButton(tr("Next"), row);
  layout->addWidget(m_split, 1);
  layout->addWidget(m_next);
  preview->addWide(row);
  m_grid = new SampleGrid(preview);
  preview->addWide(m_grid);
  column->addWidget(preview);
  m_figures = new Form(content);
  column->addWidget(m_figures);
  m_settings = new SettingsForm(document, "data.", content);
  column->addWidget(m_settings);

  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addWidget(new ScrollPanel(content, this), 1);
  outer->addWidget(m_strip);

  m_rest.setSingleShot(true);
  m_rest.setInterval(kRest);
  connect(&m_rest, &QTimer::timeout, this, &DataPanel::startLook);
  connect(m_split, &Field::edited, this, [this](const QVariant& v) {
    m_shownSplit = from_name<Split>(v.toString().toStdString()).value_or(Split::train);
    m_skip = 0;
    startLook();
  });
  connect(m_next, &QPushButton::clicked, this, [this] {
    m_skip += m_look.pictures ? kSamples : kPoints;
    startLook();
  });
  connect(&document, &Document::changed, this, [this](const Change& c) {
    if (c.everything || c.data) refresh(c.everything);
  });
  connect(&document, &Document::fileNameChanged, this, [this] { refresh(true); });
  refresh(true);
}

void DataPanel::refresh(bool everything) {
  m_settings->refresh();
  m_stale = m_stale || keyOf(m_document) != m_lookedAt;
  if (everything) m_skip = 0;
  if (isVisible() && m_stale) m_rest.start();
}

void DataPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_stale) m_rest.start();
}

void DataPanel::startLook() {
  if (m_busy) {
    m_again = true;
    return;
  }
  const DataSpec spec = m_document.project().data;
  if (spec.train.samples.empty()) {
    takeLook({}, keyOf(m_document));
    return;
  }
  m_busy = true;
  const QString key = keyOf(m_document);
  const fs::path folder =
      m_document.fileName().isEmpty()
          ? fs::path(".")
          : fs::path(QFileInfo(m_document.fileName()).absolutePath().toStdString());
  auto open = key == m_lookedAt ? m_look.dataset : nullptr;
  const int count = spec.kind == DataKind::csv ? kPoints : kSamples;
  QtConcurrent::run([spec, folder, split = m_shownSplit, skip = m_skip, count, open] {
    return lookAt(spec, folder, split, skip, count, open);
  }).then(this, [this, key](DataLook look) {
    m_busy = false;
    takeLook(std::move(look), key);
    if (std::exchange(m_again, false)) startLook();
  });
}

void DataPanel::takeLook(DataLook look, const QString& of) {
  m_look = std::move(look);
  m_lookedAt = of;
  m_stale = keyOf(m_document) != of;
  m_problem->setText(m_look.problem);
  m_strip->setVisible(!m_look.problem.isEmpty());
  m_grid->setSamples(m_look.samples, m_look.classNames, m_look.pictures);
  m_next->setEnabled(!m_look.samples.empty());
  showFigures();
  emit looked();
}

void DataPanel::showFigures() {
  m_figures->clear();
  if (m_look.dataset == nullptr) return;
  m_figures->addHeading(tr("What is there"));
  m_figures->addFigure(tr("training"), tr("%1 samples").arg(grouped(m_look.train)));
  m_figures->addFigure(tr("validation"), tr("%1 samples").arg(grouped(m_look.validation)),
                       tr("Taken from the training files; only checks the training."));
  m_figures->addFigure(tr("test"), tr("%1 samples").arg(grouped(m_look.test)));
  m_figures->addFigure(tr("one sample"), m_look.input);
  if (m_look.classNames.isEmpty())
    m_figures->addFigure(tr("target"), tr("a number: %1").arg(m_look.target));
  else
    m_figures->addFigure(tr("target"), tr("%n class(es)", nullptr, int(m_look.classNames.size())));
  if (!m_look.classCounts.empty()) {
    const auto [least, most] =
        std::minmax_element(m_look.classCounts.begin(), m_look.classCounts.end());
    m_figures->addFigure(tr("samples a class"),
                         *least == *most
                             ? grouped(*least)
                             : QStringLiteral("%1 – %2").arg(grouped(*least), grouped(*most)));
  }
  m_figures->addFigure(tr("values as stored"),
                       tr("mean %1\ndeviation %2")
                           .arg(numbers(m_look.before.mean), numbers(m_look.before.deviation)),
                       tr("Over a part of the training samples; bytes count as 0 … 1."));
  m_figures->addFigure(
      tr("as the network gets them"),
      tr("mean %1\ndeviation %2").arg(numbers(m_look.meanAfter), numbers(m_look.deviationAfter)));
  if (m_look.leftOut > 0) {
    m_figures->addText(tr("%n sample(s) left out as broken:", nullptr, int(m_look.leftOut)),
                       "warning");
    m_figures->addText(m_look.leftOutReasons.join(u'\n'), "warning");
  }
}

}  // namespace espalier::ui
