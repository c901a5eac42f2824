// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/document/document.h"

namespace espalier::ui {

class Field;
class Form;

// A row for every attribute that the nodes have in common.
class AttributeRows {
  Q_DECLARE_TR_FUNCTIONS(Inspector)

 public:
  AttributeRows(Form& form, Document& document, std::vector<NodeId> nodes, bool advanced);
  // Returns what brings the rows' values up to date.
  std::function<void()> add();
  bool hasAdvanced() const { return m_hasAdvanced; }

 private:
  Form& m_form;
  Document& m_document;
  std::vector<NodeId> m_nodes;
  bool m_advanced;
  bool m_hasAdvanced = false;

  std::vector<const AttrSpec*> common() const;
};

}  // namespace espalier::ui
