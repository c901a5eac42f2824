// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <cstdio>

#include "app/designer/designer.h"
#include "app/designer/latency.h"
#include "app/designer/options.h"
#include "app/designer/pictures.h"
#include "engine/base/version.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/language.h"
#include "ui/shell/main_window.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/replace.h"
#include "ui/widgets/theme.h"

using namespace espalier::ui;

namespace {

int openWindow(const Options& options) {
  Designer designer;
  MainWindow& window = designer.window();
  window.showFitted();
  if (!options.file.isEmpty())
    window.files().openFile(options.file);
  else
    window.files().lookForRecovery();
  return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
  QStringList arguments;
  for (int i = 1; i < argc; ++i) arguments += QString::fromLocal8Bit(argv[i]);
  QString error;
  const auto options = readOptions(arguments, error);
  if (!options) {
    std::fprintf(stderr, "espalier: %s\n%s", qUtf8Printable(error), qUtf8Printable(usage()));
    return 2;
  }
  if (options->task == Options::Task::version) {
    std::printf("espalier %s\n", espalier::kVersion);
    return 0;
  }
  if (options->task == Options::Task::help) {
    std::printf("%s", qUtf8Printable(usage()));
    return 0;
  }
  const bool picture = options->task == Options::Task::render ||
                       options->task == Options::Task::renderCurves ||
                       options->task == Options::Task::screenshot;
  if (picture && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
    qputenv("QT_QPA_PLATFORM", "offscreen");
  // The pictures of a network have a scale of their own; a window has Qt's.
  const bool drawn =
      options->task == Options::Task::render || options->task == Options::Task::renderCurves;
  if (!drawn && options->scale != 1) qputenv("QT_SCALE_FACTOR", QByteArray::number(options->scale));
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("espalier"));
  QApplication::setOrganizationName(QStringLiteral("espalier"));
  QApplication::setApplicationDisplayName(QStringLiteral("Espalier"));
  QApplication::setApplicationVersion(QLatin1String(espalier::kVersion));
  QApplication::setDesktopFileName(QStringLiteral("espalier"));
  applyLanguage(options->language);
  if (options->theme.isEmpty())
    applyTheme();
  else
    Theme::instance().apply(options->theme);
  if (picture) {
    const QString refusal = refusalToReplace(options->output, FileKind::picture);
    if (!refusal.isEmpty()) {
      std::fprintf(stderr, "espalier: %s\n", qUtf8Printable(refusal));
      return 2;
    }
  }
  switch (options->task) {
    case Options::Task::render:
      return renderNetwork(*options);
    case Options::Task::renderCurves:
      return renderCurves(*options);
    case Options::Task::screenshot:
      return takeScreenshot(*options);
    case Options::Task::measure:
      return measureLatency(*options);
    default:
      return openWindow(*options);
  }
}
