// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts that come from the engine, in the language of the window.
#pragma once

#include <QString>

#include "engine/base/message.h"

namespace espalier::ui {

// The message in the user's language: its template looked up in the context "engine", then its
// arguments put in ("{}" in order, "{0}" by number, "{{" and "}}" for braces).
QString translated(const Message& message);
// The sentence of the exception that is being handled: to be called where a QFuture has failed, whose
// onFailed() sees what QtConcurrent wrapped. `otherwise`: where it has none that is for people.
QString failureText(const QString& otherwise = {});
// A help text of an operator, attribute or port: context "ops".
QString translatedHelp(const char* text);

// Figures as people read them: "171,498", "31.2 M", "6.4 MB", "0.41 ms", "12 µs".
QString grouped(qint64 value);
QString abbreviated(double value);
QString bytesText(double bytes);
QString millisecondsText(double ms);
// "23 %", "0.4 %"; the space is a narrow one that does not break.
QString percentText(double share);

}  // namespace espalier::ui
