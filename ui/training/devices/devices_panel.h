// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/session/devices.h"
#include "ui/document/document.h"

class QLabel;
class QPushButton;
class QTreeWidget;

namespace espalier::ui {

// What networks can run on: driver, memory, and why a device cannot be used. The project's device is
// marked and another one is chosen here. Drivers are asked on another thread, when somebody wants to
// know.
class DevicesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit DevicesPanel(Document& document, QWidget* parent = nullptr);
  void lookOnce();  // where they were not asked yet
  void look();      // asks the drivers again
  void show(const std::vector<DeviceInfo>& devices);

 signals:
  void found(const QStringList& usable, const QStringList& names);  // ids, and what they are

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  Document& m_document;
  QTreeWidget* m_list;
  QLabel* m_note;
  QPushButton* m_use;
  bool m_looked = false;

  void mark();  // the project's device
  QString current() const;
  void enableButtons();
  void use();
};

}  // namespace espalier::ui
