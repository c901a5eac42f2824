// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of the inspector and of the settings panels.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/graph/diagnostic.h"
#include "engine/project/settings.h"
#include "ui/document/edit.h"

namespace espalier::ui {

// Sets an attribute of a node; no value puts the default back. Typing in one field is one step.
class SetAttribute final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(SetAttribute)

 public:
  SetAttribute(NodeId node, std::string name, std::optional<AttrValue> value)
      : m_node(node), m_name(std::move(name)), m_value(std::move(value)) {}
  QString text() const override { return tr("Set %1").arg(QString::fromStdString(m_name)); }
  QString mergeKey() const override;
  Outcome apply(Draft& draft) override;

 private:
  NodeId m_node;
  std::string m_name;
  std::optional<AttrValue> m_value;
};

// Initialiser and freeze of one unwired parameter port.
class SetParam final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(SetParam)

 public:
  SetParam(NodeId node, std::uint32_t port, ParamSetting setting)
      : m_node(node), m_port(port), m_setting(std::move(setting)) {}
  QString text() const override { return tr("Set initialiser or freeze"); }
  QString mergeKey() const override;
  Outcome apply(Draft& draft) override;

 private:
  NodeId m_node;
  std::uint32_t m_port;
  ParamSetting m_setting;
};

// One setting of training or data, by the table of engine/project/settings.h.
class SetSetting final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(SetSetting)

 public:
  SetSetting(std::string path, SettingValue value)
      : m_path(std::move(path)), m_value(std::move(value)) {}
  QString text() const override;
  QString mergeKey() const override { return QString::fromStdString("setting " + m_path); }
  Outcome apply(Draft& draft) override;

 private:
  std::string m_path;
  SettingValue m_value;
};

// All data settings at once: another source, another column as the target …
class SetData final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(SetData)

 public:
  explicit SetData(DataSpec data) : m_data(std::move(data)) {}
  QString text() const override { return tr("Change data"); }
  Outcome apply(Draft& draft) override;

 private:
  DataSpec m_data;
};

class SetTraining final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(SetTraining)

 public:
  explicit SetTraining(TrainingSettings training) : m_training(std::move(training)) {}
  QString text() const override { return tr("Change training settings"); }
  Outcome apply(Draft& draft) override;

 private:
  TrainingSettings m_training;
};

class SetProjectNotes final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(SetProjectNotes)

 public:
  explicit SetProjectNotes(QString notes) : m_notes(std::move(notes)) {}
  QString text() const override { return tr("Edit notes"); }
  QString mergeKey() const override { return QStringLiteral("notes"); }
  Outcome apply(Draft& draft) override;

 private:
  QString m_notes;
};

// The one-click cure of a diagnostic.
class ApplyFix final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(ApplyFix)

 public:
  explicit ApplyFix(Diagnostic diagnostic) : m_diagnostic(std::move(diagnostic)) {}
  QString text() const override;
  Outcome apply(Draft& draft) override;

 private:
  Diagnostic m_diagnostic;
};

}  // namespace espalier::ui
