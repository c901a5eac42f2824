// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/delta.h"

#include <algorithm>

namespace espalier::ui {
namespace {

enum class Way { back, forth };

template <class T> const T& side(const Swap<T>& s, Way way) {
  return way == Way::back ? s.before : s.after;
}

template <class Map, class Key, class Value>
void put(Map& map, const Key& key, const std::optional<Value>& value) {
  if (value) {
    map[key] = *value;
  } else {
    map.erase(key);
  }
}

template <class Key, class Value, class Member>
void putAll(Project& project, const Delta::Entries<Key, Value>& entries, Member member, Way way) {
  for (const auto& [key, swap] : entries) {
    put(project.layout.sheets[key.first].*member, key.second, side(swap, way));
  }
}

void renameWeights(Project& project, const std::vector<std::pair<std::string, std::string>>& keys,
                   Way way) {
  if (keys.empty() || project.weights.empty()) return;
  WeightSet::Map map = project.weights.all();
  WeightSet::Map moved;
  for (const auto& [before, after] : keys) {
    const auto it = map.find(way == Way::forth ? before : after);
    if (it == map.end()) continue;
    moved.insert_or_assign(way == Way::forth ? after : before, it->second);
    map.erase(it);
  }
  for (auto& [key, tensor] : moved) map.insert_or_assign(key, std::move(tensor));
  project.weights = WeightSet(std::move(map));
}

void apply(const Delta& delta, Project& project, Way way) {
  for (const auto& [name, swap] : delta.graphs) {
    const std::optional<GroupDef>& def = side(swap, way);
    if (name.empty()) {
      project.network.graph = def->graph;
    } else {
      put(project.network.groups, name, def);
    }
  }
  putAll(project, delta.cards, &SheetLayout::cards, way);
  putAll(project, delta.knots, &SheetLayout::knots, way);
  putAll(project, delta.notes, &SheetLayout::notes, way);
  putAll(project, delta.frames, &SheetLayout::frames, way);
  if (delta.data) project.data = side(*delta.data, way);
  if (delta.training) project.training = side(*delta.training, way);
  if (delta.quantization) project.quantization = side(*delta.quantization, way);
  if (delta.projectNotes) project.notes = side(*delta.projectNotes, way);
  renameWeights(project, delta.weightKeys, way);
  dropEmptySheets(project);
}

template <class Map> void appendAll(Map& to, const Map& later) {
  for (const auto& [key, swap] : later) {
    const auto [it, fresh] = to.emplace(key, swap);
    if (!fresh) it->second.after = swap.after;
  }
}

template <class T> void appendOne(std::optional<Swap<T>>& to, const std::optional<Swap<T>>& later) {
  if (!later) return;
  if (to) {
    to->after = later->after;
  } else {
    to = later;
  }
}

}  // namespace

void dropEmptySheets(Project& project) {
  std::erase_if(project.layout.sheets, [&](const auto& entry) {
    const auto& [name, sheet] = entry;
    const bool gone = !name.empty() && !project.network.groups.contains(name);
    return sheet.cards.empty() && sheet.knots.empty() && sheet.notes.empty() &&
           sheet.frames.empty() && (gone || sheet.view == ViewLayout());
  });
}

bool Delta::empty() const {
  return graphs.empty() && cards.empty() && knots.empty() && notes.empty() && frames.empty() &&
         !data && !training && !quantization && !projectNotes && weightKeys.empty();
}

void Delta::undo(Project& project) const { apply(*this, project, Way::back); }
void Delta::redo(Project& project) const { apply(*this, project, Way::forth); }

void Delta::append(const Delta& later) {
  appendAll(graphs, later.graphs);
  appendAll(cards, later.cards);
  appendAll(knots, later.knots);
  appendAll(notes, later.notes);
  appendAll(frames, later.frames);
  appendOne(data, later.data);
  appendOne(training, later.training);
  appendOne(quantization, later.quantization);
  appendOne(projectNotes, later.projectNotes);
  // Chains of renames: a→b then b→c is a→c.
  for (const auto& [from, to] : later.weightKeys) {
    const auto it = std::find_if(weightKeys.begin(), weightKeys.end(),
                                 [&](const auto& pair) { return pair.second == from; });
    if (it == weightKeys.end()) {
      weightKeys.emplace_back(from, to);
    } else {
      it->second = to;
    }
  }
}

}  // namespace espalier::ui
