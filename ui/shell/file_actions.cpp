// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/file_actions.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QtConcurrent>

#include "engine/session/operations.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/replace.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

constexpr int kWatch = 2000;  // ms between two looks at the file
const QString kEnding = QStringLiteral("espalier");
constexpr qsizetype kLines = 5;  // of a banner

QString fewOf(const QStringList& lines) {
  QStringList shown = lines.mid(0, kLines);
  if (lines.size() > kLines)
    shown += FileActions::tr("… and %n more", nullptr, int(lines.size() - kLines));
  return shown.join(u'\n');
}

}  // namespace

QString examplesFolder() {
  const QString program = QCoreApplication::applicationDirPath();
  for (const QString& folder :
       {program + QStringLiteral("/../share/espalier/projects"),
        program + QStringLiteral("/../../../projects"), QStringLiteral("projects")}) {
    if (QDir(folder).exists()) return QDir(folder).canonicalPath();
  }
  return {};
}

FileActions::FileActions(Workspace& workspace, Banners& banners, QWidget* window)
    : QObject(window), m_workspace(workspace), m_banners(banners), m_window(window) {
  m_watch.setInterval(kWatch);
  connect(&m_watch, &QTimer::timeout, this, &FileActions::checkDisk);
  m_watch.start();
  // What is offered belongs to one project; it is kept for when that is opened again.
  connect(&workspace.document(), &Document::fileNameChanged, this, [this] {
    if (m_workspace.document().fileName() != m_offeredFor)
      m_banners.close(QStringLiteral("recovery"));
  });
}

void FileActions::refuse(const QString& reason) {
  m_banners.show(QStringLiteral("file"), Banners::Tone::bad, reason);
}

void FileActions::newProject() {
  if (!mayLeave()) return;
  m_workspace.run().forget();
  m_workspace.document().newProject();
}

void FileActions::open() {
  const QString file = QFileDialog::getOpenFileName(
      m_window, tr("Open"), QFileInfo(m_workspace.document().fileName()).absolutePath(),
      tr("Networks (*.espalier *.onnx);;All files (*)"));
  if (!file.isEmpty() && mayLeave()) openFile(file);
}

bool FileActions::openFile(const QString& file) {
  m_banners.close(QStringLiteral("file"));
  if (file.endsWith(QLatin1String(".onnx"), Qt::CaseInsensitive)) {
    startImport(file);
    return true;
  }
  Document& document = m_workspace.document();
  if (const Outcome outcome = document.open(file); !outcome) {
    refuse(outcome.reason);
    return false;
  }
  m_workspace.run().forget();
  Preferences::addRecentFile(document.fileName());
  showWarnings();
  lookForRecovery();
  return true;
}

void FileActions::showWarnings() {
  const QStringList& warnings = m_workspace.document().warnings();
  if (!warnings.isEmpty())
    m_banners.show(QStringLiteral("file"), Banners::Tone::warning, fewOf(warnings));
}

bool FileActions::save() {
  Document& document = m_workspace.document();
  if (document.fileName().isEmpty()) return saveAs();
  if (const Outcome outcome = document.save(); !outcome) {
    m_banners.show(QStringLiteral("file"), Banners::Tone::bad, outcome.reason,
                   {{tr("Save as…"), [this] { saveAs(); }}});
    return false;
  }
  fileIsOurs();
  Preferences::addRecentFile(document.fileName());
  emit said(tr("saved %1").arg(QDir::toNativeSeparators(document.fileName())));
  return true;
}

// Written just now: what was said of it before, that it could not be or that another program changed it,
// is over.
void FileActions::fileIsOurs() {
  m_seen = QFileInfo(m_workspace.document().fileName()).lastModified();
  m_banners.close(QStringLiteral("disk"));
  m_banners.close(QStringLiteral("file"));
}

bool FileActions::saveAs() {
  Document& document = m_workspace.document();
  QString start = document.fileName();
  if (start.isEmpty()) start = QDir::homePath() + u'/' + document.displayName() + u'.' + kEnding;
  QString refusal;
  const QString file = askWhereToSave(
      m_window,
      {FileKind::project, tr("Save as"), start, tr("Espalier projects (*.espalier)"), kEnding},
      refusal);
  if (!refusal.isEmpty()) refuse(refusal);
  if (file.isEmpty()) return false;
  if (const Outcome outcome = document.saveAs(file); !outcome) {
    refuse(outcome.reason);
    return false;
  }
  fileIsOurs();
  Preferences::addRecentFile(document.fileName());
  emit said(tr("saved %1").arg(QDir::toNativeSeparators(file)));
  return true;
}

void FileActions::importOnnx() {
  const QString file = QFileDialog::getOpenFileName(m_window, tr("Import ONNX"), {},
                                                    tr("ONNX models (*.onnx);;All files (*)"));
  if (!file.isEmpty() && mayLeave()) startImport(file);
}

// Reading may take a while: elsewhere, and taken over here.
void FileActions::startImport(const QString& file) {
  if (!m_importing.isEmpty()) return;
  m_importing = file;
  emit said(tr("reading %1").arg(QFileInfo(file).fileName()));
  QtConcurrent::run(
      [path = std::filesystem::path(file.toStdU16String())] { return open_file(path); })
      .then(this,
            [this, file](const OpenedFile& opened) {
              m_importing.clear();
              m_workspace.run().forget();
              m_workspace.document().adopt(opened.project, QFileInfo(file).completeBaseName());
              QStringList lines;
              for (const Message& m : opened.warnings) lines += translated(m);
              if (!lines.isEmpty())
                m_banners.show(QStringLiteral("file"), Banners::Tone::warning, fewOf(lines));
              emit said(tr("imported %1").arg(QFileInfo(file).fileName()));
            })
      .onFailed(this, [this, file] {
        m_importing.clear();
        refuse(failureText(tr("%1 could not be read.").arg(file)));
      });
}

void FileActions::fillRecent(QMenu* menu) {
  menu->clear();
  for (const QString& file : Preferences::recentFiles()) {
    menu->addAction(QDir::toNativeSeparators(file), this, [this, file] {
      if (mayLeave()) openFile(file);
    });
  }
  if (menu->isEmpty()) {
    menu->addAction(tr("None yet"))->setEnabled(false);
    return;
  }
  menu->addSeparator();
  menu->addAction(tr("Clear the list"), this, [] { Preferences::clearRecentFiles(); });
}

void FileActions::fillExamples(QMenu* menu) {
  menu->clear();
  const QString folder = examplesFolder();
  QStringList files;
  if (!folder.isEmpty()) {
    QDirIterator it(folder, {QStringLiteral("*.espalier")}, QDir::Files,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) files += it.next();
    files.sort();
  }
  for (const QString& file : files) {
    const QString name = QDir(folder).relativeFilePath(file).chopped(kEnding.size() + 1);
    menu->addAction(QString(name).replace(u'/', QStringLiteral(" / ")), this, [this, file] {
      if (mayLeave()) openFile(file);
    });
  }
  if (menu->isEmpty()) menu->addAction(tr("No examples were found"))->setEnabled(false);
}

bool FileActions::mayLeave() {
  Document& document = m_workspace.document();
  if (!document.isModified()) return true;
  QMessageBox box(QMessageBox::NoIcon, tr("Changes are not saved"),
                  tr("%1 has changes that are not saved.").arg(document.displayName()),
                  QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
  box.setDefaultButton(QMessageBox::Save);
  const int answer = box.exec();
  if (answer == QMessageBox::Save) return save();
  if (answer == QMessageBox::Discard) document.removeAutosave();
  return answer == QMessageBox::Discard;
}

// One copy after the other: each waits until it is answered, however many sessions that takes.
void FileActions::lookForRecovery() {
  const QStringList copies = m_workspace.document().leftBehind();
  m_offeredFor = m_workspace.document().fileName();
  if (copies.isEmpty()) return;
  const QString copy = copies.front();
  m_banners.show(QStringLiteral("recovery"), Banners::Tone::warning,
                 tr("The program ended before the last changes were saved. They can be recovered."),
                 {{tr("Recover"), [this, copy] { recover(copy); }}, {tr("Discard"), [this, copy] {
                                                                       Document::discardCopy(copy);
                                                                       lookForRecovery();
                                                                     }}});
}

void FileActions::recover(const QString& copy) {
  if (mayLeave()) {
    const Outcome outcome = m_workspace.document().recover(copy);
    if (outcome) {
      showWarnings();
    } else {
      refuse(outcome.reason);
    }
  }
  lookForRecovery();  // what has not been taken over, or the next one
}

// The content is compared only where the file's time is another one.
void FileActions::checkDisk() {
  const QFileInfo info(m_workspace.document().fileName());
  if (info.filePath().isEmpty() || info.lastModified() == m_seen) return;
  m_seen = info.lastModified();
  if (!m_workspace.document().changedOnDisk()) {
    m_banners.close(QStringLiteral("disk"));
    return;
  }
  if (m_banners.has(QStringLiteral("disk"))) return;
  m_banners.show(QStringLiteral("disk"), Banners::Tone::warning,
                 tr("Another program changed %1.").arg(info.fileName()),
                 {{tr("Load it again"), [this] { openFile(m_workspace.document().fileName()); }},
                  {tr("Save mine over it"), [this] {
                     const QString file = m_workspace.document().fileName();
                     if (const Outcome o = m_workspace.document().saveAs(file); !o)
                       refuse(o.reason);
                     else
                       fileIsOurs();
                   }}});
}

}  // namespace espalier::ui
