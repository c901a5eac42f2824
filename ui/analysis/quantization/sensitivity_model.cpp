// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/quantization/sensitivity_model.h"

#include <algorithm>

#include "ui/analysis/quantization/sensitivity_overlay.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

double accuracyLoss(const LayerEffect& effect, const Metrics& reference) {
  const auto is = effect.metrics.find("accuracy"), was = reference.find("accuracy");
  return is == effect.metrics.end() || was == reference.end() ? outputError(effect.signal_to_noise)
                                                              : was->second - is->second;
}

}  // namespace

void SensitivityModel::setLayers(const std::vector<LayerPrecision>& layers,
                                 const std::optional<Sensitivity>& measured) {
  std::vector<Row> rows;
  m_most = 0;
  for (const LayerPrecision& one : layers) {
    if (!one.measured) continue;
    Row row{one, {}};
    if (measured) {
      const auto it = std::find_if(measured->layers.begin(), measured->layers.end(),
                                   [&](const LayerEffect& e) { return e.key == one.key; });
      if (it != measured->layers.end()) row.effect = *it;
    }
    if (row.effect) m_most = std::max(m_most, outputError(row.effect->signal_to_noise));
    rows.push_back(std::move(row));
  }
  m_reference = measured ? measured->float_metrics : Metrics();
  // The same layers with other figures are no other rows: the selection stays.
  const bool same = !rows.empty() && rows.size() == m_rows.size();
  if (!same) beginResetModel();
  m_rows = std::move(rows);
  if (same)
    emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
  else
    endResetModel();
}

int SensitivityModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(m_rows.size());
}

int SensitivityModel::columnCount(const QModelIndex&) const { return columns; }

QString SensitivityModel::text(const Row& row, int column) const {
  switch (column) {
    case layer:
      return QString::fromStdString(row.layer.path);
    case op:
      return QString::fromStdString(row.layer.op);
    case precision:
      return row.layer.integer ? tr("int8") : tr("float");
    case error:
      return row.effect ? percentText(outputError(row.effect->signal_to_noise))
                        : QStringLiteral("–");
    default:
      return row.effect ? effectText(row.effect->metrics, m_reference) : QStringLiteral("–");
  }
}

QVariant SensitivityModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = m_rows[std::size_t(index.row())];
  const int column = index.column();
  if (role == Qt::DisplayRole) return text(row, column);
  if (role == kSortRole) {
    if (column == error) return row.effect ? outputError(row.effect->signal_to_noise) : -1;
    if (column == effect) return row.effect ? accuracyLoss(*row.effect, m_reference) : -1;
    return text(row, column);
  }
  if (role == kShareRole)
    return row.effect && m_most > 0 ? outputError(row.effect->signal_to_noise) / m_most : 0;
  if (role == Qt::CheckStateRole && column == precision)
    return row.layer.kept ? Qt::Unchecked : Qt::Checked;
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::AlignVCenter |
                               (column == effect ? Qt::AlignRight : Qt::AlignLeft));
  if (role == Qt::ToolTipRole && column == precision) {
    if (row.layer.kept) return tr("Kept in float; a click lets it run in 8 bits again.");
    return row.layer.integer ? tr("Runs in 8 bits; a click keeps it in float.")
                             : tr("In float, because a layer before it is kept in float.");
  }
  return {};
}

bool SensitivityModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || index.column() != precision || role != Qt::CheckStateRole) return false;
  emit keepRequested(at(index.row()), value.toInt() == Qt::Unchecked);
  return true;
}

Qt::ItemFlags SensitivityModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
  return index.column() == precision ? usual | Qt::ItemIsUserCheckable : usual;
}

QVariant SensitivityModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::AlignVCenter |
                               (section == effect ? Qt::AlignRight : Qt::AlignLeft));
  if (role == Qt::ToolTipRole && section == error)
    return tr(
        "How far the scores move when this layer alone runs in 8 bits, relative to the scores");
  if (role == Qt::ToolTipRole && section == effect)
    return tr("Accuracy on held-out samples when this layer alone runs in 8 bits, against float");
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case layer:
      return tr("Layer");
    case op:
      return tr("Operator");
    case precision:
      return tr("Precision");
    case error:
      return tr("Output error, alone");
    default:
      return tr("Accuracy, alone");
  }
}

}  // namespace espalier::ui
