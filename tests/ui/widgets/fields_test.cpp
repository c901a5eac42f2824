// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "ui/widgets/keymap.h"
#include "ui/widgets/search_field.h"

namespace espalier::ui {

class FieldsTest : public QObject {
  Q_OBJECT

 private slots:
  void keymapHasNoConflicts_data() {
    QTest::addColumn<QString>("preset");
    for (const QString& name : Keymap::instance().presets())
      QTest::newRow(qPrintable(name)) << name;
  }
  void keymapHasNoConflicts() {
    QFETCH(QString, preset);
    Keymap& keymap = Keymap::instance();
    keymap.setPreset(preset);
    for (const QString& command : keymap.commands()) {
      const QString other = keymap.conflict(command, keymap.keys(command));
      QVERIFY2(other.isEmpty(), qPrintable(command + QStringLiteral(" and ") + other));
    }
    keymap.setPreset(QStringLiteral("Espalier"));
  }

  void keysCanBeRebound() {
    Keymap& keymap = Keymap::instance();
    const QString command = QStringLiteral("layer.mute");
    const QList<QKeySequence> before = keymap.keys(command);
    keymap.setKeys(command, {QKeySequence(Qt::CTRL | Qt::Key_M)});
    QCOMPARE(keymap.keys(command).front(), QKeySequence(Qt::CTRL | Qt::Key_M));
    QVERIFY(keymap.isChanged(command));
    keymap.reset(command);
    QCOMPARE(keymap.keys(command), before);
  }

  void searchFieldLeavesWithEscape() {
    SearchField field(QStringLiteral("Search"));
    QSignalSpy rejected(&field, &SearchField::rejected);
    QTest::keyClicks(&field, "conv");
    QTest::keyClick(&field, Qt::Key_Escape);
    QVERIFY(field.text().isEmpty());
    QCOMPARE(rejected.count(), 0);
    QTest::keyClick(&field, Qt::Key_Escape);
    QCOMPARE(rejected.count(), 1);
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::FieldsTest)
#include "fields_test.moc"
