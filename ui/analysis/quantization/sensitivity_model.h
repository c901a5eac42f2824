// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "engine/session/events.h"
#include "ui/analysis/share_delegate.h"

namespace espalier::ui {

// The layers that can run in 8 bits: what they run in, what that costs, and a tick that keeps a layer in
// float.
class SensitivityModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { layer, op, precision, error, effect, columns };
  static constexpr int kSortRole = Qt::UserRole;                // a number or a text
  static constexpr int kShareRole = ShareDelegate::kShareRole;  // 0 … 1 of the greatest error

  using QAbstractTableModel::QAbstractTableModel;
  void setLayers(const std::vector<LayerPrecision>& layers,
                 const std::optional<Sensitivity>& measured);
  const LayerPrecision& at(int row) const { return m_rows[std::size_t(row)].layer; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void keepRequested(const espalier::LayerPrecision& layer, bool inFloat);

 private:
  struct Row {
    LayerPrecision layer;
    std::optional<LayerEffect> effect;
  };
  std::vector<Row> m_rows;
  Metrics m_reference;  // of the network in float
  double m_most = 0;    // the greatest error

  QString text(const Row& row, int column) const;
};

}  // namespace espalier::ui
