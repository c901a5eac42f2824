// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/panels/legend.h"

#include <QFontMetrics>
#include <QPainter>

#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {
constexpr int kStep = 38, kGap = 3, kBeside = 16;
}

Legend::Legend(const Scene& scene, QWidget* parent) : QWidget(parent), m_scene(scene) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  refresh();
}

void Legend::refresh() {
  const Overlay& overlay = m_scene.document().overlay();
  setVisible(!overlay.empty() && m_scene.greatestShare() > 0);
  setAccessibleName(overlay.legend + QStringLiteral(": 0 – ") +
                    percentText(m_scene.greatestShare()));
  resize(sizeHint());
  update();
}

QSize Legend::sizeHint() const {
  const ThemeTokens& t = m_scene.tokens();
  const int text =
      QFontMetrics(t.font(t.small)).horizontalAdvance(m_scene.document().overlay().legend);
  return {text + kBeside + 3 * kStep, 30};
}

void Legend::paintEvent(QPaintEvent*) {
  const ThemeTokens& t = m_scene.tokens();
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  const int left = width() - 3 * kStep;
  p.setFont(t.font(t.small));
  p.setPen(t.secondary);
  p.drawText(QRect(0, 14, left - kBeside, 16), Qt::AlignVCenter,
             m_scene.document().overlay().legend);
  p.setFont(t.font(t.tiny));
  p.drawText(QRect(left, 0, 3 * kStep, 14), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("0"));
  p.drawText(QRect(left, 0, 3 * kStep - kGap, 14), Qt::AlignRight | Qt::AlignVCenter,
             percentText(m_scene.greatestShare()));
  p.setPen(Qt::NoPen);
  for (int i = 0; i < 3; ++i) {
    p.setBrush(t.heatSteps[std::size_t(i)]);
    p.drawRoundedRect(QRectF(left + i * kStep, 18, kStep - kGap, 7), 2, 2);
  }
}

}  // namespace espalier::ui
