// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preferences.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QPalette>
#include <QSettings>

#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kMostRecent = 10;

QString read(const char* key, const QString& fallback) {
  return QSettings().value(QLatin1String(key), fallback).toString();
}

void write(const char* key, const QVariant& value) {
  QSettings().setValue(QLatin1String(key), value);
}

}  // namespace

QString Preferences::theme() { return read("look/theme", QStringLiteral("dark")); }
void Preferences::setTheme(const QString& id) { write("look/theme", id); }
QString Preferences::language() { return read("look/language", QStringLiteral("system")); }
void Preferences::setLanguage(const QString& id) { write("look/language", id); }
bool Preferences::reducedMotion() {
  return QSettings().value("look/reducedMotion", false).toBool();
}
void Preferences::setReducedMotion(bool on) { write("look/reducedMotion", on); }

QStringList Preferences::recentFiles() {
  QStringList files = QSettings().value("files/recent").toStringList();
  files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
  return files;
}

void Preferences::addRecentFile(const QString& file) {
  QStringList files = recentFiles();
  files.removeAll(file);
  files.prepend(file);
  write("files/recent", files.mid(0, kMostRecent));
}

void Preferences::clearRecentFiles() { QSettings().remove("files/recent"); }

QByteArray Preferences::windowGeometry() {
  return QSettings().value("window/geometry").toByteArray();
}
QByteArray Preferences::windowState() { return QSettings().value("window/state").toByteArray(); }
void Preferences::setWindow(const QByteArray& geometry, const QByteArray& state) {
  write("window/geometry", geometry);
  write("window/state", state);
}

double Preferences::smoothing() { return QSettings().value("curves/smoothing", 0.6).toDouble(); }
void Preferences::setSmoothing(double weight) { write("curves/smoothing", weight); }

void applyTheme() {
  static const bool systemDark =
      QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
  Theme& theme = Theme::instance();
  theme.setReducedMotion(Preferences::reducedMotion());
  const QString chosen = Preferences::theme();
  theme.apply(chosen != QLatin1String("system") ? chosen
              : systemDark                      ? QStringLiteral("dark")
                                                : QStringLiteral("light"));
}

}  // namespace espalier::ui
