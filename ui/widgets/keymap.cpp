// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/keymap.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

namespace espalier::ui {
namespace {

const QString kDefault = QStringLiteral("Espalier");

QList<QKeySequence> sequences(const QStringList& texts) {
  QList<QKeySequence> keys;
  for (const QString& text : texts) {
    const QKeySequence key = QKeySequence::fromString(text, QKeySequence::PortableText);
    if (!key.isEmpty()) keys << key;
  }
  return keys;
}

QStringList texts(const QList<QKeySequence>& keys) {
  QStringList list;
  for (const QKeySequence& key : keys) list << key.toString(QKeySequence::PortableText);
  return list;
}

}  // namespace

Keymap& Keymap::instance() {
  static Keymap keymap;
  return keymap;
}

Keymap::Keymap() : m_preset(kDefault) {
  QFile file(QStringLiteral(":/keymap.json"));
  if (!file.open(QIODevice::ReadOnly)) qFatal("the keymap is missing from the resources");
  const QJsonObject presets =
      QJsonDocument::fromJson(file.readAll()).object()["presets"].toObject();
  for (auto preset = presets.begin(); preset != presets.end(); ++preset) {
    const QJsonObject commands = preset.value().toObject();
    Table& table = m_presets[preset.key()];
    for (auto command = commands.begin(); command != commands.end(); ++command) {
      QStringList list;
      for (const QJsonValue& key : command.value().toArray()) list << key.toString();
      table[command.key()] = sequences(list);
    }
  }
  QSettings settings;
  const QString preset = settings.value(QStringLiteral("keys/preset"), kDefault).toString();
  if (m_presets.contains(preset)) m_preset = preset;
  settings.beginGroup(QStringLiteral("keys/own"));
  for (const QString& command : settings.childKeys()) {
    m_own[command] = sequences(settings.value(command).toStringList());
  }
}

QList<QKeySequence> Keymap::keys(const QString& command) const {
  if (const auto own = m_own.constFind(command); own != m_own.constEnd()) return *own;
  const Table& preset = *m_presets.constFind(m_preset);
  if (const auto it = preset.constFind(command); it != preset.constEnd()) return *it;
  return m_presets.constFind(kDefault)->value(command);
}

QStringList Keymap::commands() const { return m_presets.constFind(kDefault)->keys(); }

QStringList Keymap::presets() const {
  QStringList names = m_presets.keys();
  names.removeOne(kDefault);
  names.sort();
  names.prepend(kDefault);
  return names;
}

void Keymap::setPreset(const QString& preset) {
  if (!m_presets.contains(preset) || preset == m_preset) return;
  m_preset = preset;
  save();
  emit changed();
}

void Keymap::setKeys(const QString& command, const QList<QKeySequence>& keys) {
  m_own[command] = keys;
  save();
  emit changed();
}

void Keymap::reset(const QString& command) {
  if (m_own.remove(command) == 0) return;
  save();
  emit changed();
}

QString Keymap::conflict(const QString& command, const QList<QKeySequence>& keys) const {
  for (const QString& other : commands()) {
    if (other == command) continue;
    for (const QKeySequence& key : this->keys(other)) {
      if (keys.contains(key)) return other;
    }
  }
  return {};
}

void Keymap::save() const {
  QSettings settings;
  settings.setValue(QStringLiteral("keys/preset"), m_preset);
  settings.beginGroup(QStringLiteral("keys/own"));
  settings.remove(QString());
  for (auto it = m_own.begin(); it != m_own.end(); ++it) settings.setValue(it.key(), texts(*it));
}

}  // namespace espalier::ui
