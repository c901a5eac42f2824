// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_dialog_bundle.h"

#include <QVBoxLayout>

#include "engine/compile/toolchain.h"
#include "ui/widgets/fields/field.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

QString text(std::string_view s) { return QString::fromUtf8(s.data(), qsizetype(s.size())); }

const QString anyBoard = QStringLiteral("any");

QString kibibytes(std::size_t bytes) {
  return BundleRows::tr("%1 KiB").arg(qulonglong(bytes >> 10));
}

}  // namespace

BundleRows::BundleRows(Form& form) : QObject(&form), m_form(form) {
  QStringList names, labels;
  for (const BundleTarget& target : bundle_targets()) {
    names += text(target.name);
    labels +=
        QStringLiteral("%1 — %2").arg(names.back(), translated(Message{target.description, {}}));
  }
  m_targets =
      choice(tr("Target"), names, labels, tr("The machine that the code is for."), m_target);
  m_targets->setObjectName(QStringLiteral("target"));
  connect(m_targets, &Field::edited, this, [this] { setTarget(m_target); });
  m_tools = m_form.addText({}, "faint");
  choice(
      tr("Optimisation"), {"0", "1", "2", "3", "s"},
      {tr("none (-O0)"), tr("little (-O1)"), tr("usual (-O2)"), tr("most (-O3)"), tr("size (-Os)")},
      tr("How the compiler optimises the libraries."), m_level);
  choice(tr("Weights"), {"source", "binary", "object"},
         {tr("in the C source"), tr("in a file that the program passes"),
          tr("in an object to link with")},
         tr("In the source they are simple to build; a file or an object compiles sooner."),
         m_weights);
  auto* place = new QWidget(&m_form);
  m_boardPlace = new QVBoxLayout(place);
  m_boardPlace->setContentsMargins(0, 0, 0, 0);
  const QString help = tr("What does not fit the board's flash and RAM is refused.");
  m_boardLabel = m_form.addRow(tr("Board"), place, help);
  setTarget(m_target);
}

Field* BundleRows::choice(const QString& label, const QStringList& values,
                          const QStringList& labels, const QString& help, QString& value) {
  FieldSpec spec;
  spec.type = FieldType::choice;
  spec.choices = values;
  spec.choiceLabels = labels;
  spec.name = label;
  spec.help = help;
  Field* field = makeField(spec, &m_form);
  field->setValue(value);
  m_form.addRow(label, field, help);
  connect(field, &Field::edited, this, [&value](const QVariant& v) { value = v.toString(); });
  return field;
}

void BundleRows::setTarget(const QString& name) {
  const BundleTarget& target = bundle_target(name.toStdString());
  m_target = name;
  m_targets->setValue(name);
  showTools(target);
  showBoards(target);
}

// What there is on this machine: a compiler, and what runs the test.
void BundleRows::showTools(const BundleTarget& target) {
  QStringList lines;
  lines += compiler_found(target)
               ? tr("Compiled by %1.").arg(text(target.compiler))
               : tr("The compiler %1 is not installed; on Debian: apt install %2")
                     .arg(text(target.compiler), text(target.package));
  try {
    const std::vector<std::string> command = program_runner(target);
    lines += command.empty()
                 ? tr("The test runs on this machine.")
                 : tr("The test runs under %1.").arg(QString::fromStdString(command[0]));
  } catch (const Error& e) {
    lines += tr("The test will not be run: %1.").arg(translated(e.message()));
  }
  m_tools->setText(lines.join(u' '));
}

void BundleRows::showBoards(const BundleTarget& target) {
  delete m_boards;
  m_boards = nullptr;
  m_board = anyBoard;
  m_boardLabel->setVisible(!target.boards.empty());
  m_boardPlace->parentWidget()->setVisible(!target.boards.empty());
  if (target.boards.empty()) return;
  FieldSpec spec;
  spec.type = FieldType::choice;
  spec.choices = {anyBoard};
  spec.choiceLabels = {tr("any: say which ones it fits")};
  for (const Board& b : target.boards) {
    spec.choices += text(b.name);
    spec.choiceLabels +=
        tr("%1 — %2 flash, %3 RAM").arg(text(b.name), kibibytes(b.flash), kibibytes(b.ram));
  }
  spec.name = tr("Board");
  Field* field = makeField(spec, m_boardPlace->parentWidget());
  field->setObjectName(QStringLiteral("board"));
  field->setValue(m_board);
  connect(field, &Field::edited, this, [this](const QVariant& v) { m_board = v.toString(); });
  m_boardPlace->addWidget(field);
  m_boards = field;
}

void BundleRows::fill(CompileRequest& request) const {
  request.target = m_target.toStdString();
  request.optimization = m_level.toStdString();
  request.weights = m_weights.toStdString();
  if (m_board != anyBoard) request.board = m_board.toStdString();
}

}  // namespace espalier::ui
