// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/render.h"

#include <QTemporaryDir>

#include "tests/ui/support/drawing.h"
#include "ui/document/edits/groups.h"
#include "ui/widgets/theme_tokens.h"

namespace espalier::ui {

class RenderTest : public QObject {
  Q_OBJECT

 private slots:
  void pictures_data() {
    QTest::addColumn<QString>("theme");
    QTest::newRow("dark") << QStringLiteral("dark");
    QTest::newRow("light") << QStringLiteral("light");
  }
  void pictures() {
    QFETCH(QString, theme);
    QTemporaryDir folder;
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    const QString project = folder.filePath(QStringLiteral("a.espalier"));
    QVERIFY(document.saveAs(project));
    RenderOptions options;
    options.theme = theme;
    options.scale = 2;
    const QString png = folder.filePath(QStringLiteral("a.png"));
    const Outcome done = renderProject(project, png, options);
    QVERIFY2(done, qPrintable(done.reason));
    const QImage image(png);
    QVERIFY(image.width() > 2400);
    QCOMPARE(image.pixelColor(3, 3), ThemeTokens::load(theme).background);
    const QString svg = folder.filePath(QStringLiteral("a.svg"));
    QVERIFY(renderProject(project, svg, options));
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("<svg"));
    QVERIFY(text.contains("maxpool"));
  }

  void networkWithoutALayoutIsLaidOut() {
    QTemporaryDir folder;
    Project project;
    NodeId last;
    for (int i = 0; i < 8; ++i) {
      Node node = make_node(op(i == 0 ? "Input" : "Relu"));
      node.name = project.network.graph.free_name(node.name);
      if (last) node.inputs = {{last, 0}};
      QVERIFY(!project.network.graph.add(std::move(node), &last));
    }
    const QString file = folder.filePath(QStringLiteral("a.espalier"));
    save_project(project, file.toStdString(), nullptr);
    const QString png = folder.filePath(QStringLiteral("a.png"));
    QVERIFY(renderProject(file, png, {}));
    QVERIFY(QImage(png).width() > 8 * 160);
  }

  void refusals() {
    QTemporaryDir folder;
    Document document;
    drawChain(document);
    const Outcome ending =
        renderDocument(document, folder.filePath(QStringLiteral("a.bmp")), RenderOptions());
    QVERIFY(ending.reason.contains(QStringLiteral(".svg")));
    RenderOptions huge;
    huge.scale = 50;
    QImage image;
    QVERIFY(!renderImage(document, huge, &image));
    QVERIFY(!renderDocument(document, QStringLiteral("/no/such/folder/a.svg"), RenderOptions()));
    QVERIFY(!renderProject(folder.filePath(QStringLiteral("none.espalier")),
                           folder.filePath(QStringLiteral("a.svg")), RenderOptions()));
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::RenderTest)
#include "render_test.moc"
