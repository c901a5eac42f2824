// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/replace.h"

#include <QImage>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

namespace espalier::ui {

class ReplaceTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void contentTellsTheKind();
  void onlyTheSameKindMayBeReplaced();
  void replacingIsAsked();

 private:
  QTemporaryDir m_folder;

  QString write(const char* name, const QByteArray& bytes) const {
    QFile out(m_folder.filePath(QLatin1String(name)));
    if (!out.open(QIODevice::WriteOnly)) qFatal("cannot write");
    out.write(bytes);
    return out.fileName();
  }
};

void ReplaceTest::init() {
  QImage image(4, 4, QImage::Format_RGB32);
  image.fill(Qt::red);
  QVERIFY(image.save(m_folder.filePath(QStringLiteral("picture.onnx")), "PNG"));
  write("model.onnx", QByteArray("\x08\x07\x12\x04main", 8));
  write("a.espalier", "{\n  \"espalier\": 1,\n");
  write("cut.espalier", "{\"gra");
  write("trace.json", "{\"traceEvents\": []}");
  write("table.csv", "a,b\n1,2\n");
  write("empty", {});
}

void ReplaceTest::contentTellsTheKind() {
  const std::pair<const char*, FileKind> expected[] = {{"picture.onnx", FileKind::picture},
                                                       {"model.onnx", FileKind::onnx},
                                                       {"a.espalier", FileKind::project},
                                                       {"cut.espalier", FileKind::project},
                                                       {"trace.json", FileKind::json},
                                                       {"table.csv", FileKind::text},
                                                       {"empty", FileKind::none},
                                                       {"nowhere", FileKind::none},
                                                       {"", FileKind::folder}};
  for (const auto& [name, kind] : expected)
    QVERIFY2(kindOfFile(m_folder.filePath(QLatin1String(name))) == kind, name);
}

void ReplaceTest::onlyTheSameKindMayBeReplaced() {
  const auto refusal = [this](const char* name, FileKind kind) {
    return refusalToReplace(m_folder.filePath(QLatin1String(name)), kind);
  };
  QVERIFY(refusal("model.onnx", FileKind::onnx).isEmpty());
  QVERIFY(refusal("nowhere.onnx", FileKind::onnx).isEmpty());
  for (const char* other : {"picture.onnx", "a.espalier", "cut.espalier", "table.csv"}) {
    const QString sentence = refusal(other, FileKind::onnx);
    QVERIFY2(sentence.contains(QLatin1String(other)), qPrintable(sentence));
  }
  QVERIFY(!refusal("a.espalier", FileKind::json).isEmpty());
  QVERIFY(!refusal("model.onnx", FileKind::picture).isEmpty());
  QVERIFY(!refusal("model.onnx", FileKind::project).isEmpty());
}

void ReplaceTest::replacingIsAsked() {
  int asked = 0;
  const auto answer = [&](bool yes) {
    QTimer::singleShot(0, qApp, [&asked, yes] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (box == nullptr) return;
      ++asked;
      for (QAbstractButton* b : box->buttons())
        if ((b->objectName() == QStringLiteral("replace")) == yes) return b->click();
    });
  };
  QVERIFY(askToReplace(nullptr, m_folder.filePath(QStringLiteral("nowhere"))));
  QCOMPARE(asked, 0);
  const QString file = m_folder.filePath(QStringLiteral("model.onnx"));
  answer(false);
  QVERIFY(!askToReplace(nullptr, file));
  answer(true);
  QVERIFY(askToReplace(nullptr, file));
  QCOMPARE(asked, 2);
}

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::ReplaceTest)
#include "replace_test.moc"
