// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <set>
#include <vector>

#include "ui/document/document.h"
#include "ui/document/layer_kind.h"

namespace espalier::ui {

// The palette's rows: headings of categories and the kinds below them, those of every day first and the
// others behind a row that tells how many they are; while something is searched for, only kinds, best
// first. Follows the operators known and the groups of the project.
class PaletteModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { isHeading = Qt::UserRole, isMore, stripeRole, summaryRole };
  explicit PaletteModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

  void setDocument(const Document* document);
  void search(const QString& query);
  void reload();
  std::optional<LayerKind> kind(const QModelIndex& index) const;
  // A heading folds its category away, a "more" row unfolds the rest of it; nothing else does anything.
  void toggle(const QModelIndex& index);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }

 private:
  struct Row {
    enum class Is { heading, kind, more } is;
    QString text;
    LayerKind kind;          // of a kind
    Category category = {};  // of the others
  };
  const Document* m_document = nullptr;
  QString m_query;
  std::vector<Row> m_rows;
  std::set<Category> m_folded, m_whole;

  void browse(const std::vector<LayerKind>& kinds);
  void find(const std::vector<LayerKind>& kinds);
};

}  // namespace espalier::ui
