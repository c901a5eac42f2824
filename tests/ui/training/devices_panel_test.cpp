// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/devices/devices_panel.h"

#include <QComboBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QtTest>

#include "ui/document/edits/values.h"
#include "ui/training/run_panel.h"

using namespace espalier;
using namespace espalier::ui;

namespace {

std::vector<DeviceInfo> three() {
  DeviceInfo cpu{"cpu", "EPYC", "", 16'000'000'000, true, {}, {}};
  DeviceInfo gpu{"opencl:0", "Card", "Vendor 1.2", 8'000'000'000, true, {}, {}};
  DeviceInfo lost{
      "cuda", "CUDA", "", 0, false, message("there is no driver"), message("never run")};
  return {cpu, gpu, lost};
}

QPushButton* useButton(const DevicesPanel& panel) {
  return panel.findChildren<QPushButton*>().front();
}

}  // namespace

class DevicesPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void showsWhatWasFound();
  void choosesTheProjectsDevice();
  void asksTheDrivers();
  void runPanelOffersThem();
};

void DevicesPanelTest::showsWhatWasFound() {
  Document document;
  DevicesPanel panel(document);
  panel.show(three());
  const auto* list = panel.findChild<QTreeWidget*>();
  QCOMPARE(list->topLevelItemCount(), 3);
  QCOMPARE(list->topLevelItem(0)->text(0), QStringLiteral("●"));  // the project's
  QCOMPARE(list->topLevelItem(1)->text(5), QStringLiteral("Vendor 1.2"));
  QCOMPARE(list->topLevelItem(2)->text(4), QStringLiteral("there is no driver · never run"));
}

void DevicesPanelTest::choosesTheProjectsDevice() {
  Document document;
  DevicesPanel panel(document);
  panel.show(three());
  auto* list = panel.findChild<QTreeWidget*>();
  QPushButton* use = useButton(panel);
  QVERIFY(!use->isEnabled());
  list->setCurrentItem(list->topLevelItem(2));
  QVERIFY(!use->isEnabled());  // not usable
  list->setCurrentItem(list->topLevelItem(1));
  use->click();
  QCOMPARE(document.project().training.device, std::string("opencl:0"));
  QCOMPARE(list->topLevelItem(1)->text(0), QStringLiteral("●"));
  QVERIFY(list->topLevelItem(0)->text(0).isEmpty());
  QVERIFY(!use->isEnabled());
}

void DevicesPanelTest::asksTheDrivers() {
  Document document;
  DevicesPanel panel(document);
  QSignalSpy found(&panel, &DevicesPanel::found);
  panel.lookOnce();
  QVERIFY(found.count() > 0 || found.wait(20000));
  QCOMPARE(found.front().front().toStringList().front(), QStringLiteral("cpu"));
}

void DevicesPanelTest::runPanelOffersThem() {
  Document document;
  RunPanel run(document);
  const auto box = [&]() -> QComboBox* {
    QCoreApplication::processEvents();
    for (QComboBox* b : run.findChildren<QComboBox*>())
      if (b->findData(QStringLiteral("opencl:0")) >= 0) return b;
    return nullptr;
  };
  QVERIFY(box() == nullptr);
  run.setDevices({QStringLiteral("cpu"), QStringLiteral("opencl:0")},
                 {QStringLiteral("EPYC"), QStringLiteral("Card")});
  QVERIFY(box() != nullptr);
  QCOMPARE(box()->currentData().toString(), QStringLiteral("cpu"));
  QVERIFY(document.apply(SetSetting("training.device", std::string("opencl:0"))));
  QCOMPARE(box()->currentData().toString(), QStringLiteral("opencl:0"));
}

QTEST_MAIN(DevicesPanelTest)
#include "devices_panel_test.moc"
