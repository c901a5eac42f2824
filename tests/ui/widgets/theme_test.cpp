// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"

#include <QJsonArray>
#include <QTest>
#include <QTranslator>

#include "ui/widgets/text.h"

namespace espalier::ui {

class ThemeTest : public QObject {
  Q_OBJECT

 private slots:
  void contrast_data() {
    QTest::addColumn<QString>("theme");
    for (const QString& id : ThemeTokens::ids()) QTest::newRow(qPrintable(id)) << id;
  }

  // Every text on every surface that it is used on.
  void contrast() {
    QFETCH(QString, theme);
    const ThemeTokens t = ThemeTokens::load(theme);
    const QJsonObject file = themeTokenFile();
    const double least = file["contrast"].toObject()[theme].toDouble();
    QVERIFY(least >= 4.5);
    const QJsonObject used = file["used"].toObject();
    QVERIFY(used.size() >= 10);
    for (auto text = used.begin(); text != used.end(); ++text) {
      for (const QJsonValue& surface : text.value().toArray()) {
        const QColor on = t.color(surface.toString()), of = t.color(text.key());
        QVERIFY2(on.isValid() && of.isValid(), qPrintable(text.key()));
        const double ratio = contrastRatio(of, on);
        QVERIFY2(ratio >= least, qPrintable(QStringLiteral("%1: %2 on %3 is %4 : 1")
                                                .arg(theme, text.key(), surface.toString())
                                                .arg(ratio, 0, 'f', 2)));
      }
    }
  }

  // Lines that carry meaning: WCAG asks for 3 : 1 of graphics.
  void graphics_data() { contrast_data(); }
  void graphics() {
    QFETCH(QString, theme);
    const ThemeTokens t = ThemeTokens::load(theme);
    QVERIFY(contrastRatio(t.wire, t.background) >= 3);
    QVERIFY(contrastRatio(t.accent, t.card) >= 3);
    QVERIFY(contrastRatio(t.bad, t.card) >= 3);
  }

  void everyTokenIsThere_data() { contrast_data(); }
  void everyTokenIsThere() {
    QFETCH(QString, theme);
    const ThemeTokens t = ThemeTokens::load(theme);
    QCOMPARE(t.id, theme);
    for (const char* name :
         {"background", "panel",   "field", "card",     "hover",     "selection", "line",
          "cardLine",   "grid",    "wire",  "text",     "secondary", "faint",     "accent",
          "good",       "warning", "bad",   "onAccent", "onGood",    "onBad"}) {
      QVERIFY2(t.color(QLatin1String(name)).isValid(), name);
    }
    for (const char* category : {"data", "linear", "activation", "normalization", "pooling",
                                 "shape", "merge", "recurrent", "loss", "group"}) {
      QVERIFY(t.stripe(QLatin1String(category)).isValid());
    }
    QVERIFY(!t.styled(QStringLiteral("a { color: @text; font-size: @base; }")).contains(u'@'));
  }

  void figures() {
    QCOMPARE(grouped(171498), QStringLiteral("171,498"));
    QCOMPARE(abbreviated(31.2e6), QStringLiteral("31.2\u202FM"));
    QCOMPARE(abbreviated(9216), QStringLiteral("9,216"));
    QCOMPARE(bytesText(6.4e6), QStringLiteral("6.4\u202FMB"));
    QCOMPARE(bytesText(100e3), QStringLiteral("100\u202FKB"));
    QCOMPARE(millisecondsText(0.41), QStringLiteral("0.41\u202Fms"));
    QCOMPARE(millisecondsText(0.0123), QStringLiteral("12\u202Fµs"));
    QCOMPARE(millisecondsText(0), QStringLiteral("0.00\u202Fms"));
    QCOMPARE(percentText(0.23), QStringLiteral("23\u202F%"));
    QCOMPARE(percentText(0.004), QStringLiteral("0.4\u202F%"));
  }

  void messages() {
    QCOMPARE(translated(message("{}: expected {}, got {}", "conv", 4, "[3]")),
             QStringLiteral("conv: expected 4, got [3]"));
    QCOMPARE(translated(message("{1} before {0}, {{as is}}", "a", "b")),
             QStringLiteral("b before a, {as is}"));
  }

  void messagesInMessagesAreTranslated() {
    class Backwards : public QTranslator {
     public:
      bool isEmpty() const override { return false; }
      QString translate(const char*, const char* source, const char*, int) const override {
        return QLatin1String(source) == QLatin1String("expected {}, got {}")
                   ? QStringLiteral("got {1}, expected {0}")
                   : QString();
      }
    } translator;
    QCoreApplication::installTranslator(&translator);
    const QString text =
        translated(message("{}: {}", "relu", message("expected {}, got {}", 1, 2)));
    QCoreApplication::removeTranslator(&translator);
    QCOMPARE(text, QStringLiteral("relu: got 2, expected 1"));
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::ThemeTest)
#include "theme_test.moc"
