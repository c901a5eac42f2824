// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QMimeData>
#include <QStatusBar>
#include <QVBoxLayout>

#include "ui/canvas/canvas.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/preferences.h"
#include "ui/shell/status_line.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/workspace.h"

namespace espalier::ui {

MainWindow::MainWindow(Workspace& workspace) : m_workspace(workspace) {
  setObjectName(QStringLiteral("mainWindow"));
  setAcceptDrops(true);
  setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
  setDocumentMode(true);
  for (const Qt::DockWidgetArea area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea,
                                        Qt::BottomDockWidgetArea, Qt::TopDockWidgetArea})
    setTabPosition(area, QTabWidget::North);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);

  auto* middle = new QWidget(this);
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_banners = new Banners(middle);
  m_canvas = new Canvas(workspace.document(), middle);
  column->addWidget(m_banners);
  column->addWidget(m_canvas, 1);
  setCentralWidget(middle);

  m_files = new FileActions(workspace, *m_banners, this);
  m_top = new TopBar(workspace, this);
  addToolBar(Qt::TopToolBarArea, m_top);
  m_status = new StatusLine(workspace, this);
  auto* bar = new QStatusBar(this);
  bar->setSizeGripEnabled(false);
  bar->addWidget(m_status, 1);
  bar->setContentsMargins(0, 0, 0, 0);
  setStatusBar(bar);

  makePanels();
  makeMenus();
  connectCanvas();
  connectRun();
  connectTry();

  resize(1440, 900);
  arrangePanels();
  restoreGeometry(Preferences::windowGeometry());
  restoreState(Preferences::windowState());
  const auto title = [this] {
    const Document& document = m_workspace.document();
    setWindowTitle(QStringLiteral("%1[*] — Espalier").arg(document.displayName()));
    setWindowFilePath(document.fileName());
    setWindowModified(document.isModified());
  };
  connect(&workspace.document(), &Document::fileNameChanged, this, title);
  connect(&workspace.document(), &Document::modifiedChanged, this, title);
  title();
  m_canvas->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::rememberLayout() const { Preferences::setWindow(saveGeometry(), saveState()); }

void MainWindow::showPanel(const QString& id) {
  QDockWidget* dock = m_docks.value(id);
  if (dock == nullptr) return;
  dock->show();
  dock->raise();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_files->mayLeave()) {
    event->ignore();
    return;
  }
  rememberLayout();
  m_workspace.document().removeAutosave();
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  for (const QUrl& url : event->mimeData()->urls()) {
    const QString file = url.toLocalFile();
    if (file.endsWith(QLatin1String(".espalier")) || file.endsWith(QLatin1String(".onnx")))
      event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.isEmpty()) return;
  event->acceptProposedAction();
  if (m_files->mayLeave()) m_files->openFile(urls.front().toLocalFile());
}

}  // namespace espalier::ui
