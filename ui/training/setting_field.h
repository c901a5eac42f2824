// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/project/settings.h"
#include "ui/widgets/fields/field.h"

namespace espalier::ui {

// A form field for a setting of the table, and the way between their values.
FieldSpec fieldSpecOf(const Setting& setting);
QVariant toVariant(const SettingValue& value);
SettingValue toSetting(const QVariant& value, SettingType type);

}  // namespace espalier::ui
