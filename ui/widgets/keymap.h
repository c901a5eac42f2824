// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QStringList>

namespace espalier::ui {

// Which keys a command has: from a preset of resources/keymap.json, and over that what the user chose.
// Commands are named by their ids ("edit.duplicate").
class Keymap : public QObject {
  Q_OBJECT

 public:
  static Keymap& instance();

  QList<QKeySequence> keys(const QString& command) const;
  QStringList commands() const;

  QStringList presets() const;
  QString preset() const { return m_preset; }
  void setPreset(const QString& preset);
  // The user's own keys for a command; an empty list takes its keys away, reset() gives back the
  // preset's.
  void setKeys(const QString& command, const QList<QKeySequence>& keys);
  void reset(const QString& command);
  bool isChanged(const QString& command) const { return m_own.contains(command); }
  // Another command that one of the keys belongs to, or an empty text.
  QString conflict(const QString& command, const QList<QKeySequence>& keys) const;

 signals:
  void changed();

 private:
  Keymap();
  using Table = QHash<QString, QList<QKeySequence>>;
  QHash<QString, Table> m_presets;
  QString m_preset;
  Table m_own;

  void save() const;
};

}  // namespace espalier::ui
