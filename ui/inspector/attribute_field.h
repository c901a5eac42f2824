// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/op.h"
#include "ui/widgets/fields/field.h"

namespace espalier::ui {

// A form field for an attribute, from what its operator says of it, and the way between their values.
// Nothing for attributes that no one types (tensors, graphs).
bool isEditable(const AttrSpec& spec);
FieldSpec fieldSpecOf(const AttrSpec& spec);
QVariant toVariant(const AttrValue& value);
// Throws Error where the text of a shape cannot be read. Precondition: isEditable(spec).
AttrValue toAttribute(const QVariant& value, const AttrSpec& spec);

// What a node has, or the operator's default; nothing where neither is there.
std::optional<AttrValue> attributeOf(const Node& node, const AttrSpec& spec);

}  // namespace espalier::ui
