// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>
#include <QPointer>
#include <QWidget>

#include "ui/palette/palette_model.h"

namespace espalier::ui {

class SearchField;

// The list of what can be added, by category, with a search. Rows are dragged onto the canvas; a
// double-click or Enter asks for the layer in the middle of the view.
class Palette : public QWidget {
  Q_OBJECT

 public:
  explicit Palette(QWidget* parent = nullptr);
  // Whose groups are listed; null: none.
  void setDocument(Document* document);
  void focusSearch();

 signals:
  void addRequested(const espalier::ui::LayerKind& kind);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  SearchField* m_field;
  QListView* m_list;
  PaletteModel m_model;
  QPointer<Document> m_document;

  void selectFirst();
  void add(const QModelIndex& index);
  void toggle(const QModelIndex& index);
  void showMenu(QPoint at);
};

}  // namespace espalier::ui
