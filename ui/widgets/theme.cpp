// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QFile>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

namespace espalier::ui {

Theme::Theme() : m_tokens(ThemeTokens::load(QStringLiteral("dark"))) {}

Theme& Theme::instance() {
  static Theme theme;
  return theme;
}

void Theme::apply(const QString& id) {
  m_tokens = ThemeTokens::load(id);
  if (qobject_cast<QApplication*>(QCoreApplication::instance()) == nullptr) {
    emit changed();
    return;
  }
  QFile file(QStringLiteral(":/theme/style.qss"));
  QString sheet;
  if (file.open(QIODevice::ReadOnly)) sheet = m_tokens.styled(QString::fromUtf8(file.readAll()));
  if (QApplication::style()->objectName() != QLatin1String("fusion")) {
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  }
  QApplication::setFont(m_tokens.font(m_tokens.base));
  QApplication::setPalette(m_tokens.palette());
  QToolTip::setPalette(m_tokens.palette());
  QToolTip::setFont(m_tokens.font(m_tokens.small));
  qApp->setStyleSheet(sheet);
  emit changed();
}

int Theme::motion() const {
  return m_reducedMotion || !QApplication::isEffectEnabled(Qt::UI_General) ? 0 : 120;
}

void Theme::setReducedMotion(bool reduced) { m_reducedMotion = reduced; }

}  // namespace espalier::ui
