// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/about_dialog.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "engine/base/version.h"
#include "ui/widgets/fields/form.h"

namespace espalier::ui {

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("About Espalier"));
  setMinimumWidth(440);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(24, 20, 24, 16);
  column->setSpacing(8);
  column->addWidget(
      roleLabel(QStringLiteral("Espalier %1").arg(QLatin1String(kVersion)), "title", this));
  column->addWidget(
      roleLabel(tr("Draw a neural network, train it while watching, ship it."), "secondary", this));
  auto* form = new Form(this);
  form->addHeading(tr("Licences"));
  form->addFigure(tr("engine, compiled bundles"), QStringLiteral("Apache-2.0"));
  form->addFigure(tr("designer"), QStringLiteral("GPL-3.0-or-later"));
  form->addHeading(tr("Built with"));
  const std::pair<const char*, const char*> parts[] = {{"Qt " QT_VERSION_STR, "LGPL-3.0"},
                                                       {"Qt Charts", "GPL-3.0"},
                                                       {"OpenBLAS", "BSD-3-Clause"},
                                                       {"Protocol Buffers", "BSD-3-Clause"},
                                                       {"ONNX", "Apache-2.0"},
                                                       {"SQLite", "public domain"},
                                                       {"{fmt}, spdlog, nlohmann/json", "MIT"},
                                                       {"libjpeg-turbo", "BSD-3-Clause, IJG"},
                                                       {"libpng", "libpng-2.0"},
                                                       {"zlib", "Zlib"}};
  for (const auto& [name, licence] : parts)
    form->addFigure(QString::fromUtf8(name), QString::fromUtf8(licence));
  column->addWidget(form);
  column->addStretch();
  auto* close = new QPushButton(tr("Close"), this);
  column->addWidget(close, 0, Qt::AlignRight);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
}

}  // namespace espalier::ui
