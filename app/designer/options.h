// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

namespace espalier::ui {

// What the command line asks for.
struct Options {
  enum class Task { window, version, help, render, renderCurves, measure };
  Task task = Task::window;
  QString file;                    // a project or an ONNX file
  QString output;                  // of a picture
  QString theme;                   // empty: the user's
  QString language;                // likewise
  double scale = 1;
  int seconds = 30;                // of measuring
};

// Nothing where the command line is wrong; `error` says why.
std::optional<Options> readOptions(const QStringList& arguments, QString& error);
QString usage();

}  // namespace espalier::ui
