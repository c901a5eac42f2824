// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/fields/field.h"

class QPlainTextEdit;

namespace espalier::ui {

// Text of several lines. Leaving it or Ctrl+Enter commits, Esc takes the typing back.
class ParagraphField final : public Field {
  Q_OBJECT

 public:
  ParagraphField(const FieldSpec& spec, QWidget* parent);
  void setValue(const QVariant& value) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QPlainTextEdit* m_edit;
  QString m_value;

  void commit();
};

}  // namespace espalier::ui
