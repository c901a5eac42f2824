// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/replace.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QImageReader>
#include <QMessageBox>
#include <algorithm>

namespace espalier::ui {
namespace {

constexpr qint64 kLook = 4096;  // bytes from the beginning

QString said(const char* text) { return QCoreApplication::translate("Replace", text); }

bool isText(const QByteArray& bytes) {
  return std::none_of(bytes.begin(), bytes.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 9; });
}

// A ModelProto begins with one of its fields: ir_version, producer, graph, opset …
bool looksLikeOnnx(const QByteArray& bytes) {
  static const QByteArray kTags("\x08\x12\x1a\x22\x28\x32\x3a\x42\x72");
  return !isText(bytes) && kTags.contains(bytes.front());
}

// In the order of FileKind.
QString nameOf(FileKind kind) {
  static constexpr const char* kNames[] = {
      "",
      QT_TRANSLATE_NOOP("Replace", "a folder"),
      QT_TRANSLATE_NOOP("Replace", "an Espalier project"),
      QT_TRANSLATE_NOOP("Replace", "an ONNX model"),
      QT_TRANSLATE_NOOP("Replace", "a picture"),
      QT_TRANSLATE_NOOP("Replace", "a JSON file"),
      QT_TRANSLATE_NOOP("Replace", "a text"),
      QT_TRANSLATE_NOOP("Replace", "a file of another kind"),
  };
  return said(kNames[std::size_t(kind)]);
}

}  // namespace

FileKind kindOfFile(const QString& file) {
  const QFileInfo info(file);
  if (info.isDir()) return FileKind::folder;
  if (!info.exists()) return FileKind::none;
  QFile in(file);
  if (!in.open(QIODevice::ReadOnly)) return FileKind::other;
  const QByteArray bytes = in.read(kLook);
  if (bytes.isEmpty()) return FileKind::none;
  if (!QImageReader::imageFormat(file).isEmpty()) return FileKind::picture;
  if (looksLikeOnnx(bytes)) return FileKind::onnx;
  if (!isText(bytes)) return FileKind::other;
  const QByteArray start = bytes.trimmed();
  if (start.startsWith("<svg") || (start.startsWith("<?xml") && bytes.contains("<svg")))
    return FileKind::picture;
  if (!start.startsWith('{') && !start.startsWith('[')) return FileKind::text;
  // One that was cut is still somebody's project.
  const bool project =
      bytes.contains("\"espalier\"") || info.suffix().compare("espalier", Qt::CaseInsensitive) == 0;
  return project ? FileKind::project : FileKind::json;
}

QString refusalToReplace(const QString& file, FileKind kind) {
  const FileKind there = kindOfFile(file);
  if (there == FileKind::none || there == kind) return {};
  return said(QT_TRANSLATE_NOOP("Replace",
                                "%1 is %2; only %3 may be replaced by what is written "
                                "here. Choose another name."))
      .arg(QDir::toNativeSeparators(file), nameOf(there), nameOf(kind));
}

bool askToReplace(QWidget* parent, const QString& file) {
  if (!QFileInfo::exists(file)) return true;
  QMessageBox box(QMessageBox::NoIcon, said(QT_TRANSLATE_NOOP("Replace", "Replace the file?")),
                  said(QT_TRANSLATE_NOOP("Replace", "%1 is there already."))
                      .arg(QDir::toNativeSeparators(file)),
                  QMessageBox::Cancel, parent);
  QAbstractButton* replace =
      box.addButton(said(QT_TRANSLATE_NOOP("Replace", "Replace")), QMessageBox::AcceptRole);
  replace->setObjectName(QStringLiteral("replace"));
  box.setDefaultButton(QMessageBox::Cancel);
  box.exec();
  return box.clickedButton() == replace;
}

QString askWhereToSave(QWidget* parent, const SaveAs& what, QString& refusal) {
  QString file = QFileDialog::getSaveFileName(parent, what.title, what.start, what.filter);
  if (file.isEmpty()) return {};
  // The dialog has asked about the name that was typed, not about this one.
  bool asked = true;
  if (QFileInfo(file).suffix().isEmpty()) {
    file += u'.' + what.ending;
    asked = false;
  }
  refusal = refusalToReplace(file, what.kind);
  if (!refusal.isEmpty() || (!asked && !askToReplace(parent, file))) return {};
  return file;
}

}  // namespace espalier::ui
