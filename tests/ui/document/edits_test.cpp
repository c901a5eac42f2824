// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/project/fragment.h"
#include "tests/ui/support/drawing.h"
#include "ui/document/edits/clipboard.h"
#include "ui/document/edits/groups.h"
#include "ui/document/edits/layout.h"
#include "ui/document/edits/values.h"

namespace espalier::ui {

class EditsTest : public QObject {
  Q_OBJECT

 private slots:
  void insertOnWireMakesRoom() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    const double before = document.place(ids[3]).x();
    InsertOnWire insert({&op("BatchNormalization"), {}}, {ids[2], 0}, {360, 0});
    QVERIFY(document.apply(insert));
    QCOMPARE(inputOf(document, ids[2]), (ValueRef{insert.added(), 0}));
    QCOMPARE(inputOf(document, insert.added()), (ValueRef{ids[1], 0}));
    QVERIFY(document.place(ids[2]).x() >= 360 + 160);
    QVERIFY(document.place(ids[3]).x() > before);
    QCOMPARE(document.place(ids[1]).x(), 240.0);
    document.undo();
    QCOMPARE(document.place(ids[3]).x(), before);
    QCOMPARE(inputOf(document, ids[2]), (ValueRef{ids[1], 0}));
  }

  void insertWithoutInputIsRefused() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    const std::string before = textOf(document);
    const Outcome outcome = document.apply(InsertOnWire({&op("Input"), {}}, {ids[2], 0}, {}));
    QVERIFY(!outcome);
    QVERIFY(textOf(document) == before);
  }

  void healClosesTheChain() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    QVERIFY(document.apply(RemoveAndHeal({ids[2], ids[3]})));
    QCOMPARE(inputOf(document, ids[4]), (ValueRef{ids[1], 0}));
    QVERIFY(!document.graph().contains(ids[2]));
  }

  void healKeepsAllBranches() {
    Document document;
    const NodeId in = add(document, "Input", {0, 0}), relu = add(document, "Relu", {240, 0});
    const NodeId a = add(document, "Relu", {480, 0}), sum = add(document, "Add", {720, 0});
    QVERIFY(wire(document, in, relu));
    QVERIFY(wire(document, relu, a));
    QVERIFY(wire(document, a, sum, 0));
    QVERIFY(wire(document, relu, sum, 1));
    QVERIFY(document.apply(RemoveAndHeal({relu})));
    QCOMPARE(inputOf(document, a), (ValueRef{in, 0}));
    QCOMPARE(inputOf(document, sum, 1), (ValueRef{in, 0}));
  }

  void pullOutKeepsTheLayer() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    QVERIFY(document.apply(PullOut({ids[2]})));
    QVERIFY(document.graph().contains(ids[2]));
    QVERIFY(!inputOf(document, ids[2]));
    QCOMPARE(inputOf(document, ids[3]), (ValueRef{ids[1], 0}));
  }

  void replaceKeepsWiresAndAttributes() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    QVERIFY(document.apply(Replace(ids[3], {&op("AveragePool"), {}})));
    const Node& node = document.graph().node(ids[3]);
    QCOMPARE(std::string(node.op->name), std::string("AveragePool"));
    QCOMPARE(inputOf(document, ids[3]), (ValueRef{ids[2], 0}));
    QCOMPARE(inputOf(document, ids[4]), (ValueRef{ids[3], 0}));
    QVERIFY(node.name.starts_with("averagepool"));
    QVERIFY(document.apply(Rename(ids[3], QStringLiteral("mine"))));
    QVERIFY(document.apply(Replace(ids[3], {&op("MaxPool"), {}})));
    QCOMPARE(document.graph().node(ids[3]).name, std::string("mine"));
  }

  void pasteIsOneStepAndLandsAtThePlace() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    document.select({{ids[1], ids[2]}, {}, {}, {}});
    const QString text = copiedText(document);
    QVERIFY(is_fragment(text.toStdString()));
    const int steps = document.history()->count();
    QVERIFY(document.apply(Paste(text, {1000, 600})));
    QCOMPARE(document.history()->count(), steps + 1);
    const std::set<NodeId> pasted = document.selection().nodes;
    QCOMPARE(pasted.size(), std::size_t(2));
    QPointF middle;
    for (const NodeId id : pasted) middle += document.place(id) / 2;
    QVERIFY(std::abs(middle.x() + 80 - 1000) <= 8);
    QVERIFY(std::abs(middle.y() + 28 - 600) <= 8);
    // The wire between them came along, the one from outside did not.
    int wires = 0;
    for (const NodeId id : pasted) wires += inputOf(document, id) ? 1 : 0;
    QCOMPARE(wires, 1);
    document.undo();
    QCOMPARE(document.graph().size(), std::size_t(6));
  }

  void pasteKeepsIncomingWires() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    document.select(ids[1]);
    QVERIFY(document.apply(Paste(copiedText(document), {0, 300}, true)));
    QCOMPARE(inputOf(document, *document.selection().nodes.begin()), (ValueRef{ids[0], 0}));
  }

  void pasteOfGarbageIsRefused() {
    Document document;
    drawChain(document);
    const std::string before = textOf(document);
    for (const char* text : {"", "{", "{\"espalier\": 3}", "hello", "[1,2,3]"}) {
      QVERIFY(!document.apply(Paste(QString::fromUtf8(text), {})));
      QVERIFY(textOf(document) == before);
    }
  }

  void duplicateKeepsWires() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    QVERIFY(document.apply(Duplicate({ids[1], ids[2]}, {0, 96})));
    QCOMPARE(document.graph().size(), std::size_t(8));
    const std::set<NodeId> copies = document.selection().nodes;
    int fromInput = 0;
    for (const NodeId id : copies) fromInput += inputOf(document, id).node == ids[0] ? 1 : 0;
    QCOMPARE(fromInput, 1);
  }

  void groupAndUngroupGiveTheSameNetwork() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    WeightSet::Map weights;
    weights["2:W"] = Tensor(DType::float32, {1});
    document.setWeights(WeightSet(weights));
    const Graph before = document.graph();
    const std::string text = textOf(document);
    Group group({ids[1], ids[2], ids[3]});
    QVERIFY(document.apply(group));
    QCOMPARE(document.graph().size(), std::size_t(4));
    QVERIFY(document.problems().empty());
    const NodeId instance = group.instance();
    QCOMPARE(inputOf(document, instance), (ValueRef{ids[0], 0}));
    QCOMPARE(inputOf(document, ids[4]), (ValueRef{instance, 0}));
    QVERIFY(document.project().weights.find(std::to_string(instance.value) + ".0/2:W") != nullptr);
    QVERIFY(document.apply(Ungroup(instance)));
    QVERIFY(document.graph().same_as(before));
    QVERIFY(document.project().network.groups.empty());
    QVERIFY(document.project().weights.find("2:W") != nullptr);
    document.undo();
    document.undo();
    QVERIFY(textOf(document) == text);
    QVERIFY(document.project().weights.find("2:W") != nullptr);
  }

  void groupAroundALayerIsRefused() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    const Outcome outcome = document.apply(Group({ids[1], ids[3]}));
    QVERIFY(!outcome);
    QVERIFY(outcome.reason.contains(QStringLiteral("relu")));
    QVERIFY(!document.apply(Group({ids[0]})));  // only an input
    QVERIFY(!document.apply(Group({})));
  }

  void ungroupUnrollsRepeats() {
    Document document;
    const NodeId in = add(document, "Input", {0, 0}), relu = add(document, "Relu", {240, 0});
    const NodeId out = add(document, "Relu", {480, 0});
    QVERIFY(wire(document, in, relu));
    QVERIFY(wire(document, relu, out));
    Group group({relu});
    QVERIFY(document.apply(group));
    QVERIFY(document.apply(SetAttribute(group.instance(), "repeat", AttrValue(std::int64_t{3}))));
    QVERIFY(document.apply(Ungroup(group.instance())));
    QCOMPARE(document.graph().size(), std::size_t(5));
    int length = 0;
    for (NodeId id = out; id != in; id = inputOf(document, id).node) ++length;
    QCOMPARE(length, 4);
  }

  void portsOfAGroupFollowItsBody() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    Group group({ids[1], ids[2]});
    QVERIFY(document.apply(group));
    const NodeId instance = group.instance();
    QVERIFY(document.enter(instance));
    const NodeId second = add(document, "Output", {600, 200});
    QVERIFY(wire(document, ids[1], second));
    document.leave();
    QCOMPARE(document.graph().node(instance).outputs, 2u);
    document.undo();
    document.undo();
    document.leave();
    QCOMPARE(document.graph().node(instance).outputs, 1u);
    // The first port goes: who reads it loses the wire, and undo gives it back.
    QVERIFY(document.enter(instance));
    const NodeId first = ports_of(document.graph()).outputs.front();
    QVERIFY(document.apply(Remove({{first}, {}, {}, {}})));
    document.leave();
    QVERIFY(!inputOf(document, ids[4 - 1]));
    document.undo();
    document.leave();
    QCOMPARE(inputOf(document, ids[3]), (ValueRef{instance, 0}));
  }

  void groupCannotHoldItself() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    Group group({ids[1], ids[2]});
    QVERIFY(document.apply(group));
    const std::string name = document.graph().node(group.instance()).group;
    QVERIFY(document.enter(group.instance()));
    QVERIFY(!document.apply(AddNode({nullptr, name}, {})));
  }

  void renameGroupRenamesInstances() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    Group group({ids[1], ids[2]});
    QVERIFY(document.apply(group));
    const std::string name = document.graph().node(group.instance()).group;
    QVERIFY(document.apply(RenameGroup(name, QStringLiteral("stem"))));
    QCOMPARE(document.graph().node(group.instance()).group, std::string("stem"));
    QVERIFY(document.project().layout.sheets.contains("stem"));
    QVERIFY(!document.apply(RemoveGroup("stem")));
    document.undo();
    QCOMPARE(document.graph().node(group.instance()).group, name);
  }

  void refusedSettingsHaveTheNamesOfTheForm() {
    Document document;
    const Outcome outcome = document.apply(SetSetting("training.optimizer.lr", -1.0));
    QVERIFY(!outcome);
    QCOMPARE(outcome.reason,
             QStringLiteral("Learning rate: expected a number from 0 to 10,000, got -1."));
    QVERIFY(!document.apply(SetSetting("training.epochs", std::int64_t{0})));
    QVERIFY(document.apply(SetSetting("training.epochs", std::int64_t{3})));
    QCOMPARE(document.history()->undoText(), QStringLiteral("Set epochs"));
  }

  void overlayAddsUpGroups() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    Group group({ids[1], ids[2]});
    QVERIFY(document.apply(group));
    Overlay overlay;
    overlay.id = QStringLiteral("time");
    overlay.values = {
        {{group.instance(), ids[1]}, 2.0}, {{group.instance(), ids[2]}, 1.0}, {{ids[3]}, 1.0}};
    document.setOverlay(overlay);
    QCOMPARE(document.overlayShare(group.instance()), 0.75);
    QCOMPARE(document.overlayShare(ids[3]), 0.25);
    QVERIFY(document.overlayShare(ids[0]) < 0);
    QVERIFY(document.enter(group.instance()));
    QCOMPARE(document.overlayShare(ids[1]), 0.5);
  }

  void revealGoesIntoGroups() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    Group group({ids[1], ids[2]});
    QVERIFY(document.apply(group));
    QVERIFY(document.reveal({group.instance(), ids[2]}));
    QCOMPARE(document.layerPath(ids[2]), QStringLiteral("block/relu"));
    QCOMPARE(document.selection().focus, ids[2]);
    QVERIFY(!document.reveal({NodeId{77}}));
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::EditsTest)
#include "edits_test.moc"
