// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/document/document.h"

namespace espalier::ui {

class Form;

// Initialiser, gain and freeze of every parameter that a node owns. Returns what brings the rows up to
// date; nothing where there are none, or several nodes.
std::function<void()> addParameterRows(Form& form, Document& document,
                                       const std::vector<NodeId>& nodes);

}  // namespace espalier::ui
