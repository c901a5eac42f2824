// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

namespace espalier::ui {

// How well a text answers what was typed: the letters in order, better at the start, at the starts of
// words ("gap" finds GlobalAveragePool), in a row and in short texts. Nothing: it does not.
std::optional<double> fuzzyScore(const QString& query, const QString& text);

}  // namespace espalier::ui
