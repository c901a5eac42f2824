// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

namespace espalier::ui {

// What the command line asks for.
struct Options {
  enum class Task { window, version, help, render, renderCurves, screenshot, measure };
  Task task = Task::window;
  QString file;      // a project or an ONNX file
  QString output;    // of a picture
  QString theme;     // empty: the user's
  QString language;  // likewise
  double scale = 1;
  int seconds = 0;         // of measuring, or of training before a screenshot; 0: usual
  QStringList panels;      // to bring to the front for a screenshot
  QString overlay, layer;  // of a screenshot: what cards show, which layer is selected
  QString command;         // of a screenshot: what is called last, such as "export.onnx"
  int width = 1440, height = 900;
};

// Nothing where the command line is wrong; `error` says why.
std::optional<Options> readOptions(const QStringList& arguments, QString& error);
QString usage();

}  // namespace espalier::ui
