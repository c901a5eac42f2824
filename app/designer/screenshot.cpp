// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QPixmap>
#include <QTimer>
#include <cstdio>

#include "app/designer/designer.h"
#include "app/designer/pictures.h"
#include "ui/canvas/canvas.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/workspace.h"

namespace espalier::ui {
namespace {

void wait(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

}  // namespace

int takeScreenshot(const Options& options) {
  Designer designer;
  MainWindow& window = designer.window();
  Workspace& workspace = designer.workspace();
  window.resize(options.width, options.height);
  window.show();
  if (!options.file.isEmpty() && !window.files().openFile(options.file)) {
    std::fprintf(stderr, "espalier: %s\n",
                 qUtf8Printable(window.banners().sentences().join(u'\n')));
    return 1;
  }
  wait(500);
  if (!options.overlay.isEmpty()) workspace.setOverlay(options.overlay);
  if (options.seconds > 0) {
    workspace.run().run();
    // Through the end where that comes first.
    for (int i = 0; i < options.seconds * 10 && workspace.run().active(); ++i) wait(100);
  } else {
    wait(2500);  // the estimate, and a profile
  }
  for (const auto id : workspace.document().graph().nodes()) {
    if (workspace.document().graph().node(id).name == options.layer.toStdString())
      workspace.document().select(id);
  }
  for (const QString& panel : options.panels) window.showPanel(panel);
  window.canvas().fitAll();
  wait(1200);
  if (qEnvironmentVariableIsSet("ESP_SIZES"))
    for (QWidget* w : window.findChildren<QWidget*>())
      if (w->minimumSizeHint().width() > 900)
        std::fprintf(stderr, "%s %s %d\n", w->metaObject()->className(),
                     qUtf8Printable(w->objectName()), w->minimumSizeHint().width());
  const QPixmap picture = window.grab();
  workspace.run().stop();
  if (picture.save(options.output)) return 0;
  std::fprintf(stderr, "espalier: %s cannot be written\n", qUtf8Printable(options.output));
  return 1;
}

}  // namespace espalier::ui
