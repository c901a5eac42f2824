// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QtTest>

#include "ui/document/edits/nodes.h"
#include "ui/document/edits/values.h"
#include "ui/document/edits/wires.h"
#include "ui/widgets/fields/field.h"

using namespace espalier;
using namespace espalier::ui;

namespace {

NodeId addLayer(Document& document, const char* op) {
  AddNode edit({&espalier::op(op), {}}, {});
  document.apply(edit);
  return edit.added();
}

QLineEdit* fieldOf(Inspector& inspector, const char* name) {
  QCoreApplication::processEvents();
  auto* field = inspector.findChild<Field*>(QLatin1String(name));
  return field == nullptr ? nullptr : field->findChild<QLineEdit*>();
}

void type(QLineEdit* edit, const QString& text) {
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, text);
  QTest::keyClick(edit, Qt::Key_Return);
  QCoreApplication::processEvents();
}

}  // namespace

class InspectorTest : public QObject {
  Q_OBJECT

 private slots:
  void showsAFieldForEveryAttribute();
  void typingIsOneUndoableStep();
  void refusedValuesAreMarkedAndNotTaken();
  void refusedTextGivesWayWithItsReason();
  void problemsDoNotMoveTheFields();
  void severalLayersAreEditedAtOnce();
};

void InspectorTest::showsAFieldForEveryAttribute() {
  Document document;
  Inspector inspector(document);
  inspector.show();
  for (const OpSpec* spec : OpRegistry::instance().all()) {
    if (spec->hidden() || spec->category == Category::group) continue;
    const NodeId id = addLayer(document, spec->name);
    document.select(id);
    QCoreApplication::processEvents();
    for (const AttrSpec& a : spec->attributes) {
      if (a.advanced || a.type == AttrType::tensor || a.type == AttrType::graph) continue;
      QVERIFY2(inspector.findChild<Field*>(QLatin1String(a.name)) != nullptr,
               qPrintable(
                   QStringLiteral("%1.%2").arg(QLatin1String(spec->name), QLatin1String(a.name))));
    }
  }
}

void InspectorTest::typingIsOneUndoableStep() {
  Document document;
  Inspector inspector(document);
  inspector.show();
  const NodeId conv = addLayer(document, "Conv");
  document.select(conv);
  const int steps = document.history()->count();
  QLineEdit* kernel = fieldOf(inspector, "kernel_shape");
  QVERIFY(kernel != nullptr);
  type(kernel, QStringLiteral("5 x 5"));
  QCOMPARE(attribute<std::vector<std::int64_t>>(document.graph().node(conv), "kernel_shape"),
           (std::vector<std::int64_t>{5, 5}));
  QCOMPARE(document.history()->count(), steps + 1);
  QCOMPARE(kernel->text(), QStringLiteral("5 × 5"));
  document.undo();
  QCoreApplication::processEvents();
  QVERIFY(fieldOf(inspector, "kernel_shape")->text() != QStringLiteral("5 × 5"));
}

void InspectorTest::refusedValuesAreMarkedAndNotTaken() {
  Document document;
  Inspector inspector(document);
  inspector.show();
  const NodeId conv = addLayer(document, "Conv");
  document.select(conv);
  QLineEdit* channels = fieldOf(inspector, "channels");
  const auto before = attribute<std::int64_t>(document.graph().node(conv), "channels");
  for (const char* bad : {"-3", "many"}) {
    type(channels, QLatin1String(bad));
    auto* field = inspector.findChild<Field*>(QStringLiteral("channels"));
    QVERIFY(!field->problem().isEmpty());
    QCOMPARE(attribute<std::int64_t>(document.graph().node(conv), "channels"), before);
  }
}

void InspectorTest::refusedTextGivesWayWithItsReason() {
  Document document;
  Inspector inspector(document);
  inspector.resize(300, 700);
  inspector.show();
  QVERIFY(QTest::qWaitForWindowActive(&inspector));
  document.select(addLayer(document, "Conv"));
  QLineEdit* channels = fieldOf(inspector, "channels");
  QTest::qWait(50);  // laid out
  const QString real = channels->text();
  const auto sentence = [&] {
    auto* bubble = inspector.findChild<QLabel*>(QStringLiteral("problemBubble"));
    return bubble != nullptr && bubble->isVisible() ? bubble->text() : QString();
  };
  for (const char* bad : {"3.5", "many", "", "-3"}) {
    const QPoint before = channels->mapTo(&inspector, QPoint());
    channels->setFocus();
    channels->selectAll();
    QTest::keyClick(channels, Qt::Key_Delete);
    QTest::keyClicks(channels, QLatin1String(bad));
    QTest::keyClick(channels, Qt::Key_Return);
    QVERIFY2(sentence().contains(QLatin1String(bad)), qPrintable(sentence()));
    QCOMPARE(channels->text(), QLatin1String(bad));
    QCOMPARE(channels->mapTo(&inspector, QPoint()), before);
    QTest::keyClick(channels, Qt::Key_Tab);
    QCOMPARE(channels->text(), real);
    // Whoever goes on without Enter sees the sentence, too.
    channels->setFocus();
    channels->selectAll();
    QTest::keyClick(channels, Qt::Key_Delete);
    QTest::keyClicks(channels, QLatin1String(bad));
    QTest::keyClick(channels, Qt::Key_Tab);
    QCOMPARE(channels->text(), real);
    QVERIFY(!sentence().isEmpty());
  }
}

void InspectorTest::problemsDoNotMoveTheFields() {
  Document document;
  Inspector inspector(document);
  inspector.resize(300, 700);
  inspector.show();
  const NodeId input = addLayer(document, "Input"), conv = addLayer(document, "Conv");
  QVERIFY(document.apply(Connect({input, 0}, {conv, 0})));
  document.select(conv);
  const auto place = [&] { return fieldOf(inspector, "channels")->mapTo(&inspector, QPoint()); };
  const int errors = document.errorCount();
  place();
  QTest::qWait(50);  // laid out
  const QPoint before = place();
  QVERIFY(document.apply(SetAttribute(conv, "kernel_shape", std::vector<std::int64_t>{500, 500})));
  QVERIFY(document.errorCount() > errors);
  QTest::qWait(50);
  QCOMPARE(place(), before);
}

void InspectorTest::severalLayersAreEditedAtOnce() {
  Document document;
  Inspector inspector(document);
  inspector.show();
  const NodeId a = addLayer(document, "Conv"), b = addLayer(document, "Conv");
  document.select(Selection{{a, b}, {}, {}, a});
  const int steps = document.history()->count();
  type(fieldOf(inspector, "channels"), QStringLiteral("24"));
  for (const NodeId id : {a, b})
    QCOMPARE(attribute<std::int64_t>(document.graph().node(id), "channels"), std::int64_t{24});
  QCOMPARE(document.history()->count(), steps + 1);
}

QTEST_MAIN(InspectorTest)
#include "inspector_test.moc"
