// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QHash>
#include <QJsonObject>
#include <QPalette>
#include <QString>
#include <QStringList>
#include <array>

namespace espalier::ui {

// Every colour and size of one theme, read from resources/theme/tokens.json. A value, so that a
// picture can be painted in a theme that is not the window's.
struct ThemeTokens {
  QString id;  // "dark", "light", "contrast"
  bool dark = true;

  // Surfaces, from the canvas up to what lies on it.
  QColor background, panel, field, card, hover, selection;
  // Lines: separators, card borders, canvas grid, wires.
  QColor line, cardLine, grid, wire;
  // Text, and the colours that are also read as text.
  QColor text, secondary, faint, accent, good, warning, bad;
  // Text upon a filled accent, good or bad.
  QColor onAccent, onGood, onBad;
  std::array<QColor, 3> heatSteps;  // low to high

  std::array<int, 5> spacing{4, 8, 12, 16, 24};
  int radiusBar = 4, radiusField = 6, radiusCard = 8;
  int tiny = 10, small = 11, base = 12, large = 13, title = 15;  // type sizes in px

  // Colour of a category, by the key of espalier::name(Category): "linear", "norm" …
  QColor stripe(const QString& category) const;
  // Colour of an overlay value in 0 … 1 (share of the greatest).
  QColor heat(double relative) const;
  // Colour by token name, for style sheets; invalid where there is none.
  QColor color(const QString& token) const;

  // Interface font with tabular digits where the family has them.
  QFont font(int pixels, QFont::Weight weight = QFont::Normal) const;
  QFont mono(int pixels) const;
  QPalette palette() const;
  // Replaces "@name" in a style sheet by colours, radii and sizes of this theme.
  QString styled(QString sheet) const;

  static QStringList ids();  // all themes of the token file
  static ThemeTokens load(const QString& id);

 private:
  QHash<QString, QColor> m_stripes;
  QStringList m_family, m_mono;
};

// The token file as JSON, for tests.
QJsonObject themeTokenFile();
// WCAG 2 contrast ratio, 1 … 21.
double contrastRatio(const QColor& a, const QColor& b);

}  // namespace espalier::ui
