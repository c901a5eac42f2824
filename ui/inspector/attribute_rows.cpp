// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/attribute_rows.h"

#include <QLabel>
#include <QPointer>

#include "ui/document/edits/values.h"
#include "ui/inspector/attribute_field.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

// The same for all; otherwise nothing.
QVariant commonValue(const Document& document, const std::vector<NodeId>& nodes,
                     const AttrSpec& spec) {
  std::optional<AttrValue> value;
  for (const NodeId id : nodes) {
    const Node* node = document.graph().find(id);
    const AttrSpec* own = node == nullptr ? nullptr : node->op->attribute(spec.name);
    if (own == nullptr) return {};
    const std::optional<AttrValue> v = attributeOf(*node, *own);
    if (!v || (value && !equal(*v, *value))) return {};
    value = v;
  }
  return value ? toVariant(*value) : QVariant();
}

bool isSet(const Document& document, const std::vector<NodeId>& nodes, const char* name) {
  for (const NodeId id : nodes) {
    const Node* node = document.graph().find(id);
    if (node != nullptr && node->attributes.contains(name)) return true;
  }
  return false;
}

// One step of undo for all of them; the first refusal takes it back.
QString applyToAll(Document& document, const std::vector<NodeId>& nodes, const AttrSpec& spec,
                   const QVariant& value) {
  try {
    const AttrValue v = toAttribute(value, spec);
    if (nodes.size() == 1) return document.apply(SetAttribute(nodes[0], spec.name, v)).reason;
    Transaction step(document, AttributeRows::tr("Set %1").arg(QString::fromUtf8(spec.name)));
    for (const NodeId id : nodes) {
      if (const Outcome o = document.apply(SetAttribute(id, spec.name, v)); !o) return o.reason;
    }
    step.commit();
    return {};
  } catch (const Error& e) {
    return translated(e.message());
  }
}

}  // namespace

AttributeRows::AttributeRows(Form& form, Document& document, std::vector<NodeId> nodes,
                             bool advanced)
    : m_form(form), m_document(document), m_nodes(std::move(nodes)), m_advanced(advanced) {}

std::vector<const AttrSpec*> AttributeRows::common() const {
  std::vector<const AttrSpec*> list;
  for (const AttrSpec& spec : m_document.graph().node(m_nodes[0]).op->attributes) {
    bool everywhere = isEditable(spec);
    for (const NodeId id : m_nodes) {
      const AttrSpec* other = m_document.graph().node(id).op->attribute(spec.name);
      everywhere = everywhere && other != nullptr && other->type == spec.type;
    }
    if (everywhere) list.push_back(&spec);
  }
  return list;
}

std::function<void()> AttributeRows::add() {
  struct Row {
    const AttrSpec* spec;
    QPointer<Field> field;
    QPointer<QLabel> label;
  };
  std::vector<Row> rows;
  bool space = true;
  for (const AttrSpec* spec : common()) {
    const bool hidden = spec->advanced && !isSet(m_document, m_nodes, spec->name);
    m_hasAdvanced = m_hasAdvanced || hidden;
    if (hidden && !m_advanced) continue;
    if (std::exchange(space, false)) m_form.addHeading(tr("Attributes"));
    const FieldSpec description = fieldSpecOf(*spec);
    Field* field = makeField(description, &m_form);
    field->setObjectName(description.name);
    QLabel* label = m_form.addRow(description.name, field, description.help);
    QObject::connect(field, &Field::edited, &m_document,
                     [document = &m_document, nodes = m_nodes, spec, field](const QVariant& value) {
                       field->setProblem(applyToAll(*document, nodes, *spec, value));
                     });
    rows.push_back({spec, field, label});
  }
  return [document = &m_document, nodes = m_nodes, rows] {
    for (const Row& row : rows) {
      if (row.field == nullptr) continue;
      row.field->setValue(commonValue(*document, nodes, *row.spec));
      // What differs from the default is set in stronger text.
      if (row.label != nullptr)
        setRole(row.label, isSet(*document, nodes, row.spec->name) ? "plain" : "secondary");
    }
  };
}

}  // namespace espalier::ui
