// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/passes/schedule.h"

namespace espalier {

// The multiply-accumulates of a schedule's steps, and those of steps on 8-bit integers.
struct IntegerShare {
  double all = 0, integer = 0;
  double share() const { return all > 0 ? integer / all : 0; }
};
IntegerShare integer_share(const Schedule& schedule);

}  // namespace espalier
