// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/session/events.h"
#include "ui/document/overlay.h"

namespace espalier::ui {

// A profile as the cards show it. `id`: "time" or "memory".
Overlay profileOverlay(const ProfileReady& profile, const QString& id);

// Milliseconds of a layer's step, or of a group's, as text; empty where it was not measured.
QString stepTimeText(const ProfileReady& profile, const LayerKey& layer);

}  // namespace espalier::ui
