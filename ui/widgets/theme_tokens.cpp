// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme_tokens.h"

#include <QFile>
#include <QFontDatabase>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

namespace espalier::ui {
namespace {

struct NamedColor {
  const char* name;
  QColor ThemeTokens::*member;
};
constexpr NamedColor kColors[] = {
    {"background", &ThemeTokens::background},
    {"panel", &ThemeTokens::panel},
    {"field", &ThemeTokens::field},
    {"card", &ThemeTokens::card},
    {"hover", &ThemeTokens::hover},
    {"selection", &ThemeTokens::selection},
    {"line", &ThemeTokens::line},
    {"cardLine", &ThemeTokens::cardLine},
    {"grid", &ThemeTokens::grid},
    {"wire", &ThemeTokens::wire},
    {"text", &ThemeTokens::text},
    {"secondary", &ThemeTokens::secondary},
    {"faint", &ThemeTokens::faint},
    {"accent", &ThemeTokens::accent},
    {"good", &ThemeTokens::good},
    {"warning", &ThemeTokens::warning},
    {"bad", &ThemeTokens::bad},
    {"onAccent", &ThemeTokens::onAccent},
    {"onGood", &ThemeTokens::onGood},
    {"onBad", &ThemeTokens::onBad},
};

struct NamedSize {
  const char* name;
  int ThemeTokens::*member;
};
constexpr NamedSize kSizes[] = {
    {"tiny", &ThemeTokens::tiny},   {"small", &ThemeTokens::small}, {"base", &ThemeTokens::base},
    {"large", &ThemeTokens::large}, {"title", &ThemeTokens::title},
};

QStringList strings(const QJsonValue& v) {
  QStringList list;
  for (const QJsonValue& e : v.toArray()) list << e.toString();
  return list;
}

double luminance(const QColor& c) {
  const auto channel = [](double v) {
    return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}

}  // namespace

QJsonObject themeTokenFile() {
  QFile file(QStringLiteral(":/theme/tokens.json"));
  if (!file.open(QIODevice::ReadOnly)) qFatal("the theme tokens are missing from the resources");
  return QJsonDocument::fromJson(file.readAll()).object();
}

double contrastRatio(const QColor& a, const QColor& b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QStringList ThemeTokens::ids() { return themeTokenFile()["themes"].toObject().keys(); }

ThemeTokens ThemeTokens::load(const QString& id) {
  const QJsonObject file = themeTokenFile();
  const QJsonObject themes = file["themes"].toObject();
  ThemeTokens t;
  t.id = themes.contains(id) ? id : QStringLiteral("dark");
  const QJsonObject theme = themes[t.id].toObject();
  t.dark = theme["dark"].toBool();
  for (const char* section : {"surfaces", "lines", "text", "on"}) {
    const QJsonObject colors = theme[QLatin1String(section)].toObject();
    for (const NamedColor& c : kColors) {
      if (colors.contains(QLatin1String(c.name))) {
        t.*c.member = QColor(colors[QLatin1String(c.name)].toString());
      }
    }
  }
  const QJsonArray heat = file["heat"].toArray();
  for (qsizetype i = 0; i < 3; ++i) t.heatSteps[std::size_t(i)] = QColor(heat[i].toString());
  const QJsonObject stripes = file["stripes"].toObject();
  for (auto it = stripes.begin(); it != stripes.end(); ++it) {
    t.m_stripes[it.key()] = QColor(it.value().toString());
  }
  const QJsonArray spacing = file["spacing"].toArray();
  for (qsizetype i = 0; i < 5; ++i) t.spacing[std::size_t(i)] = spacing[i].toInt();
  const QJsonObject radius = file["radius"].toObject();
  t.radiusBar = radius["bar"].toInt();
  t.radiusField = radius["field"].toInt();
  t.radiusCard = radius["card"].toInt();
  const QJsonObject type = file["type"].toObject();
  for (const NamedSize& s : kSizes) t.*s.member = type[QLatin1String(s.name)].toInt();
  t.m_family = strings(file["family"]);
  t.m_mono = strings(file["mono"]);
  return t;
}

QColor ThemeTokens::stripe(const QString& category) const {
  return m_stripes.value(category, m_stripes.value(QStringLiteral("group")));
}

QColor ThemeTokens::heat(double relative) const {
  return heatSteps[relative < 1.0 / 3 ? 0 : relative < 2.0 / 3 ? 1 : 2];
}

QColor ThemeTokens::color(const QString& token) const {
  for (const NamedColor& c : kColors) {
    if (token == QLatin1String(c.name)) return this->*c.member;
  }
  return {};
}

QFont ThemeTokens::font(int pixels, QFont::Weight weight) const {
  QFont f;
  f.setFamilies(m_family);
  f.setPixelSize(pixels);
  f.setWeight(weight);
  return f;
}

QFont ThemeTokens::mono(int pixels) const {
  QFont f;
  f.setFamilies(m_mono);
  f.setStyleHint(QFont::Monospace);
  f.setFixedPitch(true);
  f.setPixelSize(pixels);
  return f;
}

QPalette ThemeTokens::palette() const {
  QPalette p;
  p.setColor(QPalette::Window, panel);
  p.setColor(QPalette::WindowText, text);
  p.setColor(QPalette::Base, field);
  p.setColor(QPalette::AlternateBase, panel);
  p.setColor(QPalette::ToolTipBase, card);
  p.setColor(QPalette::ToolTipText, text);
  p.setColor(QPalette::PlaceholderText, faint);
  p.setColor(QPalette::Text, text);
  p.setColor(QPalette::Button, field);
  p.setColor(QPalette::ButtonText, text);
  p.setColor(QPalette::BrightText, bad);
  p.setColor(QPalette::Link, accent);
  p.setColor(QPalette::LinkVisited, accent);
  p.setColor(QPalette::Highlight, accent);
  p.setColor(QPalette::HighlightedText, onAccent);
  p.setColor(QPalette::Light, line);
  p.setColor(QPalette::Midlight, line);
  p.setColor(QPalette::Mid, line);
  p.setColor(QPalette::Dark, background);
  p.setColor(QPalette::Shadow, QColor(0, 0, 0));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    p.setColor(QPalette::Disabled, role, faint);
  }
  return p;
}

QString ThemeTokens::styled(QString sheet) const {
  static const QRegularExpression kPlace(QStringLiteral("@([A-Za-z]+)"));
  QString result;
  qsizetype from = 0;
  for (auto it = kPlace.globalMatch(sheet); it.hasNext();) {
    const QRegularExpressionMatch m = it.next();
    result += QStringView(sheet).mid(from, m.capturedStart() - from);
    from = m.capturedEnd();
    const QString name = m.captured(1);
    if (const QColor c = color(name); c.isValid()) {
      result += c.name();
      continue;
    }
    const auto size = std::find_if(std::begin(kSizes), std::end(kSizes), [&](const NamedSize& s) {
      return name == QLatin1String(s.name);
    });
    if (size != std::end(kSizes)) {
      result += QString::number(this->*size->member) + QLatin1String("px");
    } else if (name == QLatin1String("themeKey")) {
      result += id;
    } else if (name == QLatin1String("radiusField")) {
      result += QString::number(radiusField) + QLatin1String("px");
    } else if (name == QLatin1String("radiusCard")) {
      result += QString::number(radiusCard) + QLatin1String("px");
    } else if (name == QLatin1String("radiusBar")) {
      result += QString::number(radiusBar) + QLatin1String("px");
    } else {
      qWarning("style sheet: no token named %s", qPrintable(name));
    }
  }
  result += QStringView(sheet).mid(from);
  return result;
}

}  // namespace espalier::ui
