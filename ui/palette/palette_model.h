// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <vector>

#include "ui/document/document.h"
#include "ui/document/layer_kind.h"

namespace espalier::ui {

// The palette's rows: headings of categories and the kinds below them; while something is searched
// for, only kinds, best first. Follows the operators known and the groups of the project.
class PaletteModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { isHeading = Qt::UserRole, stripeRole, summaryRole };
  explicit PaletteModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

  void setDocument(const Document* document);
  void search(const QString& query);
  void reload();
  std::optional<LayerKind> kind(const QModelIndex& index) const;
  void toggle(const QModelIndex& heading);  // folds a category away

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }

 private:
  struct Row {
    QString text;
    LayerKind kind;  // of a heading: none
    bool heading = false;
    bool folded = false;
  };
  const Document* m_document = nullptr;
  QString m_query;
  std::vector<Row> m_rows;
  QStringList m_folded;  // headings

  void browse(const std::vector<LayerKind>& kinds);
  void find(const std::vector<LayerKind>& kinds);
};

}  // namespace espalier::ui
