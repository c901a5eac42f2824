// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/session/events.h"
#include "ui/document/overlay.h"

namespace espalier::ui {

inline constexpr char kSensitivityOverlay[] = "int8";  // its id

// How far the scores move when a layer alone runs in 8 bits, relative to the scores: the root of the
// noise's energy over that of the signal. A group shows its worst layer.
Overlay sensitivityOverlay(const Sensitivity& sensitivity);

double outputError(double decibels);  // of a signal to noise ratio: 40 dB are 0.01; infinite: 0
// Of the metric that people read: the accuracy where there is one, else the loss, against that of the
// network in float: "-0.20 points", "+0.0031".
QString effectText(const Metrics& metrics, const Metrics& reference);

}  // namespace espalier::ui
