// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/residency.h"

#include <map>
#include <set>
#include <tuple>

namespace espalier {
namespace {

// Values that are the same memory under other names move together.
using Place = std::tuple<Storage, std::size_t, std::uint32_t, std::int32_t>;

Place place_of(const Schedule& s, std::int32_t v) {
  const Value& value = s.values[static_cast<std::size_t>(v)];
  if (value.storage == Storage::arena) return {value.storage, value.offset, 0, -1};
  return {value.storage, value.offset, value.index, -1};
}

}  // namespace

std::vector<Transfer> plan_transfers(const Schedule& schedule, std::string_view home) {
  std::vector<Transfer> transfers;
  std::map<Place, std::set<std::string, std::less<>>> copies;
  const auto need = [&](std::int32_t v, const std::string& device, std::size_t before) {
    if (v < 0) return;
    auto& at = copies[place_of(schedule, v)];
    if (at.empty()) at.emplace(home);
    if (at.contains(device)) return;
    const std::string& from = at.contains(home) ? *at.find(home) : *at.begin();
    transfers.push_back({v, from, device, before});
    at.insert(device);
  };
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const Step& step = schedule.steps[i];
    for (const std::int32_t v : step.inputs) need(v, step.device, i);
    // What a step writes is new: copies elsewhere are stale.
    for (const std::int32_t v : step.outputs)
      if (v >= 0) copies[place_of(schedule, v)] = {step.device};
  }
  for (const Port& output : schedule.outputs)
    need(output.value, std::string(home), schedule.steps.size());
  for (const Parameter& p : schedule.parameters)
    if (p.written) need(p.value, std::string(home), schedule.steps.size());
  return transfers;
}

}  // namespace espalier
