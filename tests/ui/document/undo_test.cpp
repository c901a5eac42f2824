// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "tests/ui/support/drawing.h"
#include "ui/document/edits/clipboard.h"
#include "ui/document/edits/groups.h"
#include "ui/document/edits/layout.h"

namespace espalier::ui {
namespace {

// Does something at random that a person could do; a refusal is as good.
class Monkey {
 public:
  Monkey(Document& document, unsigned seed) : m_document(document), m_random(seed) {}

  void act() {
    switch (pick(17)) {
      case 0:
      case 1:
      case 2:
        m_document.apply(AddNode(kind(), place()));
        break;
      case 3:
      case 4:
      case 5:
        m_document.apply(Connect({node(), 0}, {node(), std::uint32_t(pick(2))}));
        break;
      case 6:
        m_document.apply(Disconnect({{node(), 0}}));
        break;
      case 7:
        m_document.apply(Remove({some(2), {}, {}, {}}));
        break;
      case 8:
        m_document.apply(RemoveAndHeal(some(2)));
        break;
      case 9:
        m_document.apply(Move({{node(), place()}, {node(), place()}}));
        break;
      case 10:
        m_document.apply(Rename(node(), QStringLiteral("n%1").arg(pick(1000))));
        break;
      case 11:
        m_document.apply(Duplicate(some(3), {16, 80}));
        break;
      case 12:
        m_document.apply(Replace(node(), kind()));
        break;
      case 13: {
        Group group(some(3));
        m_document.apply(group);
        break;
      }
      case 14:
        ungroupOne();
        break;
      case 15:
        m_document.apply(InsertOnWire(kind(), {node(), 0}, place()));
        break;
      case 16:
        settings();
        break;
      default:
        break;
    }
  }

 private:
  Document& m_document;
  std::mt19937 m_random;

  int pick(int n) { return int(m_random() % unsigned(n)); }
  QPointF place() { return {pick(200) * 8.0, pick(100) * 8.0}; }
  LayerKind kind() {
    static const char* const kOps[] = {"Conv",    "Relu",    "Add",
                                       "Concat",  "Flatten", "Gemm",
                                       "MaxPool", "Input",   "BatchNormalization"};
    if (pick(8) == 0 && !m_document.project().network.groups.empty()) {
      return {nullptr, m_document.project().network.groups.begin()->first};
    }
    return {&op(kOps[pick(int(std::size(kOps)))]), {}};
  }
  NodeId node() {
    const std::vector<NodeId> ids = m_document.graph().nodes();
    return ids.empty() ? NodeId{1} : ids[std::size_t(pick(int(ids.size())))];
  }
  std::set<NodeId> some(int most) {
    std::set<NodeId> set;
    for (int i = pick(most) + 1; i > 0; --i) set.insert(node());
    return set;
  }
  void ungroupOne() {
    for (const NodeId id : m_document.graph().nodes()) {
      if (m_document.graph().node(id).group.empty()) continue;
      m_document.apply(Ungroup(id));
      return;
    }
  }
  void settings() {
    switch (pick(4)) {
      case 0:
        m_document.apply(SetSetting("training.epochs", std::int64_t{pick(90) + 1}));
        m_document.endMerge();
        break;
      case 1:
        m_document.apply(SetProjectNotes(QStringLiteral("note %1").arg(pick(99))));
        break;
      case 2:
        m_document.apply(ToggleMuted(some(2)));
        break;
      default:
        for (const NodeId id : m_document.graph().nodes()) {
          if (!m_document.graph().node(id).group.empty()) {
            m_document.enter(id);
            return;
          }
        }
        m_document.leave();
    }
    if (pick(2) == 0) m_document.leave();
  }
};

}  // namespace

class UndoTest : public QObject {
  Q_OBJECT

 private slots:
  // Whatever was done, undoing all of it gives back the very file, and so does redoing it.
  void randomEditsUndoAndRedo_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 6; ++seed)
      QTest::newRow(qPrintable(QString::number(seed))) << seed;
  }
  void randomEditsUndoAndRedo() {
    QFETCH(unsigned, seed);
    Document document;
    drawChain(document);
    while (document.history()->canUndo()) document.undo();
    while (document.history()->canRedo()) document.redo();
    const std::string start = textOf(document);
    const int from = document.history()->index();
    Monkey monkey(document, seed);
    std::vector<std::string> states;
    while (document.history()->index() - from < 200) {
      const int before = document.history()->index();
      monkey.act();
      document.endMerge();
      if (document.history()->index() != before) states.push_back(textOf(document));
    }
    const std::string end = textOf(document);
    for (std::size_t i = states.size(); i-- > 0;) {
      QVERIFY2(
          textOf(document) == states[i],
          qPrintable(QStringLiteral("step %1: %2").arg(i).arg(document.history()->undoText())));
      document.undo();
    }
    QCOMPARE(document.history()->index(), from);
    QVERIFY(textOf(document) == start);
    while (document.history()->canRedo()) document.redo();
    QVERIFY(textOf(document) == end);
  }

  void transactionLeftEarlyIsTakenBack() {
    Document document;
    drawChain(document);
    const std::string before = textOf(document);
    const int steps = document.history()->count();
    {
      Transaction step(document, QStringLiteral("Half"));
      add(document, "Relu", {0, 200});
      document.apply(SetProjectNotes(QStringLiteral("x")));
      QVERIFY(textOf(document) != before);
    }
    QVERIFY(textOf(document) == before);
    QCOMPARE(document.history()->count(), steps);
    QVERIFY(!document.inTransaction());
  }

  void transactionIsOneStep() {
    Document document;
    {
      Transaction step(document, QStringLiteral("Both"));
      const NodeId a = add(document, "Input", {0, 0});
      const NodeId b = add(document, "Relu", {240, 0});
      QVERIFY(wire(document, a, b));
      step.commit();
    }
    QCOMPARE(document.history()->count(), 1);
    QCOMPARE(document.history()->undoText(), QStringLiteral("Both"));
    document.undo();
    QCOMPARE(document.graph().size(), std::size_t(0));
  }

  void typingInAFieldIsOneStep() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    const int steps = document.history()->count();
    for (const int n : {1, 12, 128}) {
      QVERIFY(document.apply(SetAttribute(ids[1], "channels", AttrValue(std::int64_t{n}))));
    }
    QCOMPARE(document.history()->count(), steps + 1);
    document.endMerge();
    QVERIFY(document.apply(SetAttribute(ids[1], "channels", AttrValue(std::int64_t{64}))));
    QCOMPARE(document.history()->count(), steps + 2);
    document.undo();
    QCOMPARE(attribute<std::int64_t>(document.graph().node(ids[1]), "channels"), std::int64_t{128});
  }

  void refusedEditChangesNothingAndIsNoStep() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    const std::string before = textOf(document);
    const int steps = document.history()->count();
    QSignalSpy refused(&document, &Document::refused);
    const Outcome cycle = wire(document, ids[3], ids[1]);
    QVERIFY(!cycle);
    QVERIFY(cycle.reason.contains(QStringLiteral("conv")));
    QCOMPARE(refused.count(), 1);
    QVERIFY(textOf(document) == before);
    QCOMPARE(document.history()->count(), steps);
  }

  void deletingNothingIsNothing() {
    Document document;
    QVERIFY(document.apply(Remove({})));
    QVERIFY(document.apply(Remove({{NodeId{99}}, {{NodeId{7}, 3}}, {4}, {}})));
    QVERIFY(document.apply(RemoveAndHeal({})));
    QVERIFY(document.apply(RemoveAndHeal({NodeId{99}})));
    QCOMPARE(document.history()->count(), 0);
    QVERIFY(!document.isModified());
  }

  void undoBringsBackTheGraphItIsAbout() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    Group group({ids[1], ids[2]});
    QVERIFY(document.apply(group));
    QVERIFY(document.enter(group.instance()));
    add(document, "Relu", {400, 300});
    document.leave();
    QVERIFY(document.path().empty());
    document.undo();
    QCOMPARE(document.path().size(), std::size_t(1));
    document.undo();
    QVERIFY(document.path().empty());
    QVERIFY(document.graph().contains(ids[1]));
  }

  void modifiedFollowsTheHistory() {
    QTemporaryDir folder;
    Document document;
    drawChain(document);
    QVERIFY(document.isModified());
    QVERIFY(document.saveAs(folder.filePath(QStringLiteral("a.espalier"))));
    QVERIFY(!document.isModified());
    document.apply(SetProjectNotes(QStringLiteral("x")));
    QVERIFY(document.isModified());
    document.undo();
    QVERIFY(!document.isModified());
    Document again;
    QVERIFY(again.open(document.fileName()));
    QVERIFY(textOf(again) == textOf(document));
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::UndoTest)
#include "undo_test.moc"
