// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QFrame>
#include <QListView>
#include <vector>

#include "ui/document/suggest.h"

class QLabel;

namespace espalier::ui {

class SearchField;

// The kinds that answer the search, for list views.
class SuggestionModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { stripeRole = Qt::UserRole, summaryRole };
  using QAbstractListModel::QAbstractListModel;
  void set(std::vector<Suggestion> list);
  const Suggestion* at(const QModelIndex& index) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::vector<Suggestion> m_list;
};

// The box that opens at the pointer to add a layer: a search field and, below it, what fits, best
// first. It lies within the canvas and closes when it loses the focus.
class QuickAdd : public QFrame {
  Q_OBJECT

 public:
  QuickAdd(Document& document, QWidget* parent);
  // At a place of the parent, which it stays within.
  void open(QPoint at, const QString& title, const SuggestContext& context);
  // Kinds added lately, the newest first; over all canvases of the program.
  static QStringList recent();
  static void remember(const LayerKind& kind);

 signals:
  void chosen(const espalier::ui::LayerKind& kind);
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  Document& m_document;
  SuggestContext m_context;
  SearchField* m_field;
  QListView* m_list;
  SuggestionModel m_model;
  QLabel* m_nothing;

  void search();
  void accept();
  void close();
};

}  // namespace espalier::ui
