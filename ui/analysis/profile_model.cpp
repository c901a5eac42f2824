// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/profile_panel.h"
#include "ui/widgets/text.h"

namespace espalier::ui {

void ProfileModel::setProfile(ProfileReady profile) {
  // The same layers with other times are no other rows: the selection stays.
  const bool same = profile.layers.size() == m_profile.layers.size() && !profile.layers.empty();
  if (!same) beginResetModel();
  m_profile = std::move(profile);
  m_total = m_most = 0;
  for (const LayerProfile& l : m_profile.layers) {
    m_total += l.total();
    m_most = std::max(m_most, l.total());
  }
  if (same)
    emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
  else
    endResetModel();
}

int ProfileModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(m_profile.layers.size());
}

int ProfileModel::columnCount(const QModelIndex&) const { return columns; }

QVariant ProfileModel::sortValue(const LayerProfile& l, int column) const {
  switch (column) {
    case share:
      return l.total();
    case forward:
      return l.forward;
    case backward:
      return l.backward;
    case optimizer:
      return l.optimizer;
    case activations:
      return double(l.activation_bytes);
    case weights:
      return double(l.parameter_bytes);
    default:
      return text(l, column);
  }
}

QString ProfileModel::text(const LayerProfile& l, int column) const {
  const auto time = [](double s) {
    return s > 0 ? millisecondsText(s * 1e3) : QStringLiteral("–");
  };
  const auto size = [](std::size_t b) {
    return b > 0 ? bytesText(double(b)) : QStringLiteral("–");
  };
  switch (column) {
    case layer:
      return QString::fromStdString(l.path);
    case op:
      return QString::fromStdString(l.op);
    case share:
      return percentText(m_total > 0 ? l.total() / m_total : 0);
    case forward:
      return time(l.forward);
    case backward:
      return time(l.backward);
    case optimizer:
      return time(l.optimizer);
    case activations:
      return size(l.activation_bytes);
    case weights:
      return size(l.parameter_bytes);
    default:
      return QString::fromStdString(l.algorithm);
  }
}

QVariant ProfileModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const LayerProfile& l = m_profile.layers[std::size_t(index.row())];
  if (role == Qt::DisplayRole) return text(l, index.column());
  if (role == kSortRole) return sortValue(l, index.column());
  if (role == kShareRole) return m_most > 0 ? l.total() / m_most : 0;
  if (role == Qt::TextAlignmentRole) {
    const bool number = index.column() > share && index.column() < algorithm;
    return QVariant::fromValue(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
  }
  if (role == Qt::ToolTipRole && index.column() == algorithm && !l.rejected.empty()) {
    QStringList lines;
    for (const std::string& r : l.rejected) lines += QString::fromStdString(r);
    return tr("not taken:") + u'\n' + lines.join(u'\n');
  }
  return {};
}

QVariant ProfileModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    const bool number = section > share && section < algorithm;
    return QVariant::fromValue(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case layer:
      return tr("Layer");
    case op:
      return tr("Operator");
    case share:
      return tr("Share");
    case forward:
      return tr("Forward");
    case backward:
      return tr("Backward");
    case optimizer:
      return tr("Optimiser");
    case activations:
      return tr("Activations");
    case weights:
      return tr("Weights");
    default:
      return tr("Algorithm");
  }
}

}  // namespace espalier::ui
