// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace espalier::cli {

// From now on the first SIGINT, SIGTERM or SIGHUP of a kind sets the flag that is returned, so that
// the work can end in order; the second one ends the program as ever. A signal that whoever started
// us had ignored (nohup) stays so. A reader who leaves (SIGPIPE) does not end the work either.
const std::atomic<bool>& catch_signals();

}  // namespace espalier::cli
