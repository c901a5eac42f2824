// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/training/data/data_look.h"

namespace espalier::ui {

// Samples as thumbnails with their class names; tables of two features as a scatter plot by class,
// wider ones as rows of numbers.
class SampleGrid : public QWidget {
  Q_OBJECT

 public:
  explicit SampleGrid(QWidget* parent = nullptr);
  void setSamples(std::vector<SampleLook> samples, QStringList classNames, bool pictures);
  static int wanted(bool pictures) { return pictures ? 20 : 600; }

 signals:
  void chosen(int index);  // a click on a thumbnail

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  std::vector<SampleLook> m_samples;
  QStringList m_classes;
  bool m_pictures = false;

  void fit();
  int heightFor(int width) const;
  bool scatter() const;
  int columns(int width) const;
  QRect cell(int index) const;
  int at(QPoint pos) const;
  void paintPictures(QPainter& painter);
  void paintScatter(QPainter& painter);
  void paintRows(QPainter& painter);
};

}  // namespace espalier::ui
