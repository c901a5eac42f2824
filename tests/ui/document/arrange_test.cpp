// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/arrange.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/ui/support/drawing.h"
#include "ui/document/auto_layout.h"
#include "ui/document/fold_layout.h"

namespace espalier::ui {
namespace {

LayoutTask chain(int n) {
  LayoutTask task;
  for (int i = 1; i <= n; ++i) {
    const NodeId id{std::uint32_t(i)};
    task.cards.emplace_back(id, QSizeF(160, 56));
    task.now[id] = {100, 100};
    if (i > 1) task.wires.push_back({NodeId{std::uint32_t(i - 1)}, id});
    if (i > 3) task.wires.push_back({NodeId{std::uint32_t(i - 3)}, id});
  }
  return task;
}

bool overlapFree(const LayoutTask& task, const CardPlaces& places) {
  for (std::size_t i = 0; i < task.cards.size(); ++i) {
    for (std::size_t j = i + 1; j < task.cards.size(); ++j) {
      const QRectF a(places.at(task.cards[i].first), task.cards[i].second);
      const QRectF b(places.at(task.cards[j].first), task.cards[j].second);
      if (a.intersects(b)) return false;
    }
  }
  return true;
}

}  // namespace

class ArrangeTest : public QObject {
  Q_OBJECT

 private slots:
  void alignAndDistribute() {
    const NodeId a{1}, b{2}, c{3};
    const CardRects cards = {
        {a, {0, 0, 160, 56}}, {b, {300, 40, 160, 56}}, {c, {400, 90, 200, 80}}};
    const CardPlaces left = aligned(cards, Edge::left);
    QCOMPARE(left.at(c), QPointF(0, 90));
    QCOMPARE(aligned(cards, Edge::bottom).at(a), QPointF(0, 114));
    const CardPlaces spread = distributed(cards, Qt::Horizontal);
    QCOMPARE(spread.at(a), QPointF(0, 0));
    QCOMPARE(spread.at(c), QPointF(400, 90));
    QCOMPARE(spread.at(b), QPointF(200, 40));
    QVERIFY(distributed({{a, {0, 0, 1, 1}}}, Qt::Vertical).empty());
  }

  void straightenKeepsDistances() {
    Document document;
    const NodeId in = add(document, "Input", {0, 0}), relu = add(document, "Relu", {240, 40});
    QVERIFY(wire(document, in, relu));
    const CardRects cards = {{in, {0, 0, 160, 56}}, {relu, {240, 40, 160, 56}}};
    const CardPlaces places = straightened(cards, document.graph());
    QCOMPARE(places.at(relu), QPointF(240, 0));
  }

  void layeredLayoutOrdersAndSeparates() {
    const LayoutTask task = chain(60);
    const std::atomic<bool> go = false;
    const CardPlaces places = layeredLayout(task, go);
    QCOMPARE(places.size(), std::size_t(60));
    for (const LayoutTask::Wire& wire : task.wires) {
      QVERIFY(places.at(wire.to).x() > places.at(wire.from).x());
    }
    QVERIFY(overlapFree(task, places));
    const std::atomic<bool> stop = true;
    QVERIFY(layeredLayout(task, stop).empty());
  }

  void layeredLayoutTakesTenThousand() {
    const LayoutTask task = chain(10000);
    const std::atomic<bool> go = false;
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(layeredLayout(task, go).size(), std::size_t(10000));
    qInfo("10,000 cards laid out in %lld ms", timer.elapsed());
  }

  void longLinesAreFolded() {
    for (const auto direction : {LayoutDirection::leftToRight, LayoutDirection::topDown}) {
      LayoutTask task = chain(60);
      task.direction = direction;
      const std::atomic<bool> go = false;
      const CardPlaces line = layeredLayout(task, go), places = foldedLayout(task, line);
      QCOMPARE(places.size(), std::size_t(60));
      QVERIFY(overlapFree(task, places));
      const auto extent = [&task](const CardPlaces& of) {
        QRectF all;
        for (const auto& [id, size] : task.cards) all |= QRectF(of.at(id), size);
        return std::max(all.width(), all.height()) / std::min(all.width(), all.height());
      };
      QVERIFY2(extent(places) < 3, qPrintable(QString::number(extent(places))));
      QVERIFY(extent(line) > 8);
    }
  }

  void foldsWhereFewWiresCross() {
    // Blocks of four cards, two of them wired to the last beside the chain: one wire runs between blocks.
    LayoutTask task;
    CardPlaces line;
    for (std::uint32_t i = 1; i <= 80; ++i) {
      task.cards.emplace_back(NodeId{i}, QSizeF(160, 56));
      line[NodeId{i}] = {200.0 * i, 0};
      if (i > 1) task.wires.push_back({NodeId{i - 1}, NodeId{i}});
      if (i % 4 == 0) {
        task.wires.push_back({NodeId{i - 3}, NodeId{i}});
        task.wires.push_back({NodeId{i - 2}, NodeId{i}});
      }
    }
    const CardPlaces places = foldedLayout(task, line);
    int begins = 0;
    for (std::uint32_t i = 2; i <= 80; ++i) {
      if (places.at(NodeId{i}).y() == places.at(NodeId{i - 1}).y()) continue;
      ++begins;
      QCOMPARE(i % 4, 1U);
    }
    QVERIFY(begins >= 2);
  }

  void shortLinesStayWhole() {
    const LayoutTask task = chain(12);
    const std::atomic<bool> go = false;
    const CardPlaces line = layeredLayout(task, go);
    QVERIFY(foldedLayout(task, line) == line);
  }

  void dotLaysOutAndPinsStay() {
    AutoLayout layout;
    LayoutTask task = chain(40);
    task.pinned = {NodeId{5}};
    task.now[NodeId{5}] = {1000, 1000};
    QSignalSpy finished(&layout, &AutoLayout::finished);
    layout.start(task);
    QVERIFY(layout.isRunning());
    QVERIFY(finished.wait(20000));
    const auto places = finished.front().front().value<CardPlaces>();
    QCOMPARE(places.size(), std::size_t(40));
    QCOMPARE(places.at(NodeId{5}), QPointF(1000, 1000));
    QVERIFY(places.at(NodeId{6}).x() > places.at(NodeId{4}).x());
  }

  void missingDotFallsBack() {
    AutoLayout layout;
    layout.setProgram(QStringLiteral("no-such-program"));
    QSignalSpy finished(&layout, &AutoLayout::finished);
    layout.start(chain(20));
    QVERIFY(finished.wait(20000));
  }

  void layoutCanBeCancelled() {
    AutoLayout layout;
    QSignalSpy finished(&layout, &AutoLayout::finished), cancelled(&layout, &AutoLayout::cancelled);
    layout.start(chain(2500));
    layout.cancel();
    QVERIFY(!layout.isRunning());
    QCOMPARE(cancelled.count(), 1);
    layout.start(chain(9000));
    layout.cancel();
    QTest::qWait(300);
    QCOMPARE(finished.count(), 0);
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::ArrangeTest)
#include "arrange_test.moc"
