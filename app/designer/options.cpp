// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/designer/options.h"

#include <QCoreApplication>
#include <functional>
#include <map>

namespace espalier::ui {

QString usage() {
  return QStringLiteral(
      "espalier [FILE]                                   open the designer\n"
      "espalier --render FILE -o PICTURE.svg|png         the canvas as a picture\n"
      "espalier --render-curves FILE -o PICTURE.png      the curves of the newest run\n"
      "espalier --measure-latency FILE [--seconds N]     how late the window answers while "
      "training\n"
      "espalier --screenshot FILE -o PICTURE.png         the window, after some training\n"
      "    [--seconds N] [--panels run,curves] [--overlay time|memory] [--layer NAME]\n"
      "    [--command export.onnx|add.quick|app.settings|…] [--size WxH]\n"
      "  --theme dark|light|contrast   --language en|zh_CN   --scale FACTOR   --version   "
      "--help\n");
}

std::optional<Options> readOptions(const QStringList& arguments, QString& error) {
  Options options;
  const std::map<QString, std::function<bool(const QString&)>> valued = {
      {"--render",
       [&](const QString& v) {
         options.task = Options::Task::render;
         options.file = v;
         return true;
       }},
      {"--render-curves",
       [&](const QString& v) {
         options.task = Options::Task::renderCurves;
         options.file = v;
         return true;
       }},
      {"--measure-latency",
       [&](const QString& v) {
         options.task = Options::Task::measure;
         options.file = v;
         return true;
       }},
      {"--screenshot",
       [&](const QString& v) {
         options.task = Options::Task::screenshot;
         options.file = v;
         return true;
       }},
      {"--panels", [&](const QString& v) { return !(options.panels = v.split(u',')).isEmpty(); }},
      {"--overlay", [&](const QString& v) { return !(options.overlay = v).isEmpty(); }},
      {"--command", [&](const QString& v) { return !(options.command = v).isEmpty(); }},
      {"--layer", [&](const QString& v) { return !(options.layer = v).isEmpty(); }},
      {"--size",
       [&](const QString& v) {
         options.width = v.section(u'x', 0, 0).toInt();
         options.height = v.section(u'x', 1, 1).toInt();
         return options.width > 0 && options.height > 0;
       }},
      {"-o", [&](const QString& v) { return !(options.output = v).isEmpty(); }},
      {"--output", [&](const QString& v) { return !(options.output = v).isEmpty(); }},
      {"--theme", [&](const QString& v) { return !(options.theme = v).isEmpty(); }},
      {"--language", [&](const QString& v) { return !(options.language = v).isEmpty(); }},
      {"--scale",
       [&](const QString& v) {
         bool ok = false;
         options.scale = v.toDouble(&ok);
         return ok && options.scale > 0 && options.scale <= 16;
       }},
      {"--seconds",
       [&](const QString& v) {
         bool ok = false;
         options.seconds = v.toInt(&ok);
         return ok && options.seconds > 0;
       }},
  };
  for (qsizetype i = 0; i < arguments.size(); ++i) {
    const QString& argument = arguments[i];
    if (argument == QLatin1String("--version")) {
      options.task = Options::Task::version;
    } else if (argument == QLatin1String("--help") || argument == QLatin1String("-h")) {
      options.task = Options::Task::help;
    } else if (const auto it = valued.find(argument); it != valued.end()) {
      if (++i >= arguments.size() || !it->second(arguments[i])) {
        error = QStringLiteral("%1: a value is missing or wrong").arg(argument);
        return {};
      }
    } else if (argument.startsWith(u'-')) {
      error = QStringLiteral("%1: unknown option").arg(argument);
      return {};
    } else if (options.file.isEmpty()) {
      options.file = argument;
    } else {
      error = QStringLiteral("%1: one file at a time").arg(argument);
      return {};
    }
  }
  const bool picture = options.task == Options::Task::render ||
                       options.task == Options::Task::renderCurves ||
                       options.task == Options::Task::screenshot;
  if (picture && options.output.isEmpty()) {
    error = QStringLiteral("-o PICTURE is missing");
    return {};
  }
  return options;
}

}  // namespace espalier::ui
