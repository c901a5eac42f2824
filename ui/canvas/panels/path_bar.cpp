// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/panels/path_bar.h"

#include <QCoreApplication>
#include <QPainter>

#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

// A size with the batch put in for N; symbols that are left make it unknown.
std::optional<double> number(const Dim& dim, std::int64_t batch) {
  const std::optional<std::int64_t> value = dim.evaluate({{"N", batch}});
  return value ? std::optional(double(*value)) : std::nullopt;
}

}  // namespace

QString costLine(const Document& document) {
  const Inference* inference = document.shownInference();
  if (inference == nullptr) return {};
  const NetworkCost cost = inference->total();
  const std::int64_t batch = document.project().training.batch_size;
  QStringList parts;
  const auto n = int(cost.layers);
  parts << QCoreApplication::translate("PathBar", "%n layer(s)", nullptr, n);
  if (const auto v = number(cost.parameters, batch)) {
    parts << QCoreApplication::translate("PathBar", "%1 parameters").arg(grouped(qint64(*v)));
  }
  if (const auto v = number(cost.macs, 1)) {
    parts << QCoreApplication::translate("PathBar", "%1 MAC").arg(abbreviated(*v));
  }
  if (const auto v = number(cost.activation_elements, batch)) {
    parts << QCoreApplication::translate("PathBar", "%1 activations at batch %2")
                 .arg(bytesText(*v * 4))
                 .arg(batch);
  }
  return parts.join(QStringLiteral(" · "));
}

PathBar::PathBar(Document& document, QWidget* parent) : QLabel(parent), m_document(document) {
  setTextFormat(Qt::RichText);
  setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  setFocusPolicy(Qt::ClickFocus);
  connect(this, &QLabel::linkActivated, this, [this](const QString& link) {
    GroupPath path = m_document.path();
    path.resize(std::min(path.size(), std::size_t(link.toUInt())));
    m_document.goTo(path);
  });
  connect(&Theme::instance(), &Theme::changed, this, &PathBar::refresh);
  connect(&document, &Document::pathChanged, this, &PathBar::refresh);
  connect(&document, &Document::changed, this, &PathBar::refresh);
  refresh();
}

void PathBar::paintEvent(QPaintEvent* event) {
  // Legible over what the canvas has there, too.
  QColor ground = tokens().background;
  ground.setAlphaF(0.88F);
  QPainter(this).fillRect(rect(), ground);
  QLabel::paintEvent(event);
}

void PathBar::refresh() {
  const ThemeTokens& t = tokens();
  const GroupPath& path = m_document.path();
  QStringList names{tr("Network")};
  for (const Level& level : path) names << QString::fromStdString(level.name);
  QString html;
  for (qsizetype i = 0; i < names.size(); ++i) {
    html += QStringLiteral(
                "<a href=\"%1\" style=\"color:%2;text-decoration:none;font-weight:600\">%3</a>")
                .arg(i)
                .arg(t.accent.name(), names[i].toHtmlEscaped());
    html +=
        QStringLiteral("<span style=\"color:%1\">&nbsp; › &nbsp;</span>").arg(t.secondary.name());
  }
  html += QStringLiteral("<span style=\"color:%1\">%2</span>")
              .arg(t.secondary.name(), costLine(m_document).toHtmlEscaped());
  setFont(t.font(t.base));
  setText(html);
  adjustSize();
  setAccessibleName(names.join(QStringLiteral(" › ")) + QStringLiteral(": ") +
                    costLine(m_document));
  emit resized();
}

}  // namespace espalier::ui
