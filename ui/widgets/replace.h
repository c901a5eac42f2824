// SPDX-License-Identifier: GPL-3.0-or-later
//
// Before a file is written: is something there that would be lost?
#pragma once

#include <QString>

class QWidget;

namespace espalier::ui {

// Told by the content, so that a picture by the name of a model is still a picture. `none`: nothing is
// there, or a file without content.
enum class FileKind { none, folder, project, onnx, picture, json, text, other };
FileKind kindOfFile(const QString& file);

// A sentence why `kind` must not be written over what lies there: something else does. Empty: there
// is nothing, or an earlier one of the same kind.
QString refusalToReplace(const QString& file, FileKind kind);

// Asks where there is something; true: nothing is there, or it may be replaced.
bool askToReplace(QWidget* parent, const QString& file);

// What askWhereToSave() needs to know of what is saved.
struct SaveAs {
  FileKind kind;
  QString title, start, filter;
  QString ending;  // added where none was typed
};
// The system's dialog, and the questions above. Empty: not to be saved; `refusal` says why where
// the user did not say so.
QString askWhereToSave(QWidget* parent, const SaveAs& what, QString& refusal);

}  // namespace espalier::ui
