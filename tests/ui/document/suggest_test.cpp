// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/suggest.h"

#include <QTest>

#include "tests/ui/support/drawing.h"
#include "ui/document/fit.h"
#include "ui/document/fuzzy.h"

namespace espalier::ui {

class SuggestTest : public QObject {
  Q_OBJECT

 private slots:
  void fuzzy() {
    QVERIFY(fuzzyScore(QStringLiteral("gap"), QStringLiteral("GlobalAveragePool")));
    QVERIFY(!fuzzyScore(QStringLiteral("xyz"), QStringLiteral("GlobalAveragePool")));
    QVERIFY(*fuzzyScore(QStringLiteral("relu"), QStringLiteral("Relu")) >
            *fuzzyScore(QStringLiteral("relu"), QStringLiteral("LeakyRelu")));
    QVERIFY(*fuzzyScore(QStringLiteral("conv"), QStringLiteral("Conv")) >
            *fuzzyScore(QStringLiteral("conv"), QStringLiteral("ConvTranspose")));
  }

  // The obvious answer is the first.
  void obviousFirst_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("first");
    for (const auto& [typed, first] :
         std::vector<std::pair<const char*, const char*>>{{"conv", "Conv"},
                                                          {"relu", "Relu"},
                                                          {"max", "Max"},
                                                          {"maxp", "MaxPool"},
                                                          {"gap", "GlobalAveragePool"},
                                                          {"bn", "BatchNormalization"},
                                                          {"flat", "Flatten"},
                                                          {"gemm", "Gemm"},
                                                          {"add", "Add"},
                                                          {"concat", "Concat"},
                                                          {"drop", "Dropout"},
                                                          {"soft", "Softmax"}}) {
      QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(first);
    }
  }
  void obviousFirst() {
    QFETCH(QString, typed);
    QFETCH(QString, first);
    Document document;
    const std::vector<Suggestion> list = suggestions(document, typed, {});
    QVERIFY(!list.empty());
    QCOMPARE(list.front().kind.label(), first);
  }

  void onlyWhatFits() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    SuggestContext context;
    context.from = ValueRef{ids[0], 0};
    const std::vector<Suggestion> list = suggestions(document, {}, context);
    QVERIFY(list.size() > 5);
    for (const Suggestion& s : list) QVERIFY2(s.kind.label() != QStringLiteral("Input"), "fits");
    QCOMPARE(list.front().kind.category(), Category::linear);
    // A matrix is not an image.
    context.from = ValueRef{ids[5], 0};
    for (const Suggestion& s : suggestions(document, QStringLiteral("Conv"), context)) {
      QVERIFY(s.kind.label() != QStringLiteral("Conv"));
    }
  }

  void cyclesAreFoundBeforeTheyAreDrawn() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    const WireCheck check(document, ValueRef{ids[3], 0});
    QVERIFY(!check.to({ids[1], 0}));
    QVERIFY(!check.to({ids[3], 0}));
    QVERIFY(check.to({ids[5], 0}));
    QVERIFY(!check.shapeFits({ids[5], 0}));
    QVERIFY(check.shapeFits({ids[4], 0}));
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::SuggestTest)
#include "suggest_test.moc"
