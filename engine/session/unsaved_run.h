// SPDX-License-Identifier: Apache-2.0
//
// The run of a project that was never saved: its files lie in a folder of this program's own until the
// project gets a name.
#pragma once

#include <filesystem>

namespace espalier {

// A path below the system's folder for temporary files, this process's own; what run_folder() makes of it
// holds the run. The file itself never exists.
std::filesystem::path unsaved_project();

// Moves checkpoints and history to where `project`, now saved, has them. Nothing happens where there are
// none, or where the project has runs already. Precondition: the run has ended. Throws Error; then they
// stay where they were.
void adopt_unsaved_run(const std::filesystem::path& project);

// Removes what an earlier project that was never saved has left.
void discard_unsaved_run();

}  // namespace espalier
