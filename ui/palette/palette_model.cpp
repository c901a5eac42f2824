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

void PaletteModel::toggle(const QModelIndex& index) {
  if (!index.isValid()) return;
  const Row& row = m_rows[std::size_t(index.row())];
  if (row.is == Row::Is::kind) return;
  std::set<Category>& set = row.is == Row::Is::heading ? m_folded : m_whole;
  if (set.erase(row.category) == 0) set.insert(row.category);
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
  for (std::size_t begin = 0, end = 0; begin < kinds.size(); begin = end) {
    const Category category = kinds[begin].category();
    while (end < kinds.size() && kinds[end].category() == category) ++end;
    m_rows.push_back({Row::Is::heading, categoryName(category), {}, category});
    if (m_folded.contains(category)) continue;
    std::vector<const LayerKind*> rest;
    for (std::size_t i = begin; i < end; ++i) {
      if (kinds[i].everyday()) {
        m_rows.push_back({Row::Is::kind, kinds[i].label(), kinds[i]});
      } else {
        rest.push_back(&kinds[i]);
      }
    }
    if (rest.empty()) continue;
    const bool whole = m_whole.contains(category);
    m_rows.push_back({Row::Is::more,
                      whole ? tr("Fewer") : tr("%n more", nullptr, int(rest.size())),
                      {},
                      category});
    if (!whole) continue;
    for (const LayerKind* kind : rest) m_rows.push_back({Row::Is::kind, kind->label(), *kind});
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
  for (const auto& [score, kind] : found) m_rows.push_back({Row::Is::kind, kind->label(), *kind});
}

std::optional<LayerKind> PaletteModel::kind(const QModelIndex& index) const {
  if (!index.isValid() || std::size_t(index.row()) >= m_rows.size()) return {};
  const Row& row = m_rows[std::size_t(index.row())];
  return row.is == Row::Is::kind ? row.kind : std::optional<LayerKind>();
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
      return row.is == Row::Is::heading;
    case isMore:
      return row.is == Row::Is::more;
    case stripeRole:
      return row.is == Row::Is::kind ? stripeKey(row.kind.category()) : QString();
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
    case summaryRole:
      return row.is == Row::Is::kind ? row.kind.summary() : QString();
    case Qt::CheckStateRole:
      return {};
    default:
      return {};
  }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  switch (m_rows[std::size_t(index.row())].is) {
    case Row::Is::heading:
      return Qt::ItemIsEnabled;
    case Row::Is::more:
      return Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    case Row::Is::kind:
      return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled;
  }
  return Qt::NoItemFlags;
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
