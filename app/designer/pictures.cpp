// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/designer/pictures.h"

#include <QFileInfo>
#include <QImage>
#include <cstdio>

#include "engine/session/operations.h"
#include "ui/canvas/render.h"
#include "ui/training/curves/curves_panel.h"
#include "ui/training/runs/runs_panel.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

constexpr QSize kCurves{1000, 300};

int refuse(const QString& sentence) {
  std::fprintf(stderr, "espalier: %s\n", qUtf8Printable(sentence));
  return 1;
}

RenderOptions looks(const Options& options) {
  RenderOptions render;
  if (!options.theme.isEmpty()) render.theme = options.theme;
  render.scale = options.scale;
  return render;
}

}  // namespace

int renderNetwork(const Options& options) {
  Outcome outcome;
  if (options.file.endsWith(QLatin1String(".onnx"), Qt::CaseInsensitive)) {
    try {
      Document document;
      document.adopt(open_file(options.file.toStdString()).project,
                     QFileInfo(options.file).completeBaseName());
      outcome = renderDocument(document, options.output, looks(options));
    } catch (const Error& e) {
      outcome = Outcome::refused(translated(e.message()));
    }
  } else {
    outcome = renderProject(options.file, options.output, looks(options));
  }
  return outcome ? 0 : refuse(outcome.reason);
}

int renderCurves(const Options& options) {
  try {
    const std::filesystem::path history = historyOf(options.file);
    const auto curves = readNewestCurves(history);
    if (curves == nullptr)
      return refuse(QStringLiteral("%1 has no run yet: train it first").arg(options.file));
    CurvesPanel panel;
    panel.resize(kCurves);
    panel.setRun(curves, curves->epochs.empty() ? 1 : int(curves->epochs.size()));
    panel.ensurePolished();
    if (!panel.picture(kCurves, options.scale * 2).save(options.output))
      return refuse(QStringLiteral("%1 cannot be written").arg(options.output));
  } catch (const Error& e) {
    return refuse(translated(e.message()));
  }
  return 0;
}

}  // namespace espalier::ui
