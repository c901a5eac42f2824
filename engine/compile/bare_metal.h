// SPDX-License-Identifier: Apache-2.0
//
// What a program needs on a Cortex-M without an operating system: for the test of a bundle, and to
// begin from for a board.
#pragma once

#include <string>

#include "engine/compile/target.h"

namespace espalier {

// C: vector table, memory, floating-point unit, then main. It prints and ends by semihosting, which
// the emulator and debuggers understand; a fault ends the program with status 1.
std::string startup_source();
// Where GNU ld puts what, for this machine.
std::string linker_script(const BareMachine& machine);

}  // namespace espalier
