// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/target.h"

#include <algorithm>

namespace espalier {
namespace {

std::vector<BundleTarget>& registered() {
  static std::vector<BundleTarget> targets;
  return targets;
}

template <class List> std::string names(const List& list) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : ", ") + std::string(item.name);
  return text;
}

}  // namespace

RegisterTarget::RegisterTarget(BundleTarget target) {
  std::vector<BundleTarget>& all = registered();
  const auto place = std::find_if(all.begin(), all.end(),
                                  [&](const BundleTarget& t) { return t.name > target.name; });
  all.insert(place, std::move(target));
}

const std::vector<BundleTarget>& bundle_targets() { return registered(); }

const BundleTarget& bundle_target(std::string_view name) {
  for (const BundleTarget& t : bundle_targets())
    if (t.name == name) return t;
  throw Error(ESP_TEXT("engine", "target \"{}\" is not known; there are {}"), name,
              names(bundle_targets()));
}

const Board& BundleTarget::board(std::string_view wanted) const {
  for (const Board& b : boards)
    if (b.name == wanted) return b;
  if (boards.empty())
    throw Error(ESP_TEXT("engine", "board \"{}\": target {} has no boards; leave the board out"),
                wanted, name);
  throw Error(ESP_TEXT("engine", "board \"{}\" is not known for target {}; there are {}"), wanted,
              name, names(boards));
}

}  // namespace espalier
