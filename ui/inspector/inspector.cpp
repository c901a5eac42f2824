// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "engine/graph/op.h"
#include "ui/document/edits/groups.h"
#include "ui/document/edits/nodes.h"
#include "ui/document/edits/values.h"
#include "ui/document/layer_kind.h"
#include "ui/inspector/attribute_rows.h"
#include "ui/inspector/cost_rows.h"
#include "ui/inspector/parameter_rows.h"
#include "ui/widgets/fields/field.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"

namespace espalier::ui {

Inspector::Inspector(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new Form) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  m_scroll = new ScrollPanel(m_form, this);
  column->addWidget(m_scroll, 1);
  m_strip = new BottomStrip(this);
  column->addWidget(m_strip);
  // Once for all that an edit does, after it is done.
  m_later.setSingleShot(true);
  m_later.setInterval(0);
  connect(&m_later, &QTimer::timeout, this, &Inspector::refresh);
  const auto later = [this] { m_later.start(); };
  connect(&document, &Document::changed, this, later);
  connect(&document, &Document::selectionChanged, this, later);
  connect(&document, &Document::pathChanged, this, later);
  refresh();
}

void Inspector::setStepTime(std::function<QString(const LayerKey&)> text) {
  m_stepTime = std::move(text);
  m_later.start();
}

void Inspector::focusFirst() {
  refresh();
  if (Field* field = m_form->findChild<Field*>()) field->setFocus(Qt::ShortcutFocusReason);
}

std::vector<NodeId> Inspector::shown() const {
  std::vector<NodeId> nodes;
  const Selection& selection = m_document.selection();
  if (selection.focus && m_document.graph().contains(selection.focus))
    nodes.push_back(selection.focus);
  for (const NodeId id : selection.nodes) {
    if (id != selection.focus && m_document.graph().contains(id)) nodes.push_back(id);
  }
  if (selection.nodes.empty()) nodes.clear();
  return nodes;
}

std::string Inspector::shapeNow(const std::vector<NodeId>& nodes) const {
  std::string shape = m_document.shownGroup() + (m_advanced ? "+" : "-");
  for (const NodeId id : nodes) {
    const Node& node = m_document.graph().node(id);
    shape += fmt::format("/{}:{}:{}:", id.value, static_cast<const void*>(node.op), node.group);
    // Ports come and go with attributes, problems with edits.
    for (std::size_t port = 0; port < node.op->inputs.size(); ++port)
      shape += port_present(node, port) ? owns_param(node, port) ? 'p' : '1' : '0';
    if (const NodeInfo* info = m_document.info(id)) {
      for (const Diagnostic& d : info->diagnostics) shape += d.message.text() + (d.fix ? "!" : "");
      shape += fmt::format("{}", info->receptive_field.size());
    }
  }
  if (nodes.empty()) shape += fmt::format("{}", m_document.problems().size());
  return shape;
}

void Inspector::refresh() {
  m_later.stop();
  const std::vector<NodeId> nodes = shown();
  if (const std::string shape = shapeNow(nodes); shape != m_shape) {
    const bool other = m_shape.substr(0, m_shape.find(':')) != shape.substr(0, shape.find(':'));
    m_shape = shape;
    rebuild(nodes);
    if (other) m_scroll->scrollToTop();
  }
  for (const auto& refresher : m_refreshers) refresher();
}

void Inspector::rebuild(const std::vector<NodeId>& nodes) {
  // The field that is being edited keeps the focus, by its name.
  const QWidget* focus = m_form->focusWidget();
  QString focused;
  for (Field* field : m_form->findChildren<Field*>())
    if (focus != nullptr && field->isAncestorOf(focus) && focus->hasFocus())
      focused = field->objectName();
  for (Field* field : m_form->findChildren<Field*>()) field->setObjectName({});
  m_refreshers.clear();
  m_form->clear();
  m_strip->clear();
  if (nodes.empty()) {
    addNetwork();
  } else {
    addHeader(nodes);
    if (nodes.size() == 1) {
      addProblems(nodes[0]);
      addGroup(nodes[0]);
    }
    addAttributes(nodes);
    addParameters(nodes);
    m_form->addHeading(tr("Cost"));
    m_refreshers.push_back(addCostRows(*m_form, m_document, nodes, [this](const LayerKey& key) {
      return m_stepTime ? m_stepTime(key) : QString();
    }));
    if (nodes.size() == 1) addAbout(m_document.graph().node(nodes[0]));
  }
  if (!focused.isEmpty()) {
    for (Field* field : m_form->findChildren<Field*>(focused)) field->setFocus();
  }
}

void Inspector::addHeader(const std::vector<NodeId>& nodes) {
  QLabel* kind = roleLabel({}, "secondary", m_form);
  if (nodes.size() > 1) {
    m_form->addHeadline(roleLabel(tr("%n layer(s)", nullptr, int(nodes.size())), "title", m_form),
                        kind);
    return;
  }
  Field* name = makeField({.type = FieldType::text, .name = tr("name")}, m_form);
  name->setObjectName(QStringLiteral("name"));
  connect(name, &Field::edited, this, [this, id = nodes[0], name](const QVariant& v) {
    name->setProblem(m_document.apply(Rename(id, v.toString())).reason);
  });
  QLabel* title = roleLabel({}, "title", m_form);
  title->setWordWrap(true);
  title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  kind->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_form->addHeadline(title, kind);
  m_form->addRow(tr("name"), name);
  m_refreshers.push_back([this, id = nodes[0], name, title, kind] {
    const Node* node = m_document.graph().find(id);
    if (node == nullptr) return;
    title->setText(QString::fromStdString(node->name));
    kind->setText(kindText(*node));
    name->setValue(QString::fromStdString(node->name));
  });
}

void Inspector::addProblems(NodeId node) {
  const NodeInfo* info = m_document.info(node);
  if (info == nullptr) return;
  for (const Diagnostic& d : info->diagnostics) {
    Form& form = m_strip->form();
    form.addText(translated(d.message), d.severity == Severity::error     ? "bad"
                                        : d.severity == Severity::warning ? "warning"
                                                                          : "secondary");
    if (!d.fix) continue;
    auto* cure = new QPushButton(translated(d.fix->label), &form);
    setRole(cure, "primary");
    form.addWide(cure);
    connect(cure, &QPushButton::clicked, this, [this, d] { m_document.apply(ApplyFix(d)); });
  }
  m_strip->setVisible(m_strip->form().rows() > 0);
}

void Inspector::addGroup(NodeId id) {
  const Node& node = m_document.graph().node(id);
  if (node.group.empty()) return;
  Field* name = makeField({.type = FieldType::text,
                           .name = tr("block"),
                           .help = tr("The name of the definition, for all its instances.")},
                          m_form);
  m_form->addRow(tr("block"), name);
  connect(name, &Field::edited, this, [this, id, name](const QVariant& v) {
    const Node* n = m_document.graph().find(id);
    if (n != nullptr)
      name->setProblem(m_document.apply(RenameGroup(n->group, v.toString())).reason);
  });
  m_refreshers.push_back([this, id, name] {
    if (const Node* n = m_document.graph().find(id))
      name->setValue(QString::fromStdString(n->group));
  });
  auto* enter = new QPushButton(tr("Open the block"), m_form);
  m_form->addWide(enter);
  connect(enter, &QPushButton::clicked, this, [this, id] { m_document.enter(id); });
}

void Inspector::addAttributes(const std::vector<NodeId>& nodes) {
  AttributeRows rows(*m_form, m_document, nodes, m_advanced);
  m_refreshers.push_back(rows.add());
  if (!rows.hasAdvanced()) return;
  auto* link = new QPushButton(m_advanced ? tr("Fewer attributes") : tr("More attributes"), m_form);
  setRole(link, "link");
  link->setCursor(Qt::PointingHandCursor);
  m_form->addWide(link);
  connect(link, &QPushButton::clicked, this, [this] {
    m_advanced = !m_advanced;
    m_later.start();
  });
}

void Inspector::addParameters(const std::vector<NodeId>& nodes) {
  if (auto refresher = addParameterRows(*m_form, m_document, nodes))
    m_refreshers.push_back(std::move(refresher));
}

void Inspector::addNetwork() {
  m_form->addHeadline(
      roleLabel(m_document.shownGroup().empty() ? tr("Network")
                                                : QString::fromStdString(m_document.shownGroup()),
                "title", m_form),
      new QLabel(m_form));
  m_form->addText(
      tr("Select a layer to edit it. Double-click on the canvas, or press Tab there, to "
         "add one."),
      "faint");
  m_form->addHeading(tr("Cost"));
  m_refreshers.push_back(addNetworkCostRows(*m_form, m_document));
  m_form->addHeading(tr("Notes"));
  Field* notes = makeField({.type = FieldType::paragraph, .name = tr("Notes")}, m_form);
  m_form->addWide(notes);
  connect(notes, &Field::edited, this,
          [this](const QVariant& v) { m_document.apply(SetProjectNotes(v.toString())); });
  m_refreshers.push_back(
      [this, notes] { notes->setValue(QString::fromStdString(m_document.project().notes)); });
}

void Inspector::addAbout(const Node& node) {
  QString text = translatedHelp(node.op->help);
  if (!node.group.empty()) {
    const auto it = m_document.project().network.groups.find(node.group);
    if (it != m_document.project().network.groups.end() && !it->second.help.empty())
      text = QString::fromStdString(it->second.help);
  }
  if (text.isEmpty()) text = translatedHelp(node.op->summary);
  if (text.isEmpty()) return;
  m_form->addHeading(tr("About %1").arg(QString::fromUtf8(node.op->name)));
  m_form->addText(text);
}

}  // namespace espalier::ui
