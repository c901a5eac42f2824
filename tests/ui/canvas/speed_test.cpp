// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints how long frames and edits of a drawing of 10,000 layers take; asserts nothing of it, for
// machines differ.
#include <QElapsedTimer>
#include <algorithm>

#include "tests/ui/support/canvas_bench.h"
#include "ui/document/draft.h"

namespace espalier::ui {
namespace {

// Columns of chains, all fed by one input.
class ManyLayers final : public Edit {
 public:
  QString text() const override { return QStringLiteral("Many layers"); }
  Outcome apply(Draft& draft) override {
    Graph& graph = draft.edit();
    NodeId input;
    graph.add(make_node(op("Input")), &input);
    draft.setPlace(input, {-300, 0});
    for (int row = 0; row < 100; ++row) {
      NodeId last = input;
      for (int column = 0; column < 100; ++column) {
        Node node = make_node(op(column % 2 == 0 ? "Sigmoid" : "Relu"));
        node.name = graph.free_name(node.name);
        node.inputs = {{last, 0}};
        if (auto refusal = graph.add(std::move(node), &last)) return outcome(refusal);
        draft.setPlace(last, {column * 216.0, row * 96.0});
      }
    }
    return {};
  }
};

void print(const char* what, std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  qInfo("%s: median %.1f ms, worst %.1f ms", what, ms[ms.size() / 2], ms.back());
}

}  // namespace

class SpeedTest : public QObject {
  Q_OBJECT

 private slots:
  void tenThousandLayers() {
    CanvasBench b;
    QElapsedTimer timer;
    timer.start();
    QVERIFY(b.document.apply(ManyLayers()));
    qInfo("drawn in %lld ms", timer.elapsed());
    QImage frame(b.canvas->size(), QImage::Format_RGB32);
    for (const double scale : {0.04, 0.12, 0.3, 0.6, 1.0}) {
      b.canvas->setScale(scale, {0, 0});
      b.canvas->centerOn({10000, 4800});
      b.canvas->render(&frame);
      std::vector<double> ms;
      for (int i = 0; i < 25; ++i) {
        timer.restart();
        b.canvas->scrollBy({7, 3});
        b.canvas->render(&frame);
        ms.push_back(double(timer.nsecsElapsed()) / 1e6);
      }
      print(qPrintable(QStringLiteral("pan at %1 %").arg(scale * 100)), ms);
    }
    std::vector<double> edits;
    const NodeId id{5000};
    for (int i = 0; i < 25; ++i) {
      timer.restart();
      QVERIFY(b.document.apply(ToggleMuted({id})));
      edits.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    print("edit", edits);
    std::vector<double> moves;
    for (int i = 0; i < 25; ++i) {
      timer.restart();
      b.canvas->setDragged({{id, QPointF(i, i)}});
      moves.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    print("drag of a card", moves);
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::SpeedTest)
#include "speed_test.moc"
