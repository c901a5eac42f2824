// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <memory>

#include "ui/shell/preferences.h"

namespace espalier::ui {
namespace {

const QString kFolder = QStringLiteral(":/translations");
const QString kPrefix = QStringLiteral("espalier_");

}  // namespace

QList<Language> languages() {
  QList<Language> list = {{QStringLiteral("en"), QStringLiteral("English")}};
  for (const QString& file : QDir(kFolder).entryList({kPrefix + QStringLiteral("*.qm")})) {
    const QString id = file.mid(kPrefix.size()).chopped(3);
    if (id == QLatin1String("en")) continue;  // its plurals
    QString name = QLocale(id).nativeLanguageName();
    if (!name.isEmpty()) name[0] = name[0].toUpper();
    list += {id, name};
  }
  return list;
}

QString languageInUse() {
  const QString chosen = Preferences::language();
  if (chosen != QLatin1String("system")) return chosen;
  const QLocale system = QLocale::system();
  for (const Language& language : languages()) {
    if (QLocale(language.id).language() == system.language()) return language.id;
  }
  return QStringLiteral("en");
}

void applyLanguage(const QString& chosen) {
  static std::unique_ptr<QTranslator> ours, qts;
  ours.reset();  // a translator that goes takes itself off
  qts.reset();
  const QString id = chosen.isEmpty() ? languageInUse() : chosen;
  QLocale::setDefault(QLocale(id));
  qts = std::make_unique<QTranslator>();
  if (qts->load(QStringLiteral("qtbase_") + id, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QCoreApplication::installTranslator(qts.get());
  ours = std::make_unique<QTranslator>();
  if (ours->load(kPrefix + id, kFolder)) QCoreApplication::installTranslator(ours.get());
}

}  // namespace espalier::ui
