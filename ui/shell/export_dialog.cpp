// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_dialog.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QUrl>
#include <algorithm>

#include "ui/shell/export_dialog_bundle.h"
#include "ui/shell/workspace.h"
#include "ui/widgets/fields/field.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/replace.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

// What lies in a folder, or the file itself; a few files only.
double sizeOnDisk(const QString& path) {
  const QFileInfo info(path);
  if (!info.isDir()) return double(info.size());
  double sum = 0;
  for (const QFileInfo& file : QDir(path).entryInfoList(QDir::Files)) sum += double(file.size());
  return sum;
}

}  // namespace

ExportDialog::ExportDialog(Workspace& workspace, Kind kind, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_kind(kind),
      m_options(new Form(this)),
      m_result(new Form(this)),
      m_bar(new QProgressBar(this)),
      m_doing(roleLabel({}, "secondary", this)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(kind == Kind::onnx ? tr("Export as ONNX") : tr("Compile to C"));
  setMinimumWidth(560);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(24, 16, 24, 16);
  column->setSpacing(12);
  column->addWidget(roleLabel(windowTitle(), "title", this));
  auto* about = roleLabel(
      kind == Kind::onnx
          ? tr("The file is written, read back and run; it is put in place only if it gives the "
               "engine's results.")
          : tr("A folder with C source, header, libraries and test vectors; it needs nothing but "
               "the C library. Its own test is run before it is put in place."),
      "secondary", this);
  about->setWordWrap(true);
  column->addWidget(about);
  m_options->setWideEditors();
  makeOptions();
  column->addWidget(m_options);
  m_bar->setRange(0, 1000);
  m_bar->setTextVisible(false);
  column->addWidget(m_bar);
  column->addWidget(m_doing);
  column->addWidget(m_result);
  column->addStretch();
  auto* buttons = new QHBoxLayout;
  m_show = new QPushButton(tr("Show in the file manager"), this);
  m_close = new QPushButton(tr("Close"), this);
  m_start = new QPushButton(kind == Kind::onnx ? tr("Export") : tr("Compile"), this);
  m_start->setObjectName(QStringLiteral("start"));
  m_start->setDefault(true);
  setRole(m_start, "primary");
  buttons->addWidget(m_show);
  buttons->addStretch();
  buttons->addWidget(m_close);
  buttons->addWidget(m_start);
  column->addLayout(buttons);
  m_bar->hide();
  m_doing->hide();
  m_result->hide();
  m_show->hide();

  connect(m_start, &QPushButton::clicked, this, &ExportDialog::start);
  connect(m_close, &QPushButton::clicked, this, &ExportDialog::reject);
  connect(m_show, &QPushButton::clicked, this, [this] {
    const QFileInfo info(m_output);
    QDesktopServices::openUrl(
        QUrl::fromLocalFile(info.isDir() ? info.absoluteFilePath() : info.absolutePath()));
  });
  SessionBridge& bridge = workspace.bridge();
  connect(&bridge, &SessionBridge::jobProgress, this, &ExportDialog::onProgress);
  connect(&bridge, &SessionBridge::jobDone, this, &ExportDialog::onDone);
}

void ExportDialog::makeOptions() {
  const Document& document = m_workspace.document();
  const QString folder = document.fileName().isEmpty()
                             ? QDir::homePath()
                             : QFileInfo(document.fileName()).absolutePath();
  m_output = folder + u'/' + document.displayName() +
             (m_kind == Kind::onnx ? QStringLiteral(".onnx") : QStringLiteral("-c"));
  auto* row = new QWidget(m_options);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  m_path = makeField({.type = FieldType::text, .name = tr("File")}, row);
  m_path->setObjectName(QStringLiteral("output"));
  m_path->setValue(m_output);
  connect(m_path, &Field::edited, this, [this](const QVariant& v) { m_output = v.toString(); });
  auto* choose = new QPushButton(QStringLiteral("…"), row);
  connect(choose, &QPushButton::clicked, this, &ExportDialog::choose);
  layout->addWidget(m_path, 1);
  layout->addWidget(choose);
  m_options->addRow(m_kind == Kind::onnx ? tr("File") : tr("Folder"), row);

  if (m_kind == Kind::onnx) {
    QStringList opsets;
    for (int i = 13; i <= 21; ++i) opsets += QString::number(i);
    FieldSpec spec;
    spec.type = FieldType::choice;
    spec.choices = opsets;
    spec.name = tr("Opset");
    spec.help = tr("The version of ONNX's operators; older programs read only older ones.");
    Field* field = makeField(spec, m_options);
    field->setValue(QString::number(m_opset));
    m_options->addRow(spec.name, field, spec.help);
    connect(field, &Field::edited, this, [this](const QVariant& v) { m_opset = v.toInt(); });
    return;
  }
  m_bundle = new BundleRows(*m_options);
}

void ExportDialog::choose() {
  const QString path =
      m_kind == Kind::onnx
          ? QFileDialog::getSaveFileName(this, windowTitle(), m_output, tr("ONNX models (*.onnx)"))
          : QFileDialog::getExistingDirectory(this, windowTitle(),
                                              QFileInfo(m_output).absolutePath());
  if (path.isEmpty()) return;
  setOutput(path);
  m_agreed = path;  // the dialog has asked
}

void ExportDialog::setOutput(const QString& path) {
  m_output = path;
  m_path->setValue(path);
}

// What is compiled has a folder of its own, and the engine refuses a foreign one.
bool ExportDialog::mayWrite() {
  m_doing->hide();
  const QString refusal = refusalToReplace(m_output, FileKind::onnx);
  if (refusal.isEmpty() && (m_output == m_agreed || askToReplace(this, m_output))) return true;
  if (!refusal.isEmpty()) tellEnd(refusal, "bad");
  if (m_focus != nullptr) m_focus->setFocus();
  return false;
}

void ExportDialog::tellEnd(const QString& sentence, const char* role) {
  m_done = true;
  m_ok = false;
  m_bar->hide();
  m_result->hide();
  m_show->hide();
  m_doing->setWordWrap(true);
  setRole(m_doing, role);
  m_doing->setText(sentence);
  m_doing->show();
  // A sentence of several lines must not squeeze the fields.
  layout()->activate();
  resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

void ExportDialog::start() {
  if (m_job != 0) return;
  m_focus = focusWidget();
  setFocus();  // what is being typed is taken over
  if (m_kind == Kind::onnx && !mayWrite()) return;
  Document& document = m_workspace.document();
  const std::filesystem::path project = document.fileName().toStdU16String();
  const std::filesystem::path output = m_output.toStdU16String();
  Session& session = m_workspace.bridge().session();
  m_done = m_ok = false;
  if (m_kind == Kind::onnx) {
    m_job = session.export_onnx({document.snapshot(), project, output, m_opset});
  } else {
    CompileRequest request{document.snapshot(), project, output};
    m_bundle->fill(request);
    m_job = session.compile(std::move(request));
  }
  m_options->setEnabled(false);
  m_start->setEnabled(false);
  m_close->setText(tr("Cancel"));
  m_result->hide();
  m_show->hide();
  m_bar->setValue(0);
  m_bar->show();
  setRole(m_doing, "secondary");
  m_doing->setText(tr("starting"));
  m_doing->show();
}

void ExportDialog::reject() {
  if (m_job != 0) {
    m_workspace.bridge().session().stop(m_job);
    m_doing->setText(tr("cancelling"));
    return;
  }
  QDialog::reject();
}

void ExportDialog::onProgress(const JobProgress& event) {
  if (event.job != m_job || m_job == 0) return;
  m_bar->setRange(0, event.fraction < 0 ? 0 : 1000);
  if (event.fraction >= 0) m_bar->setValue(int(event.fraction * 1000));
  m_doing->setText(translated(event.doing));
}

void ExportDialog::onDone(const JobDone& event) {
  if (event.job != m_job || m_job == 0) return;
  m_job = 0;
  m_options->setEnabled(true);
  m_start->setEnabled(true);
  m_close->setText(tr("Close"));
  // Where it was before, unless it has been put elsewhere meanwhile.
  if (m_focus != nullptr && (focusWidget() == this || focusWidget() == nullptr))
    m_focus->setFocus();
  if (!event.ok) {
    if (event.cancelled)
      tellEnd(tr("cancelled; nothing was written"), "secondary");
    else
      tellEnd(translated(event.reason), "bad");
    return;
  }
  m_done = m_ok = true;
  m_bar->setRange(0, 1000);
  m_bar->setValue(1000);
  m_doing->hide();
  showResult(event);
}

void ExportDialog::showResult(const JobDone& event) {
  m_result->clear();
  const QString path = QString::fromStdU16String(event.result.u16string());
  if (!path.isEmpty()) m_output = path;
  m_result->addHeading(tr("Measured on the written result"));
  bool sized = false;
  for (const auto& [label, value] : event.facts) {
    m_result->addFigure(translated(label), QString::fromStdString(value));
    sized = sized || label.text().find("size") != std::string::npos;
  }
  if (!sized) m_result->addFigure(tr("size"), bytesText(sizeOnDisk(m_output)));
  m_result->addText(QDir::toNativeSeparators(m_output), "faint");
  m_result->show();
  m_show->show();
}

}  // namespace espalier::ui
