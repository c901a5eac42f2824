// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palette.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QSignalSpy>

#include "tests/ui/support/drawing.h"
#include "ui/document/edits/groups.h"
#include "ui/widgets/search_field.h"

namespace espalier::ui {

class PaletteTest : public QObject {
  Q_OBJECT

 private slots:
  void categoriesInOrder() {
    PaletteModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.reload();
    QStringList headings;
    int kinds = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
      const QModelIndex index = model.index(row, 0);
      if (index.data(PaletteModel::isHeading).toBool()) {
        headings << index.data().toString();
      } else if (!index.data(PaletteModel::isMore).toBool()) {
        ++kinds;
        QVERIFY(!index.data(PaletteModel::summaryRole).toString().isEmpty());
      }
    }
    QCOMPARE(headings.front(), QStringLiteral("Data"));
    QCOMPARE(headings.removeDuplicates(), 0);
    QVERIFY(kinds >= 10);
    const int all = model.rowCount();
    model.toggle(model.index(0, 0));
    QVERIFY(model.rowCount() < all);
    model.toggle(model.index(0, 0));
    QCOMPARE(model.rowCount(), all);
  }

  void everydayLayersComeFirst() {
    PaletteModel model;
    model.reload();
    const auto find = [&model](const QString& text) {
      for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, 0).data().toString() == text) return row;
      }
      return -1;
    };
    QVERIFY(find(QStringLiteral("Input")) > 0);
    QVERIFY(find(QStringLiteral("Relu")) > find(QStringLiteral("Conv")));
    QCOMPARE(find(QStringLiteral("CastLike")), -1);
    int hidden = 0, rows = model.rowCount();
    for (int row = rows - 1; row >= 0; --row) {
      const QModelIndex index = model.index(row, 0);
      if (!index.data(PaletteModel::isMore).toBool()) continue;
      QVERIFY(!model.kind(index));
      hidden += index.data().toString().section(' ', 0, 0).toInt();
      model.toggle(index);
    }
    QCOMPARE(model.rowCount(), rows + hidden);
    QVERIFY(find(QStringLiteral("CastLike")) > find(QStringLiteral("Output")));
    QVERIFY(find(QStringLiteral("CastLike")) < find(QStringLiteral("Conv")));
    model.search(QStringLiteral("castl"));
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("CastLike"));
  }

  void enterUnfoldsAndKeepsItsPlace() {
    Palette palette;
    palette.resize(220, 600);
    palette.show();
    auto* list = palette.findChild<QListView*>();
    QModelIndex more;
    for (int row = 0; !more.data(PaletteModel::isMore).toBool(); ++row)
      more = list->model()->index(row, 0);
    const int row = more.row(), before = list->model()->rowCount();
    list->setCurrentIndex(more);
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(list->model()->rowCount() > before);
    QCOMPARE(list->currentIndex().row(), row);
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(list->model()->rowCount(), before);
  }

  void searchAndEnter() {
    Palette palette;
    palette.resize(220, 600);
    palette.show();
    QSignalSpy asked(&palette, &Palette::addRequested);
    auto* field = palette.findChild<SearchField*>();
    QTest::keyClicks(field, "maxp");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.front().front().value<LayerKind>().label(), QStringLiteral("MaxPool"));
  }

  void groupsAreListed() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    PaletteModel model;
    model.setDocument(&document);
    const int before = model.rowCount();
    QVERIFY(document.apply(Group({ids[1], ids[2]})));
    model.reload();
    QCOMPARE(model.rowCount(), before + 2);
    const QModelIndex last = model.index(model.rowCount() - 1, 0);
    QCOMPARE(model.kind(last)->group, std::string("block"));
    const std::unique_ptr<QMimeData> mime(model.mimeData({last}));
    QCOMPARE(mime->data(QLatin1String(kLayerMime)), QByteArray("group:block"));
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::PaletteTest)
#include "palette_test.moc"
