// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/setting_field.h"

#include <QCoreApplication>
#include <array>
#include <cmath>

#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

QString engineText(const char* text) {
  return text == nullptr || *text == '\0' ? QString() : translated(Message{text, {}});
}

// A path of a file or folder is told by its name, everything else by its type.
bool isPath(const Setting& s) {
  return s.path.ends_with(".samples") || s.path.ends_with(".labels");
}

}  // namespace

FieldSpec fieldSpecOf(const Setting& setting) {
  // In the order of SettingType.
  static constexpr std::array kTypes = {FieldType::integer, FieldType::real,  FieldType::flag,
                                        FieldType::text,    FieldType::reals, FieldType::texts};
  FieldSpec spec;
  spec.type = kTypes.at(std::size_t(setting.type));
  if (!setting.choices.empty())
    spec.type = FieldType::choice;
  else if (isPath(setting))
    spec.type = FieldType::path;
  for (const char* choice : setting.choices) {
    spec.choices += QString::fromUtf8(choice);
    spec.choiceLabels +=
        *choice == '\0' ? QCoreApplication::translate("Setting", "automatic") : engineText(choice);
  }
  if (std::isfinite(setting.minimum) && std::isfinite(setting.maximum)) {
    spec.minimum = setting.minimum;
    spec.maximum = setting.maximum;
  } else if (std::isfinite(setting.minimum)) {
    spec.minimum = setting.minimum;
    spec.maximum = 1e18;
  }
  spec.unit = engineText(setting.unit);
  spec.name = engineText(setting.label);
  spec.help = engineText(setting.help);
  return spec;
}

QVariant toVariant(const SettingValue& value) {
  if (const auto* i = std::get_if<std::int64_t>(&value)) return qlonglong(*i);
  if (const auto* r = std::get_if<double>(&value)) return *r;
  if (const auto* b = std::get_if<bool>(&value)) return *b;
  if (const auto* s = std::get_if<std::string>(&value)) return QString::fromStdString(*s);
  QVariantList list;
  if (const auto* reals = std::get_if<std::vector<double>>(&value)) {
    for (const double v : *reals) list += v;
    return list;
  }
  for (const std::string& s : std::get<std::vector<std::string>>(value))
    list += QString::fromStdString(s);
  return list;
}

SettingValue toSetting(const QVariant& value, SettingType type) {
  if (type == SettingType::integer) return std::int64_t{value.toLongLong()};
  if (type == SettingType::real) return value.toDouble();
  if (type == SettingType::flag) return value.toBool();
  if (type == SettingType::text) return value.toString().toStdString();
  if (type == SettingType::reals) {
    std::vector<double> reals;
    for (const QVariant& v : value.toList()) reals.push_back(v.toDouble());
    return reals;
  }
  std::vector<std::string> list;
  for (const QVariant& v : value.toList()) list.push_back(v.toString().toStdString());
  return list;
}

}  // namespace espalier::ui
