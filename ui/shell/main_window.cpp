// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QMimeData>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/canvas/canvas.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/preferences.h"
#include "ui/shell/status_line.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/workspace.h"

namespace espalier::ui {
namespace {

constexpr int kFrameComes = 300;  // ms until the window manager has put its frame around a window

// The first file of what is dragged that can be opened.
QString openable(const QMimeData& dragged) {
  for (const QUrl& url : dragged.urls()) {
    const QString file = url.toLocalFile();
    for (const char* ending : {".espalier", ".onnx"})
      if (file.endsWith(QLatin1String(ending), Qt::CaseInsensitive)) return file;
  }
  return {};
}

}  // namespace

QRect fitted(QRect window, const QMargins& frame, const QRect& screen) {
  const QRect room = screen.marginsRemoved(frame);
  window.setSize(window.size().boundedTo(room.size()));
  window.moveLeft(std::clamp(window.left(), room.left(), room.right() - window.width() + 1));
  window.moveTop(std::clamp(window.top(), room.top(), room.bottom() - window.height() + 1));
  return window;
}

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
  connectQuantization();

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

MainWindow::~MainWindow() {
  // Docks tell that they are hidden until they are gone, and the timer goes before.
  for (QDockWidget* dock : std::as_const(m_docks)) disconnect(dock, nullptr, this, nullptr);
}

void MainWindow::rememberLayout() const { Preferences::setWindow(saveGeometry(), saveState()); }

void MainWindow::showFitted() {
  // What a frame takes is known once there is one; until then, what is usual.
  if (!isMaximized() && !isFullScreen()) {
    const QRect to = fitted(geometry(), {8, 36, 8, 8}, screen()->availableGeometry());
    if (testAttribute(Qt::WA_Moved))
      setGeometry(to);
    else
      resize(to.size());  // where, the window manager says
  }
  show();
  QTimer::singleShot(kFrameComes, this, [this] {
    if (isMaximized() || isFullScreen()) return;
    const QRect inside = geometry(), outside = frameGeometry();
    const QMargins frame(inside.left() - outside.left(), inside.top() - outside.top(),
                         outside.right() - inside.right(), outside.bottom() - inside.bottom());
    const QRect to = fitted(inside, frame, screen()->availableGeometry());
    if (to != inside) setGeometry(to);
  });
}

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
  if (!openable(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString file = openable(*event->mimeData());
  if (file.isEmpty()) return;
  event->acceptProposedAction();
  if (m_files->mayLeave()) m_files->openFile(file);
}

}  // namespace espalier::ui
