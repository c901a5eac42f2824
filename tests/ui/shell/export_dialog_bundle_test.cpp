// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_dialog_bundle.h"

#include <QLabel>
#include <QTest>

#include "engine/session/session.h"
#include "ui/widgets/fields/field.h"
#include "ui/widgets/fields/form.h"

using namespace espalier;
using namespace espalier::ui;

class ExportDialogBundleTest : public QObject {
  Q_OBJECT

 private slots:
  void boardsBelongToTheirTarget();
  void saysWhatCompilesAndRuns();
};

void ExportDialogBundleTest::boardsBelongToTheirTarget() {
  Form form;
  BundleRows rows(form);
  form.show();
  QVERIFY(form.findChild<Field*>(QStringLiteral("board")) == nullptr);
  rows.setTarget(QStringLiteral("cortex-m4"));
  auto* board = form.findChild<Field*>(QStringLiteral("board"));
  QVERIFY(board != nullptr);
  QTRY_VERIFY(board->isVisible());
  emit board->edited(QStringLiteral("NUCLEO-L4R5ZI"));
  CompileRequest request;
  rows.fill(request);
  QCOMPARE(request.target, std::string("cortex-m4"));
  QCOMPARE(request.board, std::string("NUCLEO-L4R5ZI"));
  QCOMPARE(request.weights, std::string("source"));

  // Another target's boards: the choice begins anew.
  rows.setTarget(QStringLiteral("cortex-m7"));
  request = {};
  rows.fill(request);
  QCOMPARE(request.board, std::string());
  rows.setTarget(QStringLiteral("aarch64"));
  QVERIFY(form.findChild<Field*>(QStringLiteral("board")) == nullptr);
}

void ExportDialogBundleTest::saysWhatCompilesAndRuns() {
  Form form;
  BundleRows rows(form);
  rows.setTarget(QStringLiteral("riscv64"));
  bool said = false;
  for (const QLabel* label : form.findChildren<QLabel*>())
    said = said || label->text().contains(QStringLiteral("riscv64-linux-gnu-gcc"));
  QVERIFY(said);
}

QTEST_MAIN(ExportDialogBundleTest)
#include "export_dialog_bundle_test.moc"
