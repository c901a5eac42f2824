// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/session/events.h"
#include "ui/document/overlay.h"

namespace espalier::ui {

// A bar of a flame chart: the whole run, a phase of a training step, a group or a layer, under what it is
// part of.
struct FlameBar {
  QString name;
  QString op, algorithm;  // of a layer, by its first step
  LayerKey layer;         // empty: the whole, a phase, a group
  double start = 0, seconds = 0;
  int depth = 0;
};

// One run laid out from its mean times, in order of execution: bars that follow each other under one
// name are one. Depth first; empty where nothing was measured.
std::vector<FlameBar> flameBars(const ProfileReady& profile);

}  // namespace espalier::ui
