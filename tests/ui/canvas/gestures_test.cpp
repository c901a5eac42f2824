// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>

#include "tests/ui/support/canvas_bench.h"
#include "ui/document/edits/groups.h"

namespace espalier::ui {

class GesturesTest : public QObject {
  Q_OBJECT

 private slots:
  void moveSnapsAndIsOneStep() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    const int steps = b.steps();
    const QPoint from = b.middle(ids[5]);
    b.drag(from, from + QPoint(101, 203));
    QCOMPARE(b.steps(), steps + 1);
    QCOMPARE(b.document.place(ids[5]), QPointF(1304, 200));
    QCOMPARE(b.document.selection().nodes, std::set<NodeId>{ids[5]});
    b.document.undo();
    QCOMPARE(b.document.place(ids[5]), QPointF(1200, 0));
  }

  void moveSnapsToTheNeighboursHeight() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    QPoint from = b.middle(ids[5]);
    b.drag(from, from + QPoint(0, 100));
    from = b.middle(ids[5]);
    b.drag(from, from + QPoint(16, -98));
    QCOMPARE(b.document.place(ids[5]).y(), 0.0);
  }

  void clickIsNoStepAndEscapeTakesADragBack() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    const int steps = b.steps();
    const std::string before = textOf(b.document);
    b.click(b.middle(ids[2]));
    QCOMPARE(b.steps(), steps);
    b.press(b.middle(ids[2]));
    b.move(b.middle(ids[2]) + QPoint(80, 80));
    b.key(Qt::Key_Escape);
    QVERIFY(b.canvas->tool() == nullptr);
    b.release(b.middle(ids[2]));
    QCOMPARE(b.steps(), steps);
    QVERIFY(textOf(b.document) == before);
    QCOMPARE(b.canvas->scene().card(ids[2])->rect.topLeft(), b.document.place(ids[2]));
  }

  void boxLassoShiftControl() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    b.drag(b.at({-30, -60}), b.at({430, 100}));
    QCOMPARE(b.document.selection().nodes, (std::set<NodeId>{ids[0], ids[1]}));
    b.drag(b.at({700, -60}), b.at({900, 100}), Qt::ShiftModifier);
    QCOMPARE(b.document.selection().nodes, (std::set<NodeId>{ids[0], ids[1], ids[3]}));
    b.drag(b.at({-30, -60}), b.at({200, 100}), Qt::ControlModifier);
    QCOMPARE(b.document.selection().nodes, (std::set<NodeId>{ids[1], ids[3]}));
    b.click(b.at({300, 250}));
    QVERIFY(b.document.selection().empty());
    b.press(b.at({-30, -60}), Qt::AltModifier);
    for (const QPointF p : {QPointF(430, -60), QPointF(430, 100), QPointF(-30, 100)}) {
      b.move(b.at(p), Qt::AltModifier);
    }
    b.release(b.at({-30, 100}), Qt::AltModifier);
    QCOMPARE(b.document.selection().nodes, (std::set<NodeId>{ids[0], ids[1]}));
    b.click(b.middle(ids[0]), Qt::ControlModifier);
    QCOMPARE(b.document.selection().nodes, std::set<NodeId>{ids[1]});
    QCOMPARE(b.steps(), 11);  // six layers, five wires; selecting is no step
  }

  void wireByDragAndByClicks() {
    CanvasBench b;
    const NodeId in = add(b.document, "Input", {0, 0}), conv = add(b.document, "Conv", {240, 40});
    const NodeId relu = add(b.document, "Relu", {480, 0});
    const int steps = b.steps();
    b.drag(b.output(in), b.input(conv) + QPoint(4, 3));
    QCOMPARE(inputOf(b.document, conv), (ValueRef{in, 0}));
    QCOMPARE(b.steps(), steps + 1);
    b.click(b.output(conv));
    b.move(b.input(relu), {}, Qt::NoButton);
    QVERIFY(b.canvas->tool() != nullptr);
    b.click(b.input(relu));
    QCOMPARE(inputOf(b.document, relu), (ValueRef{conv, 0}));
    QVERIFY(b.canvas->tool() == nullptr);
    // Back from an input, and onto the body of a card.
    const NodeId sum = add(b.document, "Add", {760, 0});
    b.drag(b.input(sum), b.output(relu));
    QCOMPARE(inputOf(b.document, sum), (ValueRef{relu, 0}));
    b.drag(b.output(conv), b.middle(sum));
    QCOMPARE(inputOf(b.document, sum, 1), (ValueRef{conv, 0}));
  }

  void cycleIsRefusedWithItsReason() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    const std::string before = textOf(b.document);
    QSignalSpy told(b.canvas.get(), &Canvas::message);
    b.press(b.output(ids[3]));
    b.move(b.input(ids[1]));
    QVERIFY(b.canvas->tool() != nullptr);
    QCOMPARE(b.canvas->tool()->portLook(ids[1], 0, true), PortLook::refused);
    QCOMPARE(b.canvas->tool()->portLook(ids[5], 0, true), PortLook::normal);
    b.release(b.input(ids[1]));
    QVERIFY(textOf(b.document) == before);
    QVERIFY(told.count() >= 1);
    QVERIFY(told.last().front().toString().contains(QStringLiteral("cycle")));
  }

  void controlDragTakesTheEndAlong() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    const NodeId relu = add(b.document, "Relu", {480, 160});
    const int steps = b.steps();
    b.drag(b.input(ids[2]), b.input(relu), Qt::ControlModifier);
    QVERIFY(!inputOf(b.document, ids[2]));
    QCOMPARE(inputOf(b.document, relu), (ValueRef{ids[1], 0}));
    QCOMPARE(b.steps(), steps + 1);
    b.document.undo();
    QCOMPARE(inputOf(b.document, ids[2]), (ValueRef{ids[1], 0}));
    // Let go in the void, the wire is gone.
    b.drag(b.input(ids[2]), b.at({500, 300}), Qt::ControlModifier);
    QVERIFY(!inputOf(b.document, ids[2]));
  }

  void altClickBreaksAndStrokeCuts() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    b.click(b.output(ids[1]), Qt::AltModifier);
    QVERIFY(!inputOf(b.document, ids[2]));
    const int steps = b.steps();
    b.drag(b.at({200, -60}), b.at({200, 120}), Qt::ControlModifier, Qt::RightButton);
    QVERIFY(!inputOf(b.document, ids[1]));
    QCOMPARE(b.steps(), steps + 1);
  }

  void dropOnAWireInserts() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    const int steps = b.steps();
    b.drop({&op("BatchNormalization"), {}}, b.at({440, 30}));
    QCOMPARE(b.steps(), steps + 1);
    const NodeId added = b.document.selection().focus;
    QCOMPARE(inputOf(b.document, added), (ValueRef{ids[1], 0}));
    QCOMPARE(inputOf(b.document, ids[2]), (ValueRef{added, 0}));
    b.document.undo();
    // Alt prevents it.
    b.drop({&op("BatchNormalization"), {}}, b.at({440, 30}), Qt::AltModifier);
    QCOMPARE(inputOf(b.document, ids[2]), (ValueRef{ids[1], 0}));
  }

  void dropOnALayerReplaces() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    b.drop({&op("Sigmoid"), {}}, b.middle(ids[2]));
    QCOMPARE(std::string(b.document.graph().node(ids[2]).op->name), std::string("Sigmoid"));
    QCOMPARE(inputOf(b.document, ids[3]), (ValueRef{ids[2], 0}));
  }

  void looseCardGoesIntoAWireAndComesOutAgain() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    const NodeId loose = add(b.document, "Sigmoid", {400, 200});
    const int steps = b.steps();
    b.drag(b.middle(loose), b.at({440, 30}));
    QCOMPARE(b.steps(), steps + 1);
    QCOMPARE(inputOf(b.document, loose), (ValueRef{ids[1], 0}));
    QCOMPARE(inputOf(b.document, ids[2]), (ValueRef{loose, 0}));
    b.drag(b.middle(loose), b.middle(loose) + QPoint(0, 200), Qt::ControlModifier);
    QCOMPARE(b.steps(), steps + 2);
    QVERIFY(!inputOf(b.document, loose));
    QCOMPARE(inputOf(b.document, ids[2]), (ValueRef{ids[1], 0}));
    b.document.undo();
    QCOMPARE(inputOf(b.document, ids[2]), (ValueRef{loose, 0}));
  }

  void knots() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    const QPoint p = b.at({200, 28});
    b.click(p);
    QCOMPARE(b.document.selection().wires, (std::set<PortRef>{{ids[1], 0}}));
    QTest::mouseDClick(b.canvas.get(), Qt::LeftButton, {}, p);
    QCOMPARE(b.document.sheet().knots.size(), std::size_t(1));
    b.drag(b.at({200, 32}), b.at({200, 104}));
    QCOMPARE(b.document.sheet().knots.begin()->second.front(), (Point{200, 104}));
    QTest::mouseDClick(b.canvas.get(), Qt::LeftButton, {}, b.at({200, 104}));
    QVERIFY(b.document.sheet().knots.empty());
  }

  void groupEnterLeave() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    b.document.select({{ids[1], ids[2]}, {}, {}, {}});
    b.key(Qt::Key_G, Qt::ControlModifier);
    const NodeId instance = b.document.selection().focus;
    QVERIFY(!b.document.graph().node(instance).group.empty());
    QTest::mouseDClick(b.canvas.get(), Qt::LeftButton, {}, b.middle(instance));
    QCOMPARE(b.document.path().size(), std::size_t(1));
    QCOMPARE(b.canvas->scene().cards().size(), std::size_t(4));
    b.key(Qt::Key_Escape);
    QVERIFY(b.document.path().empty());
    QCOMPARE(b.document.selection().focus, instance);
    b.key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(b.document.graph().size(), std::size_t(6));
  }

  void zoomKeepsThePlaceUnderThePointer() {
    CanvasBench b;
    drawChain(b.document);
    const QPointF pointer(500, 260), before = b.canvas->viewport().toScene(pointer);
    QWheelEvent wheel(pointer, b.canvas->mapToGlobal(pointer), {}, {0, 240}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(b.canvas.get(), &wheel);
    QVERIFY(std::abs(b.canvas->viewport().scale - 1.44) < 1e-9);
    const QPointF after = b.canvas->viewport().toScene(pointer);
    QVERIFY((after - before).manhattanLength() < 1e-6);
    b.key(Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(b.canvas->viewport().scale, 1.0);
    b.key(Qt::Key_Home);
    QVERIFY(b.canvas->viewport().visible().contains(b.canvas->scene().bounds()));
    const QPointF center = b.canvas->viewCenter();
    b.drag({300, 300}, {400, 350}, {}, Qt::MiddleButton);
    QVERIFY((b.canvas->viewCenter() - center + QPointF(100, 50) / b.canvas->viewport().scale)
                .manhattanLength() < 1e-6);
  }

  void aClickOnTheFixAppliesIt() {
    CanvasBench b;
    const NodeId in = add(b.document, "Input", {0, 0}), conv = add(b.document, "Conv", {240, 0});
    const NodeId gemm = add(b.document, "Gemm", {480, 0});
    QVERIFY(wire(b.document, in, conv));
    QVERIFY(wire(b.document, conv, gemm));
    const CardView* card = b.canvas->scene().card(gemm);
    QVERIFY(card->mark && !card->quiet);
    QVERIFY(!card->sentence.isEmpty());
    if (card->fix.isEmpty()) QSKIP("Gemm suggests no fix");
    b.canvas->grab();
    b.document.select(gemm);
    b.key(Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(!b.canvas->scene().card(gemm)->mark);
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::GesturesTest)
#include "gestures_test.moc"
