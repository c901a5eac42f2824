// SPDX-License-Identifier: Apache-2.0
//
// What must be the same for a resumed run to be the same run: the drawing, the data and the training
// settings, but for those that do not change what a step computes (threads, device, instruction set,
// which checkpoints are kept) and the number of epochs, which may grow.
#pragma once

#include <string>

#include "engine/project/project.h"

namespace espalier {

std::string settings_text(const Project& project);  // every setting by its path
std::string fingerprint_of(const Project& project);
// The settings that matter and differ, each with its old and its new value; empty: none. `before` is
// a settings_text.
std::string changed_settings(const std::string& before, const Project& now);

}  // namespace espalier
