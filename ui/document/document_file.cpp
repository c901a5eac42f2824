// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening, saving, recovery.
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>
#include <QtConcurrent>

#include "ui/document/document_private.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

fs::path toPath(const QString& file) { return fs::path(file.toStdU16String()); }

QStringList sentences(const std::vector<Message>& messages) {
  QStringList list;
  for (const Message& message : messages) list << translated(message);
  return list;
}

}  // namespace

void Document::Private::waitForAutosave() {
  try {
    autosaving.waitForFinished();
  } catch (...) {
    // Has been told when it happened.
  }
}

void Document::Private::reset() {
  stack.clear();
  stack.setClean();
  path.clear();
  shown.clear();
  selection = {};
  overlay = {};
  shares = {};
  weightsChanged = false;
  savedVersion = ++version;
  inference.update(project.network);
  collectProblems();
  Change change;
  change.everything = change.annotations = change.groups = true;
  change.data = change.training = change.other = true;
  emit q.fileNameChanged();
  emit q.pathChanged();
  emit q.overlayChanged();
  emit q.changed(change);
  emit q.selectionChanged();
  emit q.problemsChanged();
  emit q.weightsChanged();
  emit q.modifiedChanged(q.isModified());
}

QString Document::fileName() const { return d->file; }
const QStringList& Document::warnings() const { return d->warnings; }
bool Document::isModified() const { return !d->stack.isClean() || d->weightsChanged; }

QString Document::displayName() const {
  if (!d->file.isEmpty()) return QFileInfo(d->file).completeBaseName();
  return d->name.isEmpty() ? tr("Untitled") : d->name;
}

void Document::newProject() {
  adopt(Project());
  d->stack.setClean();
}

void Document::adopt(Project project, const QString& displayName) {
  removeAutosave();
  d->project = std::move(project);
  d->file.clear();
  d->name = displayName;
  d->stamp = {};
  d->warnings.clear();
  d->reset();
  d->stack.resetClean();
}

Outcome Document::open(const QString& file) {
  try {
    const QString absolute = QFileInfo(file).absoluteFilePath();
    LoadedProject loaded = load_project(toPath(absolute));
    removeAutosave();
    d->project = std::move(loaded.project);
    d->stamp = std::move(loaded.stamp);
    d->warnings = sentences(loaded.warnings);
    d->file = absolute;
    d->name.clear();
    d->reset();
    return Outcome::done();
  } catch (const Error& error) {
    return Outcome::refused(translated(error.message()));
  }
}

Outcome Document::save() {
  if (d->file.isEmpty()) return Outcome::refused(tr("The project has no file yet: use Save as."));
  try {
    d->stamp = save_project(d->project, toPath(d->file), &d->stamp);
  } catch (const Error& error) {
    return Outcome::refused(translated(error.message()));
  }
  removeAutosave();
  d->weightsChanged = false;
  d->savedVersion = d->version;
  d->stack.setClean();
  emit modifiedChanged(false);
  return Outcome::done();
}

Outcome Document::saveAs(const QString& file) {
  const QString absolute = QFileInfo(file).absoluteFilePath();
  try {
    d->stamp = save_project(d->project, toPath(absolute), nullptr);
  } catch (const Error& error) {
    return Outcome::refused(translated(error.message()));
  }
  removeAutosave();
  d->file = absolute;
  d->weightsChanged = false;
  d->savedVersion = d->version;
  d->stack.setClean();
  emit fileNameChanged();
  emit modifiedChanged(false);
  return Outcome::done();
}

bool Document::changedOnDisk() const {
  return !d->file.isEmpty() && changed_on_disk(toPath(d->file), d->stamp);
}

// ---- recovery

QString Document::autosaveFile() const {
  if (!d->file.isEmpty()) {
    const QFileInfo info(d->file);
    return info.dir().filePath(u'.' + info.fileName() + QStringLiteral(".autosave"));
  }
  if (d->unsavedCopy.isEmpty()) {
    d->unsavedCopy = autosaveFolder() + u'/' + QUuid::createUuid().toString(QUuid::Id128) +
                     QStringLiteral(".espalier.autosave");
  }
  return d->unsavedCopy;
}

QString Document::autosaveFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
         QStringLiteral("/unsaved");
}

void Document::autosave() {
  if (d->version == d->savedVersion || !isModified()) return;
  if (d->autosaving.isRunning()) return;  // the next one takes this change along
  const quint64 version = d->version;
  const QString file = autosaveFile();
  QDir().mkpath(QFileInfo(file).absolutePath());
  d->autosaveOurs = true;
  d->autosaving = QtConcurrent::run(
      [project = d->project, path = toPath(file)] { write_text(path, project_text(project)); });
  d->autosaving
      .then(this,
            [this, version] {
              d->savedVersion = version;
              emit autosaved();
            })
      .onFailed(this, [this] { emit refused(failureText()); });
}

QStringList Document::leftBehind() {
  const QDir::Filters kinds = QDir::Files | QDir::Hidden;
  QStringList found;
  if (d->file.isEmpty()) {
    // Every one has a name of its own, which no other session uses.
    for (const QFileInfo& info :
         QDir(autosaveFolder()).entryInfoList({QStringLiteral("*.autosave")}, kinds, QDir::Time))
      if (info.absoluteFilePath() != d->unsavedCopy) found += info.absoluteFilePath();
    return found;
  }
  const QFileInfo file(d->file), copy(autosaveFile());
  const QString apart = u'.' + file.fileName() + QStringLiteral(".recovery-");
  if (!d->autosaveOurs && copy.exists() && copy.lastModified() >= file.lastModified()) {
    // The next autosave must not write over it.
    const QString name = apart + QUuid::createUuid().toString(QUuid::Id128);
    if (!QFile::rename(copy.filePath(), file.dir().filePath(name))) found += copy.filePath();
  }
  for (const QFileInfo& info : file.dir().entryInfoList(kinds, QDir::Time))
    if (info.fileName().startsWith(apart)) found += info.absoluteFilePath();
  return found;
}

void Document::discardCopy(const QString& copy) { QFile::remove(copy); }

Outcome Document::recover(const QString& copy) {
  try {
    LoadedProject loaded = project_from_text(read_text(toPath(copy)), copy.toStdString());
    // The copy holds no weights: those of the file are the newest there are.
    loaded.project.weights = d->project.weights;
    loaded.project.versions = d->project.versions;
    d->project = std::move(loaded.project);
    d->warnings = sentences(loaded.warnings);
    d->reset();
    d->stack.resetClean();
    // A crash from here on finds it again.
    removeAutosave();
    if (d->file.isEmpty()) {
      d->unsavedCopy = copy;
    } else if (copy != autosaveFile()) {
      QFile::remove(autosaveFile());  // an old one, from before the file was saved
      QFile::rename(copy, autosaveFile());
    }
    d->autosaveOurs = true;
    emit modifiedChanged(true);
    return Outcome::done();
  } catch (const Error& error) {
    return Outcome::refused(translated(error.message()));
  }
}

void Document::removeAutosave() {
  d->waitForAutosave();
  if (!d->autosaveOurs) return;
  d->autosaveOurs = false;
  if (!d->file.isEmpty()) QFile::remove(autosaveFile());
  if (!d->unsavedCopy.isEmpty()) QFile::remove(std::exchange(d->unsavedCopy, {}));
}

}  // namespace espalier::ui
