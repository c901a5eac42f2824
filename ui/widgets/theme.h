// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/widgets/theme_tokens.h"

namespace espalier::ui {

// The theme of the running window. Widgets that paint themselves read tokens() while painting and
// call update() on changed(); everything else follows palette and style sheet.
class Theme : public QObject {
  Q_OBJECT

 public:
  static Theme& instance();

  const ThemeTokens& tokens() const { return m_tokens; }
  QString id() const { return m_tokens.id; }
  // Switches font, palette and style sheet of the application. Unknown ids mean "dark".
  void apply(const QString& id);
  // Milliseconds that a movement may take: 120, or 0 where motion is not wanted.
  int motion() const;
  void setReducedMotion(bool reduced);

 signals:
  void changed();

 private:
  Theme();
  ThemeTokens m_tokens;
  bool m_reducedMotion = false;
};

// Short for Theme::instance().tokens().
inline const ThemeTokens& tokens() { return Theme::instance().tokens(); }

}  // namespace espalier::ui
