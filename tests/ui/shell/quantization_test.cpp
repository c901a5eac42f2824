// SPDX-License-Identifier: GPL-3.0-or-later
//
// A trained network in 8 bits: panel, badges, overlay, ticks and slider.
// ctest: RUN_SERIAL=1 TIMEOUT=300
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <QtTest>

#include "tests/ui/support/trained.h"
#include "ui/analysis/quantization/quantization_panel.h"
#include "ui/analysis/quantization/sensitivity_model.h"

using namespace espalier;
using namespace espalier::ui;

class QuantizationTest : public QObject {
  Q_OBJECT

 private slots:
  void layersRunInEightBitsAndStayInFloat();
};

void QuantizationTest::layersRunInEightBitsAndStayInFloat() {
  Trained trained("quantization");
  Workspace& workspace = trained.workspace();
  MainWindow& window = trained.window();
  Document& document = workspace.document();
  QuantizationControl& control = workspace.quantization();
  window.showPanel(QStringLiteral("quantization"));
  auto* panel = window.findChild<QuantizationPanel*>();
  panel->findChild<QPushButton*>(QStringLiteral("quantize"))->click();
  QVERIFY(control.active());
  const auto measured = [&control] {
    return !control.active() && control.sensitivity() && !control.precision().layers.empty();
  };
  QTRY_VERIFY_WITH_TIMEOUT(measured(), 60000);
  QVERIFY(!document.project().quantization.empty());
  const std::size_t layers = control.precision().layers.size();
  const std::size_t weighty =
      control.sensitivity()->layers.size();  // those that are measured alone
  QCOMPARE(weighty, std::size_t(3));
  QVERIFY(layers >= weighty);
  QCOMPARE(control.precision().integer_share, 1.0);
  const auto badges = [&document](const QString& text) {
    const std::vector<NodeId> ids = document.graph().nodes();
    return std::count_if(ids.begin(), ids.end(),
                         [&](NodeId id) { return document.badge(id) == text; });
  };
  QVERIFY(badges(QStringLiteral("int8")) > 0);
  workspace.setOverlay(QStringLiteral("int8"));
  QVERIFY(!document.overlay().empty());

  // A tick keeps a layer in float, one step of undo, and the figures are those of the network as it is now.
  QAbstractItemModel* table = panel->findChild<QTableView*>()->model();
  QCOMPARE(table->rowCount(), int(weighty));
  const double before = control.sensitivity()->signal_to_noise;
  QVERIFY(table->setData(table->index(0, SensitivityModel::precision), Qt::Unchecked,
                         Qt::CheckStateRole));
  QCOMPARE(document.project().quantization.keep.size(), std::size_t(1));
  QTRY_VERIFY_WITH_TIMEOUT(measured() && control.precision().integer_share < 1, 30000);
  QVERIFY(control.sensitivity()->signal_to_noise != before);
  QCOMPARE(control.sensitivity()->layers.size(), weighty);
  QVERIFY(badges(QStringLiteral("float")) > 0);
  document.undo();
  QVERIFY(document.project().quantization.keep.empty());
  QTRY_VERIFY_WITH_TIMEOUT(measured() && control.precision().integer_share == 1, 30000);

  // The slider keeps the most sensitive ones.
  auto* slider = panel->findChild<QSlider*>();
  QCOMPARE(slider->maximum(), int(weighty));
  slider->setValue(2);
  QCOMPARE(document.project().quantization.keep.size(), std::size_t(2));
  double kept = 0, others = std::numeric_limits<double>::infinity();
  for (const LayerEffect& layer : control.sensitivity()->layers) {
    double& extreme = document.project().quantization.keep.contains(layer.key) ? kept : others;
    extreme = &extreme == &kept ? std::max(kept, layer.signal_to_noise)
                                : std::min(others, layer.signal_to_noise);
  }
  QVERIFY(kept <= others);
  document.undo();
  QVERIFY(document.project().quantization.keep.empty());
  QCOMPARE(slider->value(), 0);
  QTRY_VERIFY_WITH_TIMEOUT(measured(), 30000);

  panel->findChild<QPushButton*>(QStringLiteral("float"))->click();
  QVERIFY(document.project().quantization.empty());
  QTRY_COMPARE(badges(QStringLiteral("int8")), 0);
  workspace.setOverlay({});
}

QTEST_MAIN(QuantizationTest)
#include "quantization_test.moc"
