// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QClipboard>
#include <QLineEdit>
#include <QSignalSpy>
#include <QVBoxLayout>

#include "tests/ui/support/canvas_bench.h"
#include "ui/canvas/panels/inline_editor.h"

namespace espalier::ui {

class KeyboardTest : public QObject {
  Q_OBJECT

 private slots:
  // A network drawn without a mouse.
  void drawByKeyboardAlone() {
    CanvasBench b;
    const auto quickAdd = [&](const char* name) {
      b.key(Qt::Key_Tab);
      QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr);
      b.type(name);
      b.key(Qt::Key_Return);
      QVERIFY(b.canvas->hasFocus());
    };
    quickAdd("input");
    quickAdd("conv");
    const NodeId in = idOf(b.document, "input"), conv = idOf(b.document, "conv");
    QVERIFY(in && conv);
    for (int i = 0; i < 30; ++i) b.key(Qt::Key_Right);
    QVERIFY(b.document.place(conv).x() > b.document.place(in).x() + 160);
    b.document.select(in);
    b.key(Qt::Key_C);
    b.key(Qt::Key_Return);
    QCOMPARE(inputOf(b.document, conv), (ValueRef{in, 0}));
    // Along the wire, and on.
    b.key(Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(b.document.selection().focus, conv);
    b.key(Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(b.document.selection().focus, in);
    QSignalSpy edit(b.canvas.get(), &Canvas::editRequested);
    b.key(Qt::Key_Return);
    QCOMPARE(edit.count(), 1);
    b.key(Qt::Key_F2);
    QVERIFY(qobject_cast<InlineEditor*>(QApplication::focusWidget()) != nullptr);
    b.type("image");
    b.key(Qt::Key_Return);
    QCOMPARE(b.document.graph().node(in).name, std::string("image"));
    QVERIFY(b.canvas->hasFocus());
    b.key(Qt::Key_Escape);
    QVERIFY(b.document.selection().empty());
  }

  void nudgingIsOneStep() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    const int steps = b.steps();
    b.document.select(ids[2]);
    for (int i = 0; i < 3; ++i) b.key(Qt::Key_Down);
    b.key(Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(b.document.place(ids[2]), QPointF(481, 24));
    QCOMPARE(b.steps(), steps + 1);
  }

  void clipboardRoundTrip() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    b.document.select({{ids[1], ids[2]}, {}, {}, {}});
    b.key(Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(u'{'));
    b.move(b.at({900, 250}), {}, Qt::NoButton);
    const int steps = b.steps();
    b.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(b.steps(), steps + 1);
    QCOMPARE(b.document.graph().size(), std::size_t(8));
    const QRectF bounds = b.canvas->scene().boundsOf(b.document.selection());
    QVERIFY((bounds.center() - QPointF(900, 250)).manhattanLength() < 30);
    b.key(Qt::Key_X, Qt::ControlModifier);
    QCOMPARE(b.document.graph().size(), std::size_t(6));
    b.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(b.document.graph().size(), std::size_t(8));
    b.key(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(b.document.graph().size(), std::size_t(10));
    QGuiApplication::clipboard()->setText(QStringLiteral("hello"));
    b.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(b.document.graph().size(), std::size_t(10));
  }

  void deleteAndHeal() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    b.key(Qt::Key_Delete);  // nothing is selected
    QCOMPARE(b.document.graph().size(), std::size_t(6));
    b.document.select(ids[2]);
    b.key(Qt::Key_Delete, Qt::ControlModifier);
    QCOMPARE(inputOf(b.document, ids[3]), (ValueRef{ids[1], 0}));
    b.document.select(ids[3]);
    b.key(Qt::Key_Delete);
    QVERIFY(!inputOf(b.document, ids[4]));
    b.key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(inputOf(b.document, ids[4]), (ValueRef{ids[3], 0}));
    b.key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(inputOf(b.document, ids[3]), (ValueRef{ids[2], 0}));
  }

  // Keys typed in a field never act on the canvas.
  void keysInFieldsStayThere() {
    Document document;
    QWidget window;
    QVBoxLayout column(&window);
    auto* field = new QLineEdit(&window);
    auto* canvas = new Canvas(document, &window);
    column.addWidget(field);
    column.addWidget(canvas);
    window.resize(900, 600);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    drawChain(document);
    document.selectAll();
    const std::string before = textOf(document);
    field->setFocus();
    QTest::keyClicks(field, "MCQFP m.");
    for (const Qt::Key key : {Qt::Key_Delete, Qt::Key_Backspace, Qt::Key_Left, Qt::Key_Home,
                              Qt::Key_F2, Qt::Key_Return, Qt::Key_Escape}) {
      QTest::keyClick(field, key);
    }
    for (const Qt::Key key : {Qt::Key_A, Qt::Key_C, Qt::Key_X, Qt::Key_V, Qt::Key_D, Qt::Key_G,
                              Qt::Key_J, Qt::Key_Z, Qt::Key_Delete}) {
      QTest::keyClick(field, key, Qt::ControlModifier);
    }
    QVERIFY(textOf(document) == before);
    QCOMPARE(document.selection().nodes.size(), std::size_t(6));
    QVERIFY(field->hasFocus());
  }

  void wireLetGoInTheVoidOffersWhatFits() {
    CanvasBench b;
    const NodeId in = add(b.document, "Input", {0, 0});
    const int steps = b.steps();
    b.drag(b.output(in), b.at({400, 28}));
    QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr);
    b.type("conv");
    b.key(Qt::Key_Return);
    QCOMPARE(b.steps(), steps + 1);
    const NodeId conv = idOf(b.document, "conv");
    QCOMPARE(inputOf(b.document, conv), (ValueRef{in, 0}));
    // Escape leaves everything as it was.
    b.drag(b.output(conv), b.at({800, 28}));
    b.key(Qt::Key_Escape);
    QVERIFY(b.canvas->hasFocus());
    QCOMPARE(b.steps(), steps + 1);
  }

  void cardsAreKnownToScreenReaders() {
    CanvasBench b;
    const std::vector<NodeId> ids = drawChain(b.document);
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(b.canvas.get());
    QVERIFY(canvas != nullptr);
    QCOMPARE(canvas->childCount(), 6);
    QCOMPARE(canvas->text(QAccessible::Name), QStringLiteral("Network canvas"));
    QAccessibleInterface* conv = canvas->child(1);
    QVERIFY(conv->text(QAccessible::Name).startsWith(QStringLiteral("conv, Conv")));
    QVERIFY(conv->rect().contains(b.canvas->mapToGlobal(b.middle(ids[1]))));
    b.document.select(ids[1]);
    QVERIFY(conv->state().selected);
    QCOMPARE(canvas->focusChild(), conv);
    for (QAction* action : b.canvas->actions().all()) QVERIFY(!action->text().isEmpty());
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::KeyboardTest)
#include "keyboard_test.moc"
