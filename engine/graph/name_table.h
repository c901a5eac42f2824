// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/ids.h"

namespace espalier {

// Ids by name, for names that are stored with the nodes. Open addressing in one flat array, so that
// copying it with a snapshot is one memory copy.
class NameTable {
 public:
  // name_of(id) is the name under which an id was inserted.
  template <class NameOf> NodeId find(std::string_view name, NameOf name_of) const {
    if (slots_.empty()) return {};
    const std::uint32_t hash = hash_of(name);
    for (std::size_t i = home(hash); slots_[i].id != 0; i = (i + 1) & mask()) {
      if (slots_[i].hash == hash && name_of(NodeId{slots_[i].id}) == name) return {slots_[i].id};
    }
    return {};
  }
  void insert(std::string_view name, NodeId id);  // precondition: the name is not in it
  void erase(std::string_view name, NodeId id);   // precondition: it is

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t id = 0;  // 0: free
  };
  static std::uint32_t hash_of(std::string_view name);
  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t home(std::uint32_t hash) const { return hash & mask(); }
  void place(Slot slot);

  std::vector<Slot> slots_;  // a power of two
  std::size_t used_ = 0;
};

}  // namespace espalier
