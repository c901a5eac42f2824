// SPDX-License-Identifier: Apache-2.0
//
// On which devices a value lies while a schedule runs. It lies where it is made, and moves only when
// a step elsewhere asks: once, before the first such step, however many follow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/passes/schedule.h"

namespace espalier {

struct Transfer {
  std::int32_t value = -1;
  std::string from, to;
  std::size_t before = 0;  // index of a step; steps.size(): after the last, for outputs
  bool operator==(const Transfer&) const = default;
};

// The copies that the schedule's `Step::device`s ask for, in the order in which they run. `home` is
// where inputs, parameters and constants lie and where outputs have to end.
std::vector<Transfer> plan_transfers(const Schedule& schedule, std::string_view home);

}  // namespace espalier
