// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/values.h"

#include "ui/document/draft.h"
#include "ui/document/edits/wires.h"
#include "ui/document/placement.h"
#include "ui/widgets/text.h"

namespace espalier::ui {

QString SetAttribute::mergeKey() const {
  return QStringLiteral("attribute %1 %2").arg(m_node.value).arg(QString::fromStdString(m_name));
}

Outcome SetAttribute::apply(Draft& draft) {
  return outcome(draft.edit().set_attribute(m_node, m_name, m_value));
}

QString SetParam::mergeKey() const {
  return QStringLiteral("param %1 %2").arg(m_node.value).arg(m_port);
}

Outcome SetParam::apply(Draft& draft) {
  return outcome(draft.edit().set_param(m_node, m_port, m_setting));
}

QString SetSetting::text() const {
  const Setting* setting = find_setting(m_path);
  return tr("Set %1").arg(setting == nullptr ? QString::fromStdString(m_path)
                                             : translated(message(setting->label)).toLower());
}

Outcome SetSetting::apply(Draft& draft) {
  const Setting* setting = find_setting(m_path);
  if (setting == nullptr) {
    return Outcome::refused(tr("There is no setting %1.").arg(QString::fromStdString(m_path)));
  }
  // A setting may lie in either part; the table alone knows.
  Project changed = draft.project();
  try {
    set_setting(changed, *setting, m_value);
  } catch (const Error& error) {  // names its path, which people see nowhere here
    Message reason = error.message();
    if (!reason.args.empty()) reason.args.front() = part_of(message(setting->label));
    return Outcome::refused(translated(reason));
  }
  if (!(changed.training == draft.project().training)) draft.editTraining() = changed.training;
  if (m_path.starts_with("data.")) draft.editData() = changed.data;
  return {};
}

Outcome SetData::apply(Draft& draft) {
  draft.editData() = m_data;
  return {};
}

Outcome SetTraining::apply(Draft& draft) {
  if (!(m_training == draft.project().training)) draft.editTraining() = m_training;
  return {};
}

Outcome SetProjectNotes::apply(Draft& draft) {
  if (m_notes.toStdString() != draft.project().notes) draft.editNotes() = m_notes.toStdString();
  return {};
}

QString ApplyFix::text() const {
  return m_diagnostic.fix ? translated(m_diagnostic.fix->label) : tr("Fix");
}

Outcome ApplyFix::apply(Draft& draft) {
  if (!m_diagnostic.fix) return Outcome::refused(tr("There is no fix for this."));
  const Fix& fix = *m_diagnostic.fix;
  const NodeId id = m_diagnostic.node;
  if (!draft.graph().contains(id)) return Outcome::refused(tr("The layer is not there."));
  if (fix.insert.empty()) return outcome(draft.edit().set_attribute(id, fix.attribute, fix.value));
  const PortRef wire{id, std::uint32_t(std::max(0, m_diagnostic.input))};
  const QPointF at = snapped(draft.place(id) - QPointF(kCardWidth / 2 + kGapX / 2, 0));
  InsertOnWire insert({&op(fix.insert), {}}, wire, at);
  return insert.apply(draft);
}

}  // namespace espalier::ui
