// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace espalier::ui {

// A short text in a rounded box: a shape, a device, a tag. Monospaced where it holds figures.
class Chip : public QWidget {
  Q_OBJECT
  Q_PROPERTY(QString text READ text WRITE setText)

 public:
  enum class Tone { plain, accent, good, warning, bad };
  explicit Chip(const QString& text = {}, QWidget* parent = nullptr);

  QString text() const { return m_text; }
  void setText(const QString& text);
  void setTone(Tone tone);
  void setMonospaced(bool on);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_text;
  Tone m_tone = Tone::plain;
  bool m_monospaced = false;
  QFont chipFont() const;
};

}  // namespace espalier::ui
