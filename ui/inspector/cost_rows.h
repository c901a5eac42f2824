// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/document/document.h"

namespace espalier::ui {

class Form;

using StepTimeText = std::function<QString(const LayerKey&)>;

// Parameters, multiply-accumulates and activations a sample, receptive field, and the measured time.
// They return what brings the figures up to date.
std::function<void()> addCostRows(Form& form, Document& document, const std::vector<NodeId>& nodes,
                                  StepTimeText stepTime);
std::function<void()> addNetworkCostRows(Form& form, Document& document);

// For a batch of one: a figure, or the expression where other symbols are left.
QString perSampleText(const Dim& amount);

}  // namespace espalier::ui
