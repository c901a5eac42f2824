// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QWidget>

#include "engine/session/events.h"
#include "ui/analysis/share_delegate.h"
#include "ui/document/document.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace espalier::ui {

class FlameChart;

// A profile, layer by layer.
class ProfileModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    layer,
    op,
    share,
    forward,
    backward,
    optimizer,
    activations,
    weights,
    algorithm,
    columns
  };
  static constexpr int kSortRole = Qt::UserRole;                // a number or a text
  static constexpr int kShareRole = ShareDelegate::kShareRole;  // 0 … 1 of the longest bar

  using QAbstractTableModel::QAbstractTableModel;
  void setProfile(ProfileReady profile);
  const ProfileReady& profile() const { return m_profile; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  ProfileReady m_profile;
  double m_total = 0, m_most = 0;

  QVariant sortValue(const LayerProfile& layer, int column) const;
  QString text(const LayerProfile& layer, int column) const;
};

// A profile as a table with bars and as a flame chart; a click shows the layer on the canvas.
class ProfilePanel : public QWidget {
  Q_OBJECT

 public:
  explicit ProfilePanel(Document& document, QWidget* parent = nullptr);
  void setProfile(const ProfileReady& profile);
  void setMeasuring(bool measuring);

 signals:
  void measureRequested(bool training);
  void revealRequested(const espalier::ui::LayerKey& layer);
  void failed(const QString& sentence);

 private:
  Document& m_document;
  ProfileModel* m_model;
  QSortFilterProxyModel* m_sorted;
  QTableView* m_table;
  FlameChart* m_flame;
  QStackedWidget* m_views;
  QLabel* m_summary;
  QComboBox* m_kind;
  QPushButton* m_measure;
  QPushButton* m_asFlame;
  QPushButton* m_trace;

  void saveTrace();
};

}  // namespace espalier::ui
