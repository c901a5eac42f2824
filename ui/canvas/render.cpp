// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/render.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QEventLoop>
#include <QFileInfo>
#include <QSaveFile>
#include <QSvgGenerator>

#include "ui/canvas/paint/scene_painter.h"
#include "ui/canvas/panels/path_bar.h"
#include "ui/document/auto_layout.h"
#include "ui/document/edits/layout.h"

namespace espalier::ui {
namespace {

constexpr double kMargin = 32, kLine = 28;
constexpr int kMostPixels = 16000;

QString tr(const char* text) { return QCoreApplication::translate("Render", text); }

class Picture {
 public:
  Picture(const Document& document, const RenderOptions& options)
      : m_options(options), m_scene(document, ThemeTokens::load(options.theme)) {
    m_bounds = m_scene.bounds();
    for (const WireView& wire : m_scene.wires()) m_bounds |= wire.bounds | wire.chipRect;
    for (const CardView& card : m_scene.cards()) {
      m_bounds |= card.rect.adjusted(-6, -8, 12, 6);
      if (card.mark && !card.quiet) m_bounds |= calloutRects(card, m_scene.tokens()).box;
    }
    m_bounds.adjust(-kMargin, -kMargin - (options.costLine ? kLine : 0), kMargin, kMargin);
  }

  QRectF bounds() const { return m_bounds; }

  void paint(QPainter& painter) const {
    const ThemeTokens& t = m_scene.tokens();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-m_bounds.topLeft());
    if (m_options.background) painter.fillRect(m_bounds, t.background);
    PaintState state;
    state.visible = m_bounds;
    state.focused = false;
    ScenePainter(painter, m_scene, state).paint();
    if (!m_options.costLine) return;
    painter.setFont(t.font(t.base));
    painter.setPen(t.secondary);
    painter.drawText(QRectF(m_bounds.left() + kMargin, m_bounds.top() + 14, m_bounds.width(), 20),
                     Qt::AlignVCenter, costLine(m_scene.document()));
  }

 private:
  RenderOptions m_options;
  Scene m_scene;
  QRectF m_bounds;
};

void layOut(Document& document) {
  const Scene scene(document, ThemeTokens::load(QStringLiteral("light")));
  LayoutTask task;
  for (const CardView& card : scene.cards()) task.cards.emplace_back(card.id, card.rect.size());
  for (const WireView& wire : scene.wires()) {
    task.wires.push_back({wire.wire.from.node, wire.wire.to.node});
  }
  AutoLayout layout;
  QEventLoop loop;
  QObject::connect(&layout, &AutoLayout::finished, &loop, [&](const CardPlaces& places) {
    document.apply(Move(places));
    loop.quit();
  });
  layout.start(std::move(task));
  loop.exec();
}

}  // namespace

Outcome renderImage(const Document& document, const RenderOptions& options, QImage* image) {
  const Picture picture(document, options);
  const QSizeF size = picture.bounds().size() * options.scale;
  const double longest = std::max(size.width(), size.height());
  if (longest > kMostPixels) {
    return Outcome::refused(tr("The picture would be %1 pixels long; at most %2 are written. Use a "
                               "scale of %3 or SVG.")
                                .arg(qRound(longest))
                                .arg(kMostPixels)
                                .arg(options.scale * kMostPixels / longest, 0, 'f', 2));
  }
  *image = QImage(size.toSize(), QImage::Format_ARGB32_Premultiplied);
  image->fill(Qt::transparent);
  QPainter painter(image);
  painter.scale(options.scale, options.scale);
  picture.paint(painter);
  return {};
}

QByteArray renderSvg(const Document& document, const RenderOptions& options) {
  const Picture picture(document, options);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setTitle(document.displayName());
  generator.setSize(picture.bounds().size().toSize());
  generator.setViewBox(QRectF(QPointF(0, 0), picture.bounds().size()));
  QPainter painter(&generator);
  picture.paint(painter);
  painter.end();
  return bytes;
}

Outcome renderDocument(const Document& document, const QString& picture,
                       const RenderOptions& options) {
  const QString ending = QFileInfo(picture).suffix().toLower();
  QByteArray bytes;
  if (ending == QLatin1String("svg")) {
    bytes = renderSvg(document, options);
  } else if (ending == QLatin1String("png")) {
    QImage image;
    if (Outcome o = renderImage(document, options, &image); !o) return o;
    QBuffer buffer(&bytes);
    image.save(&buffer, "PNG");
  } else {
    return Outcome::refused(tr("%1: expected a name that ends in .svg or .png").arg(picture));
  }
  QSaveFile file(picture);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
    return Outcome::refused(tr("%1: cannot be written: %2").arg(picture, file.errorString()));
  }
  return {};
}

Outcome renderProject(const QString& project, const QString& picture,
                      const RenderOptions& options) {
  Document document;
  if (Outcome o = document.open(project); !o) return o;
  const auto& cards = document.sheet().cards;
  if (cards.size() * 2 < document.graph().size()) layOut(document);
  return renderDocument(document, picture, options);
}

}  // namespace espalier::ui
