// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QTemporaryDir>
#include <QWidget>

#include "engine/session/events.h"
#include "ui/document/document.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace espalier::ui {

class PredictionBars;

// Drop an image (or type a row of numbers) and see what the network says. A sample of the test data
// can be drawn, too.
class TryPanel : public QWidget {
  Q_OBJECT

 public:
  explicit TryPanel(Document& document, QWidget* parent = nullptr);

  void setJob(JobId job) { m_job = job; }
  void show(const Prediction& prediction);
  void jobDone(const JobDone& done);
  void trySample(const QString& file);

 signals:
  void predictRequested(const QString& file);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  Document& m_document;
  JobId m_job = 0;
  QLabel* m_picture;
  QLabel* m_caption;
  QLabel* m_verdict;
  PredictionBars* m_bars;
  QLineEdit* m_row;
  QPushButton* m_draw;
  QPushButton* m_open;
  QTemporaryDir m_folder;  // for samples that have no file
  QString m_truth;

  void choose();
  void drawSample();
  void tryRow();
  void showKind();
  bool isTable() const;  // the project's data are rows of a table, not images
  void clear();
  void refuse(const QString& sentence);
};

// Classes with bars, the likeliest first.
class PredictionBars : public QWidget {
  Q_OBJECT

 public:
  explicit PredictionBars(QWidget* parent = nullptr);
  void setRanked(std::vector<std::pair<QString, double>> ranked, const QString& truth);
  QSize sizeHint() const override { return {320, 180}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<std::pair<QString, double>> m_ranked;
  QString m_truth;
};

}  // namespace espalier::ui
