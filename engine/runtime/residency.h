// SPDX-License-Identifier: Apache-2.0
//
// On which devices a value lies while a schedule runs. It lies where it is made, and moves only when
// a step elsewhere asks: once, before the first such step, however many follow. Constants lie
// everywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/passes/schedule.h"

namespace espalier {

struct Transfer {
  std::int32_t value = -1;
  std::string from, to;
  std::size_t before = 0;  // index of a step; steps.size(): after the last, for outputs
  bool once = false;       // not at every run: whenever parameters changed
  bool operator==(const Transfer&) const = default;
};

// The index of a loss's last forward step in a training schedule; nothing where there is none.
std::optional<std::size_t> loss_step(const Schedule& schedule);

// The copies that the schedule's `Step::device`s ask for, in the order in which they run. `home` is
// where inputs lie and where outputs have to end, `parameters` where parameters lie. A training
// schedule's loss is wanted right after its step; its other outputs move when somebody reads them.
std::vector<Transfer> plan_transfers(const Schedule& schedule, std::string_view home,
                                     std::string_view parameters);

}  // namespace espalier
