// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace espalier::ui {

// What the user chose for the program, not for a project; kept by QSettings.
class Preferences {
 public:
  static QString theme();  // "dark", "light", "contrast", or "system"
  static void setTheme(const QString& id);
  static QString language();  // "en", "zh_CN", or "system"
  static void setLanguage(const QString& id);
  static bool reducedMotion();
  static void setReducedMotion(bool on);
  static QStringList recentFiles();  // the newest first, only those that are still there
  static void addRecentFile(const QString& file);
  static void clearRecentFiles();
  static QByteArray windowGeometry();
  static QByteArray windowState();
  static void setWindow(const QByteArray& geometry, const QByteArray& state);
  static double smoothing();
  static void setSmoothing(double weight);
};

// Applies the chosen theme; "system" follows the desktop's light or dark palette.
void applyTheme();

}  // namespace espalier::ui
