// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/fuzzy.h"

#include <algorithm>
#include <vector>

namespace espalier::ui {
namespace {

bool startsWord(const QString& text, qsizetype i) {
  if (i == 0) return true;
  const QChar before = text[i - 1], here = text[i];
  return !before.isLetterOrNumber() || (here.isUpper() && !before.isUpper()) ||
         (here.isDigit() && !before.isDigit());
}

}  // namespace

std::optional<double> fuzzyScore(const QString& query, const QString& text) {
  QString letters;
  for (const QChar c : query) {
    if (!c.isSpace()) letters += c.toLower();
  }
  if (letters.isEmpty()) return 0;
  const QString lower = text.toLower();
  if (lower == letters) return 100;
  constexpr double kNever = -1e9;
  const qsizetype n = letters.size(), m = text.size();
  // best[j]: the best score of the letters so far, the last of them at position j.
  std::vector<double> best(std::size_t(m), kNever), next(std::size_t(m), kNever);
  for (qsizetype i = 0; i < n; ++i) {
    double reached = i == 0 ? 0 : kNever;  // the best of best[0 … j-1], less what was skipped
    for (qsizetype j = 0; j < m; ++j) {
      double score = kNever;
      if (lower[j] == letters[i]) {
        score = reached + (startsWord(text, j) ? 8 : 1) + (i == 0 && j == 0 ? 8 : 0);
        if (i > 0 && j > 0) score = std::max(score, best[std::size_t(j - 1)] + 6);
      }
      next[std::size_t(j)] = score;
      if (i > 0) reached = std::max(reached - 0.2, best[std::size_t(j)] - 1);
    }
    std::swap(best, next);
  }
  const double score = *std::max_element(best.begin(), best.end());
  if (score < kNever / 2) return {};
  return score - 0.1 * double(m - n);
}

}  // namespace espalier::ui
