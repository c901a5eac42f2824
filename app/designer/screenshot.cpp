// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDialog>
#include <QPainter>
#include <QPixmap>
#include <QTimer>
#include <cstdio>

#include "app/designer/designer.h"
#include "app/designer/pictures.h"
#include "ui/canvas/canvas.h"
#include "ui/canvas/canvas_actions.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/workspace.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

void wait(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

// The window with its dialogs over it, each in the middle.
QPixmap grabWithDialogs(QWidget& window) {
  QPixmap picture = window.grab();
  QPainter painter(&picture);
  for (QDialog* dialog : window.findChildren<QDialog*>()) {
    if (!dialog->isVisible()) continue;
    const QRect place(
        QPoint((window.width() - dialog->width()) / 2, (window.height() - dialog->height()) / 2),
        dialog->size());
    painter.fillRect(window.rect(), QColor(0, 0, 0, 90));
    painter.drawPixmap(place.topLeft(), dialog->grab());
    painter.setPen(tokens().cardLine);
    painter.drawRect(place.adjusted(0, 0, -1, -1));
  }
  return picture;
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
  if (!options.command.isEmpty()) {
    QAction* command = window.command(options.command);
    if (command == nullptr) command = window.canvas().actions().action(options.command);
    if (command == nullptr) {
      std::fprintf(stderr, "espalier: there is no command %s\n", qUtf8Printable(options.command));
      return 2;
    }
    command->trigger();
    wait(800);
  }
  const QPixmap picture = grabWithDialogs(window);
  workspace.run().stop();
  if (picture.save(options.output)) return 0;
  std::fprintf(stderr, "espalier: %s cannot be written\n", qUtf8Printable(options.output));
  return 1;
}

}  // namespace espalier::ui
