// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QPainter>
#include <QString>

#include "ui/document/document.h"

namespace espalier::ui {

// The canvas as a picture: `espalier --render`, and the export of the shown graph. Needs a
// QGuiApplication with any platform ("offscreen" without a display).
struct RenderOptions {
  QString theme = QStringLiteral("light");  // "dark", "light", "contrast"
  double scale = 1;                         // of PNG pixels
  bool background = true;                   // false: transparent
  bool costLine = true;                     // what the network costs, above it
};

// Refused above 16,000 pixels an edge, with the scale that would fit.
Outcome renderImage(const Document& document, const RenderOptions& options, QImage* image);
QByteArray renderSvg(const Document& document, const RenderOptions& options);
// By the ending of the file: .svg or .png. Opens the project, lays it out where it has no layout, and
// writes the picture of its main graph.
Outcome renderProject(const QString& project, const QString& picture, const RenderOptions& options);
Outcome renderDocument(const Document& document, const QString& picture,
                       const RenderOptions& options);

}  // namespace espalier::ui
