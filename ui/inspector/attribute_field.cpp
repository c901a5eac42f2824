// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/attribute_field.h"

#include <QCoreApplication>
#include <array>
#include <cmath>

#include "engine/base/number_text.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

// In the order of AttrType; the last two have no field.
constexpr std::array kTypes = {FieldType::integer, FieldType::real,     FieldType::flag,
                               FieldType::text,    FieldType::integers, FieldType::reals,
                               FieldType::texts,   FieldType::text};

QString shapeText(const SymShape& shape) {
  QStringList parts;
  for (const Dim& d : shape) parts += QString::fromStdString(d.text());
  return parts.join(QStringLiteral(", "));
}

template <class List> QVariantList listOf(const List& list) {
  QVariantList out;
  for (const auto& v : list) {
    if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>)
      out += QString::fromStdString(v);
    else if constexpr (std::is_same_v<std::decay_t<decltype(v)>, double>)
      out += v;
    else
      out += qlonglong(v);
  }
  return out;
}

QString range(const AttrSpec& spec) {
  const auto number = [](double v) { return QString::fromStdString(number_text(v)); };
  const bool low = std::isfinite(spec.minimum), high = std::isfinite(spec.maximum);
  if (low && high)
    return QCoreApplication::translate("Inspector", "%1 to %2")
        .arg(number(spec.minimum), number(spec.maximum));
  if (low) return QCoreApplication::translate("Inspector", "at least %1").arg(number(spec.minimum));
  if (high) return QCoreApplication::translate("Inspector", "at most %1").arg(number(spec.maximum));
  return {};
}

}  // namespace

bool isEditable(const AttrSpec& spec) { return std::size_t(spec.type) < kTypes.size(); }

FieldSpec fieldSpecOf(const AttrSpec& spec) {
  FieldSpec field;
  field.type = kTypes[std::size_t(spec.type)];
  if (!spec.choices.empty() && spec.type == AttrType::text) field.type = FieldType::choice;
  for (const char* choice : spec.choices) field.choices += QString::fromUtf8(choice);
  if (std::isfinite(spec.minimum) || std::isfinite(spec.maximum)) {
    field.minimum = std::isfinite(spec.minimum) ? spec.minimum : -1e18;
    field.maximum = std::isfinite(spec.maximum) ? spec.maximum : 1e18;
  }
  field.unit = QString::fromUtf8(spec.unit);
  field.name = QString::fromUtf8(spec.name);
  field.help = translatedHelp(spec.help);
  if (const QString bounds = range(spec); !bounds.isEmpty())
    field.help += QStringLiteral(" (%1)").arg(bounds);
  return field;
}

QVariant toVariant(const AttrValue& value) {
  return std::visit(
      [](const auto& v) -> QVariant {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::int64_t>) return qlonglong(v);
        if constexpr (std::is_same_v<T, double> || std::is_same_v<T, bool>) return v;
        if constexpr (std::is_same_v<T, std::string>) return QString::fromStdString(v);
        if constexpr (std::is_same_v<T, SymShape>) return shapeText(v);
        if constexpr (std::is_same_v<T, std::vector<std::int64_t>> ||
                      std::is_same_v<T, std::vector<double>> ||
                      std::is_same_v<T, std::vector<std::string>>)
          return listOf(v);
        return {};
      },
      value);
}

AttrValue toAttribute(const QVariant& value, const AttrSpec& spec) {
  const auto list = [&]<class T>(auto convert) {
    std::vector<T> out;
    for (const QVariant& v : value.toList()) out.push_back(convert(v));
    return out;
  };
  switch (spec.type) {
    case AttrType::integer:
      return std::int64_t{value.toLongLong()};
    case AttrType::real:
      return value.toDouble();
    case AttrType::flag:
      return value.toBool();
    case AttrType::shape:
      return parse_shape(value.toString().remove(u' ').toStdString());
    case AttrType::integers:
      return list.operator()<std::int64_t>([](const QVariant& v) { return v.toLongLong(); });
    case AttrType::reals:
      return list.operator()<double>([](const QVariant& v) { return v.toDouble(); });
    case AttrType::texts:
      return list.operator()<std::string>(
          [](const QVariant& v) { return v.toString().toStdString(); });
    default:
      return value.toString().toStdString();
  }
}

std::optional<AttrValue> attributeOf(const Node& node, const AttrSpec& spec) {
  const auto it = node.attributes.find(spec.name);
  if (it != node.attributes.end()) return it->second;
  return spec.fallback;
}

}  // namespace espalier::ui
