// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace espalier::ui {

// What became of something a person asked for: done, or refused with the reason as a sentence in
// their language. Refused means that nothing changed.
struct Outcome {
  QString reason;
  explicit operator bool() const { return reason.isEmpty(); }
  static Outcome done() { return {}; }
  static Outcome refused(QString why) { return {std::move(why)}; }
};

}  // namespace espalier::ui
