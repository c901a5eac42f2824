// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the panel of curves writes: a picture of its charts, and their figures as a table.
#include <QHBoxLayout>
#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QTextStream>

#include "ui/training/curves/curve_chart.h"
#include "ui/training/curves/curves_panel.h"
#include "ui/widgets/replace.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {

QImage CurvesPanel::picture(QSize size, double scale) {
  QWidget* charts = m_loss->parentWidget();
  const QSize before = charts->size();
  if (size.isValid()) {
    charts->resize(size);
    charts->layout()->activate();
    refresh();
  }
  QImage image(charts->size() * scale, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(scale);
  image.fill(tokens().panel);
  charts->render(&image, {}, {}, QWidget::DrawChildren);
  if (size.isValid()) charts->resize(before);
  return image;
}

QString CurvesPanel::csv() const {
  QString text;
  QTextStream out(&text);
  out << "run,step,epoch,split,metric,value\n";
  std::vector<std::shared_ptr<const RunCurves>> runs = m_compared;
  if (m_run) runs.push_back(m_run);
  for (const auto& run : runs) {
    const auto row = [&](double step, const char* split, const QString& metric, double value) {
      out << run->run << ',' << qint64(step) << ',' << QString::number(run->epochOf(step), 'f', 5)
          << ',' << split << ',' << metric << ',' << QString::number(value, 'g', 9) << '\n';
    };
    for (const StepPoint& p : run->steps) {
      const auto step = double(p.step + 1);
      row(step, "step", QStringLiteral("loss"), double(p.loss));
      if (std::isfinite(p.accuracy))
        row(step, "step", QStringLiteral("accuracy"), double(p.accuracy));
      row(step, "step", QStringLiteral("learning_rate"), double(p.learning_rate));
    }
    for (const EpochPoint& p : run->epochs) {
      for (const auto& [name, v] : p.train)
        row(double(p.step), "train", QString::fromStdString(name), v);
      for (const auto& [name, v] : p.validation)
        row(double(p.step), "validation", QString::fromStdString(name), v);
    }
  }
  return text;
}

QString CurvesPanel::whereToSave(const SaveAs& what) {
  QString refusal;
  QString file = askWhereToSave(this, what, refusal);
  if (!refusal.isEmpty()) emit failed(refusal);
  return file;
}

void CurvesPanel::savePicture() {
  const QString file =
      whereToSave({FileKind::picture, tr("Save the charts as a picture"),
                   QStringLiteral("curves.png"), tr("Pictures (*.png)"), QStringLiteral("png")});
  if (file.isEmpty()) return;
  if (picture({}, 2).save(file))
    emit exported(file);
  else
    emit failed(tr("%1 could not be written.").arg(file));
}

void CurvesPanel::saveCsv() {
  const QString file =
      whereToSave({FileKind::text, tr("Save the figures as a table"), QStringLiteral("curves.csv"),
                   tr("Tables (*.csv)"), QStringLiteral("csv")});
  if (file.isEmpty()) return;
  QSaveFile out(file);
  const QByteArray bytes = csv().toUtf8();
  if (out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit())
    emit exported(file);
  else
    emit failed(tr("%1 could not be written: %2").arg(file, out.errorString()));
}

}  // namespace espalier::ui
