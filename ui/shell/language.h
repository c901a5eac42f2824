// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace espalier::ui {

struct Language {
  QString id;    // "zh_CN"
  QString name;  // in itself: "简体中文"
};

// English and every language that was built in from translations/.
QList<Language> languages();
// The language that "system" stands for, or the one chosen.
QString languageInUse();
// Installs the translators of a language, or of the one that the preferences say. What is on the
// screen already has to be made anew.
void applyLanguage(const QString& chosen = {});

}  // namespace espalier::ui
