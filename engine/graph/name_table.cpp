// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/name_table.h"

#include "engine/base/philox.h"

namespace espalier {

std::uint32_t NameTable::hash_of(std::string_view name) {
  const std::uint64_t h = stable_hash(name);
  return static_cast<std::uint32_t>(h ^ (h >> 32));
}

void NameTable::place(Slot slot) {
  std::size_t i = home(slot.hash);
  while (slots_[i].id != 0) i = (i + 1) & mask();
  slots_[i] = slot;
}

void NameTable::insert(std::string_view name, NodeId id) {
  if (2 * (used_ + 1) > slots_.size()) {
    std::vector<Slot> old(slots_.empty() ? 16 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& s : old) {
      if (s.id != 0) place(s);
    }
  }
  place({hash_of(name), id.value});
  ++used_;
}

void NameTable::erase(std::string_view name, NodeId id) {
  std::size_t hole = home(hash_of(name));
  while (slots_[hole].id != id.value) hole = (hole + 1) & mask();
  // Those that were pushed past the hole move back, so that no search stops too early.
  for (std::size_t i = (hole + 1) & mask(); slots_[i].id != 0; i = (i + 1) & mask()) {
    const std::size_t distance_home = (i - home(slots_[i].hash)) & mask();
    const std::size_t distance_hole = (i - hole) & mask();
    if (distance_home >= distance_hole) {
      slots_[hole] = slots_[i];
      hole = i;
    }
  }
  slots_[hole] = {};
  --used_;
}

}  // namespace espalier
