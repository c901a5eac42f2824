// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QWidget>

namespace espalier::ui {

// A column of labelled editors and figures, as in the inspector: labels in secondary text on the left,
// headings between, nothing in boxes.
class Form : public QWidget {
  Q_OBJECT

 public:
  explicit Form(QWidget* parent = nullptr);

  QLabel* addHeading(const QString& text);
  QLabel* addRow(const QString& label, QWidget* editor, const QString& help = {});
  // The editor below its label, as wide as the form.
  QLabel* addStacked(const QString& label, QWidget* editor, const QString& help = {});
  // A label and a figure at the right edge; the label that shows the figure.
  QLabel* addFigure(const QString& label, const QString& figure, const QString& help = {});
  // A title on the left and its kind at the right edge, with a line below.
  void addHeadline(QWidget* title, QWidget* kind);
  QLabel* addText(const QString& text, const char* role = "secondary");  // wraps
  void addWide(QWidget* widget);
  void setWideEditors();  // labels take no more than they need, as in a dialog
  void addSpace(int pixels);
  void clear();
  int rows() const { return m_row; }

 private:
  QGridLayout* m_grid;
  int m_row = 0;
};

// A panel that scrolls up and down, with the margins of the side panels.
class ScrollPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ScrollPanel(QWidget* content, QWidget* parent = nullptr);
  void scrollToTop();

 private:
  class QScrollArea* m_area;
};

// Sentences below a panel that come and go: what is above stays where it is. Hidden while it is empty.
class BottomStrip : public QWidget {
  Q_OBJECT

 public:
  explicit BottomStrip(QWidget* parent = nullptr);
  Form& form() const { return *m_form; }
  void clear();  // and hides it

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Form* m_form;
};

// A label with one of the style sheet's roles: "secondary", "heading", "title" …
QLabel* roleLabel(const QString& text, const char* role, QWidget* parent = nullptr);
void setRole(QWidget* widget, const char* role);

}  // namespace espalier::ui
