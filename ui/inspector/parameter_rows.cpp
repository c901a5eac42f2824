// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/parameter_rows.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPointer>

#include "engine/graph/op.h"
#include "ui/document/edits/values.h"
#include "ui/widgets/fields/field.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

ParamSetting settingOf(const Node& node, std::size_t port) {
  ParamSetting setting = port < node.params.size() ? node.params[port] : ParamSetting();
  if (setting.initializer.kind.empty()) setting.initializer = initializer_of(node, port);
  return setting;
}

// One port: a line with its name and shape, then kind, gain and freeze.
class PortRows {
 public:
  PortRows(Form& form, Document& document, NodeId node, std::uint32_t port)
      : m_document(document), m_node(node), m_port(port) {
    const PortSpec& spec = document.graph().node(node).op->inputs[port];
    m_state = spec.kind == PortKind::state;
    const QString name = QString::fromUtf8(spec.name);
    m_shape = form.addFigure(name, {}, translatedHelp(spec.help));
    auto* row = new QWidget(&form);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    FieldSpec kind;
    kind.type = FieldType::choice;
    kind.name = name + u' ' + QCoreApplication::translate("Inspector", "initialiser");
    for (const char* k : initializer_kinds()) kind.choices += QString::fromUtf8(k);
    m_kind = makeField(kind, row);
    FieldSpec gain;
    gain.type = FieldType::real;
    gain.name = name + u' ' + QCoreApplication::translate("Inspector", "gain");
    gain.help = QCoreApplication::translate(
        "Inspector", "Scale, deviation or value, as the kind of initialiser says.");
    m_gain = makeField(gain, row);
    m_gain->setFixedWidth(56);
    layout->addWidget(m_kind, 1);
    layout->addWidget(m_gain);
    form.addWide(row);
    QObject::connect(m_kind, &Field::edited, &document, [this](const QVariant& v) {
      change([&](ParamSetting& s) { s.initializer.kind = v.toString().toStdString(); });
    });
    QObject::connect(m_gain, &Field::edited, &document, [this](const QVariant& v) {
      change([&](ParamSetting& s) { s.initializer.gain = v.toDouble(); });
    });
    if (m_state) return;
    m_frozen = new QCheckBox(QCoreApplication::translate("Inspector", "frozen"), &form);
    m_frozen->setToolTip(QCoreApplication::translate("Inspector", "Training leaves it as it is."));
    form.addRow({}, m_frozen);
    QObject::connect(m_frozen, &QCheckBox::clicked, &document,
                     [this](bool on) { change([&](ParamSetting& s) { s.frozen = on; }); });
  }

  void refresh() {
    const Node* node = m_document.graph().find(m_node);
    if (node == nullptr || m_kind == nullptr) return;
    const ParamSetting setting = settingOf(*node, m_port);
    m_kind->setValue(QString::fromStdString(setting.initializer.kind));
    m_gain->setValue(setting.initializer.gain);
    if (m_frozen != nullptr) m_frozen->setChecked(setting.frozen);
    const NodeInfo* info = m_document.info(m_node);
    const bool known =
        info != nullptr && m_port < info->params.size() && info->params[m_port].has_shape();
    m_shape->setText(known ? QString::fromStdString(to_string(*info->params[m_port].shape))
                           : QStringLiteral("–"));
  }

 private:
  Document& m_document;
  NodeId m_node;
  std::uint32_t m_port;
  bool m_state = false;
  QPointer<QLabel> m_shape;
  QPointer<Field> m_kind, m_gain;
  QPointer<QCheckBox> m_frozen;

  template <class F> void change(F edit) {
    const Node* node = m_document.graph().find(m_node);
    if (node == nullptr) return;
    ParamSetting setting = settingOf(*node, m_port);
    edit(setting);
    m_document.apply(SetParam(m_node, m_port, setting));
  }
};

}  // namespace

std::function<void()> addParameterRows(Form& form, Document& document,
                                       const std::vector<NodeId>& nodes) {
  if (nodes.size() != 1) return {};
  const Node& node = document.graph().node(nodes[0]);
  std::vector<std::shared_ptr<PortRows>> rows;
  for (std::uint32_t port = 0; port < node.op->inputs.size(); ++port) {
    const PortKind kind = node.op->inputs[port].kind;
    if (kind == PortKind::data || !port_present(node, port) || !owns_param(node, port)) continue;
    if (rows.empty()) form.addHeading(QCoreApplication::translate("Inspector", "Parameters"));
    rows.push_back(std::make_shared<PortRows>(form, document, nodes[0], port));
  }
  if (rows.empty()) return {};
  return [rows] {
    for (const auto& row : rows) row->refresh();
  };
}

}  // namespace espalier::ui
