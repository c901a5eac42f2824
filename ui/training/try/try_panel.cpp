// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/try/try_panel.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QRandomGenerator>
#include <QtConcurrent>

#include "engine/base/file.h"
#include "ui/training/data/data_look.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

constexpr int kPicture = 148;

QPixmap pictureOf(const QImage& image) {
  const bool small = image.width() < kPicture && image.height() < kPicture;
  return QPixmap::fromImage(
      image.scaled(kPicture, kPicture, Qt::KeepAspectRatio,
                   small ? Qt::FastTransformation : Qt::SmoothTransformation));
}

}  // namespace

TryPanel::TryPanel(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_bars(new PredictionBars(this)) {
  setAcceptDrops(true);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 12, 16, 12);
  row->setSpacing(24);
  auto* left = new QVBoxLayout;
  left->setSpacing(8);
  m_picture = new QLabel(this);
  m_picture->setFixedSize(kPicture + 2, kPicture + 2);
  m_picture->setAlignment(Qt::AlignCenter);
  m_picture->setWordWrap(true);
  m_picture->setProperty("role", "card");
  m_caption = roleLabel({}, "secondary", this);
  m_row = new QLineEdit(this);
  m_row->setAccessibleName(tr("A row of numbers"));
  left->addWidget(m_picture);
  left->addWidget(m_row);
  left->addWidget(m_caption);
  left->addStretch();
  m_open = new QPushButton(this);
  m_open->setObjectName(QStringLiteral("open"));
  m_draw = new QPushButton(tr("A sample of the test data"), this);
  m_draw->setObjectName(QStringLiteral("draw"));
  auto* buttons = new QVBoxLayout;
  buttons->setSpacing(8);
  buttons->addWidget(m_draw);
  buttons->addWidget(m_open);
  buttons->addStretch();
  row->addLayout(left);
  row->addLayout(buttons);
  auto* middle = new QVBoxLayout;
  middle->setSpacing(8);
  m_verdict = roleLabel({}, "title", this);
  m_verdict->setWordWrap(true);
  middle->addWidget(m_verdict);
  middle->addWidget(m_bars, 1);
  row->addLayout(middle, 1);
  connect(m_open, &QPushButton::clicked, this, &TryPanel::choose);
  connect(m_draw, &QPushButton::clicked, this, &TryPanel::drawSample);
  connect(m_row, &QLineEdit::returnPressed, this, &TryPanel::tryRow);
  connect(&document, &Document::changed, this, [this](const Change& c) {
    if (c.data || c.everything) showKind();
  });
  showKind();
}

void TryPanel::showKind() {
  const bool table = isTable();
  m_open->setText(table ? tr("Open a row…") : tr("Open an image…"));
  m_row->setVisible(table);
  m_row->setPlaceholderText(tr("numbers, separated by commas"));
  m_picture->setVisible(!table);
  clear();
}

bool TryPanel::isTable() const { return m_document.project().data.kind == DataKind::csv; }

// Nothing of an earlier sample stays: it would be taken for the new one.
void TryPanel::clear() {
  m_job = 0;
  m_picture->setPixmap({});
  m_picture->setText(tr("Drop an image here"));
  m_caption->clear();
  m_verdict->clear();
  m_verdict->setToolTip({});
  m_bars->setRanked({}, {});
}

void TryPanel::refuse(const QString& sentence) {
  clear();
  m_verdict->setText(sentence);
}

void TryPanel::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void TryPanel::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.isEmpty() || !urls.front().isLocalFile()) return;
  event->acceptProposedAction();
  m_truth.clear();
  trySample(urls.front().toLocalFile());
}

void TryPanel::choose() {
  const QString file =
      isTable() ? QFileDialog::getOpenFileName(this, tr("Open a row"), {},
                                               tr("Tables (*.csv *.txt);;All files (*)"))
                : QFileDialog::getOpenFileName(this, tr("Open an image"), {},
                                               tr("Images (*.png *.jpg *.jpeg);;All files (*)"));
  if (file.isEmpty()) return;
  m_truth.clear();
  trySample(file);
}

void TryPanel::trySample(const QString& file) {
  clear();
  const QString name = QFileInfo(file).fileName();
  if (!isTable()) {
    QImageReader reader(file);
    reader.setDecideFormatFromContent(true);
    if (const QByteArray format = reader.format(); format != "png" && format != "jpeg")
      return refuse(
          tr("%1 is no image that can be tried: a PNG or JPEG file is expected.").arg(name));
    const QImage image = reader.read();
    if (image.isNull()) return refuse(tr("%1 cannot be shown: %2").arg(name, reader.errorString()));
    m_picture->setPixmap(pictureOf(image));
  }
  m_caption->setText(m_truth.isEmpty() ? name : tr("is: %1").arg(m_truth));
  m_verdict->setText(tr("…"));
  emit predictRequested(file);
}

void TryPanel::tryRow() {
  const QString file = m_folder.filePath(QStringLiteral("row.csv"));
  try {
    write_text(file.toStdString(), m_row->text().toStdString() + "\n");
    m_truth.clear();
    trySample(file);
  } catch (const Error& e) {
    refuse(translated(e.message()));
  }
}

// A random sample of the test split (training where there is none), as a file for the session.
void TryPanel::drawSample() {
  const DataSpec spec = m_document.project().data;
  const fs::path folder = QFileInfo(m_document.fileName()).absolutePath().toStdString();
  m_draw->setEnabled(false);
  QtConcurrent::run([spec, folder, seed = QRandomGenerator::global()->generate()] {
    const Split split = spec.test.samples.empty() ? Split::train : Split::test;
    return lookAt(spec, folder, split, seed, 1);
  }).then(this, [this](const DataLook& look) {
    m_draw->setEnabled(true);
    if (look.samples.empty()) {
      refuse(look.problem);
      return;
    }
    const SampleLook& sample = look.samples[0];
    m_truth = sample.target;
    if (!sample.picture.isNull()) {
      const QString file = m_folder.filePath(QStringLiteral("sample.png"));
      sample.picture.save(file);
      trySample(file);
      return;
    }
    // What is typed is raw; the look has what the network gets.
    const Scaling& s = look.dataset->input_format().scaling;
    QStringList numbers;
    for (std::size_t i = 0; i < sample.values.size(); ++i) {
      const std::size_t k = std::min(i, s.scale.size() - 1);
      const float raw =
          s.scale.empty() ? sample.values[i] : (sample.values[i] - s.offset[k]) / s.scale[k];
      numbers += QString::number(double(raw), 'g', 7);
    }
    m_row->setText(numbers.join(QStringLiteral(", ")));
    const QString truth = m_truth;
    tryRow();
    m_truth = truth;
    m_caption->setText(tr("is: %1").arg(truth));
  });
}

void TryPanel::show(const Prediction& prediction) {
  if (prediction.job != m_job) return;
  std::vector<std::pair<QString, double>> ranked;
  for (const auto& [name, value] : prediction.ranked)
    ranked.emplace_back(QString::fromStdString(name), value);
  m_bars->setRanked(ranked, m_truth);
  if (ranked.empty()) return;
  m_verdict->setText(ranked.size() > 1 ? ranked[0].first
                                       : QString::number(ranked[0].second, 'g', 5));
  m_verdict->setToolTip(tr("computed in %1").arg(millisecondsText(prediction.seconds * 1e3)));
}

void TryPanel::jobDone(const JobDone& done) {
  if (done.job == m_job && m_job != 0 && !done.ok) refuse(translated(done.reason));
}

}  // namespace espalier::ui
