// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palette_model.h"

#include <QMimeData>
#include <algorithm>

#include "ui/document/fuzzy.h"

namespace espalier::ui {

void PaletteModel::setDocument(const Document* document) {
  m_document = document;
  reload();
}

void PaletteModel::search(const QString& query) {
  m_query = query.trimmed();
  reload();
}

void PaletteModel::toggle(const QModelIndex& heading) {
  const QString text = heading.data().toString();
  if (m_folded.removeAll(text) == 0) m_folded << text;
  reload();
}

void PaletteModel::reload() {
  static const Network kNone;
  const std::vector<LayerKind> kinds =
      layerKinds(m_document == nullptr ? kNone : m_document->project().network);
  beginResetModel();
  m_rows.clear();
  if (m_query.isEmpty()) {
    browse(kinds);
  } else {
    find(kinds);
  }
  endResetModel();
}

void PaletteModel::browse(const std::vector<LayerKind>& kinds) {
  QString heading;
  bool folded = false;
  for (const LayerKind& kind : kinds) {
    const QString of = categoryName(kind.category());
    if (of != heading) {
      heading = of;
      folded = m_folded.contains(of);
      m_rows.push_back({of, {}, true, folded});
    }
    if (!folded) m_rows.push_back({kind.label(), kind, false, false});
  }
}

void PaletteModel::find(const std::vector<LayerKind>& kinds) {
  std::vector<std::pair<double, const LayerKind*>> found;
  for (const LayerKind& kind : kinds) {
    std::optional<double> score = fuzzyScore(m_query, kind.label());
    const bool told = categoryName(kind.category()).contains(m_query, Qt::CaseInsensitive) ||
                      kind.summary().contains(m_query, Qt::CaseInsensitive);
    if (!score && told && m_query.size() > 2) score = -10;
    if (score) found.emplace_back(*score, &kind);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [score, kind] : found) m_rows.push_back({kind->label(), *kind, false, false});
}

std::optional<LayerKind> PaletteModel::kind(const QModelIndex& index) const {
  if (!index.isValid() || std::size_t(index.row()) >= m_rows.size()) return {};
  const Row& row = m_rows[std::size_t(index.row())];
  return row.heading ? std::optional<LayerKind>() : row.kind;
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = m_rows[std::size_t(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return row.text;
    case isHeading:
      return row.heading;
    case stripeRole:
      return row.heading ? QString() : stripeKey(row.kind.category());
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
    case summaryRole:
      return row.heading ? QString() : row.kind.summary();
    case Qt::CheckStateRole:
      return {};
    default:
      return {};
  }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  if (m_rows[std::size_t(index.row())].heading) return Qt::ItemIsEnabled;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled;
}

QStringList PaletteModel::mimeTypes() const { return {QLatin1String(kLayerMime)}; }

QMimeData* PaletteModel::mimeData(const QModelIndexList& indexes) const {
  for (const QModelIndex& index : indexes) {
    const std::optional<LayerKind> of = kind(index);
    if (!of) continue;
    auto* mime = new QMimeData;
    mime->setData(QLatin1String(kLayerMime), of->key().toUtf8());
    return mime;
  }
  return nullptr;
}

}  // namespace espalier::ui
