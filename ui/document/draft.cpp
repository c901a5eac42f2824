// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/draft.h"

#include <algorithm>

#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

template <class Map, class Key> auto valueOf(const Map& map, const Key& key) {
  const auto it = map.find(key);
  return it == map.end() ? std::optional<typename Map::mapped_type>() : it->second;
}

// Records the change of one entry of a sheet and makes it.
template <class Entries, class Map, class Key, class Value>
void record(Entries& entries, Map& map, const std::string& sheet, const Key& key,
            std::optional<Value> after) {
  std::optional<Value> before = valueOf(map, key);
  if (before == after) return;
  if (after) {
    map[key] = *after;
  } else {
    map.erase(key);
  }
  const auto [it, fresh] =
      entries.try_emplace({sheet, key}, Swap<std::optional<Value>>{before, after});
  if (!fresh) it->second.after = std::move(after);
}

}  // namespace

Outcome outcome(const std::optional<Refusal>& refusal) {
  return refusal ? Outcome::refused(translated(refusal->reason)) : Outcome::done();
}
Point toPoint(QPointF p) { return {p.x(), p.y()}; }
QPointF toPointF(const Point& p) { return {p.x, p.y}; }

Draft::Draft(Project& project, std::string sheet, const Inference* inference,
             const Selection& selection)
    : m_project(project),
      m_sheet(std::move(sheet)),
      m_inference(inference),
      m_selection(selection) {}

const Graph& Draft::graph(std::string_view sheet) const {
  if (sheet.empty()) return m_project.network.graph;
  return m_project.network.groups.find(sheet)->second.graph;
}

const SheetLayout& Draft::sheet(std::string_view name) const {
  static const SheetLayout kNone;
  const auto it = m_project.layout.sheets.find(name);
  return it == m_project.layout.sheets.end() ? kNone : it->second;
}

QPointF Draft::place(NodeId id) const {
  const auto it = sheet().cards.find(id);
  return it == sheet().cards.end() ? QPointF() : toPointF(it->second.at);
}

Graph& Draft::edit(std::string_view sheet) {
  const std::string name(sheet);
  if (name.empty()) {
    Graph& graph = m_project.network.graph;
    m_delta.graphs.try_emplace(name, Swap<std::optional<GroupDef>>{GroupDef{graph, {}}, {}});
    return graph;
  }
  GroupDef& def = m_project.network.groups.find(name)->second;
  m_delta.graphs.try_emplace(name, Swap<std::optional<GroupDef>>{def, {}});
  return def.graph;
}

Network& Draft::editNetworkOf(std::string_view sheet) {
  edit(sheet);
  return m_project.network;
}

void Draft::noteNewGroup(const std::string& name) {
  m_delta.graphs.try_emplace(name, Swap<std::optional<GroupDef>>{});
}

void Draft::define(const std::string& name, std::optional<GroupDef> def) {
  auto& groups = m_project.network.groups;
  m_delta.graphs.try_emplace(name, Swap<std::optional<GroupDef>>{valueOf(groups, name), {}});
  if (def) {
    groups.insert_or_assign(name, std::move(*def));
  } else {
    groups.erase(name);
  }
}

void Draft::setCard(const std::string& sheet, NodeId id, std::optional<CardLayout> card) {
  record(m_delta.cards, m_project.layout.sheets[sheet].cards, sheet, id, std::move(card));
}

void Draft::setPlace(NodeId id, QPointF at) {
  CardLayout card = valueOf(sheet().cards, id).value_or(CardLayout());
  card.at = toPoint(at);
  setCard(id, card);
}

void Draft::setKnots(PortRef wire, std::optional<std::vector<Point>> knots) {
  setKnots(m_sheet, wire, std::move(knots));
}

void Draft::setKnots(const std::string& sheet, PortRef wire,
                     std::optional<std::vector<Point>> knots) {
  if (knots && knots->empty()) knots.reset();
  record(m_delta.knots, m_project.layout.sheets[sheet].knots, sheet, wire, std::move(knots));
}

void Draft::setNote(std::uint32_t id, std::optional<NoteLayout> note) {
  record(m_delta.notes, m_project.layout.sheets[m_sheet].notes, m_sheet, id, std::move(note));
}

void Draft::setFrame(std::uint32_t id, std::optional<FrameLayout> frame) {
  record(m_delta.frames, m_project.layout.sheets[m_sheet].frames, m_sheet, id, std::move(frame));
}

std::uint32_t Draft::freeAnnotation() const {
  std::uint32_t id = 1;
  if (!sheet().notes.empty()) id = std::max(id, sheet().notes.rbegin()->first + 1);
  if (!sheet().frames.empty()) id = std::max(id, sheet().frames.rbegin()->first + 1);
  return id;
}

void Draft::moveSheet(const std::string& from, const std::string& to) {
  const SheetLayout old = sheet(from);
  for (const auto& [id, card] : old.cards) {
    setCard(to, id, card);
    setCard(from, id, {});
  }
  for (const auto& [wire, knots] : old.knots) {
    setKnots(to, wire, knots);
    setKnots(from, wire, {});
  }
  auto& sheets = m_project.layout.sheets;
  for (const auto& [id, note] : old.notes) {
    record(m_delta.notes, sheets[to].notes, to, id, std::optional(note));
    record(m_delta.notes, sheets[from].notes, from, id, std::optional<NoteLayout>());
  }
  for (const auto& [id, frame] : old.frames) {
    record(m_delta.frames, sheets[to].frames, to, id, std::optional(frame));
    record(m_delta.frames, sheets[from].frames, from, id, std::optional<FrameLayout>());
  }
}

DataSpec& Draft::editData() {
  if (!m_delta.data) m_delta.data = Swap<DataSpec>{m_project.data, {}};
  return m_project.data;
}

TrainingSettings& Draft::editTraining() {
  if (!m_delta.training) m_delta.training = Swap<TrainingSettings>{m_project.training, {}};
  return m_project.training;
}

Quantization& Draft::editQuantization() {
  if (!m_delta.quantization) m_delta.quantization = Swap<Quantization>{m_project.quantization, {}};
  return m_project.quantization;
}

std::string& Draft::editNotes() {
  if (!m_delta.projectNotes) m_delta.projectNotes = Swap<std::string>{m_project.notes, {}};
  return m_project.notes;
}

void Draft::renameWeight(const std::string& from, const std::string& to) {
  m_delta.weightKeys.emplace_back(from, to);
}

void Draft::removeNode(NodeId id) {
  for (const auto& [wire, knots] : SheetLayout(sheet()).knots) {
    if (wire.node == id) setKnots(wire, {});
  }
  for (const Wire& wire : graph().wires_from(id)) setKnots(wire.to, {});
  edit().remove(id);
  setCard(id, {});
}

Outcome Draft::settlePorts(const std::string& group, const Graph& before) {
  const GroupPorts was = ports_of(before), is = ports_of(graph(group));
  if (was.inputs == is.inputs && was.outputs == is.outputs) return {};
  std::vector<std::string> sheets = {""};
  for (const auto& [name, def] : network().groups) sheets.push_back(name);
  const auto indexIn = [](const std::vector<NodeId>& ports, NodeId id) {
    return std::size_t(std::find(ports.begin(), ports.end(), id) - ports.begin());
  };
  for (const std::string& sheet : sheets) {
    for (const NodeId id : graph(sheet).nodes()) {
      if (graph(sheet).node(id).group != group) continue;
      Graph& g = edit(sheet);
      Node instance = g.node(id);
      std::vector<ValueRef> inputs(is.inputs.size());
      for (std::size_t i = 0; i < is.inputs.size(); ++i) {
        const std::size_t old = indexIn(was.inputs, is.inputs[i]);
        if (old < instance.inputs.size()) inputs[i] = instance.inputs[old];
      }
      instance.inputs = std::move(inputs);
      const std::span<const Wire> span = g.wires_from(id);
      const std::vector<Wire> wires(span.begin(), span.end());
      // Room for both numberings while the users are moved over.
      const auto outputs = std::uint32_t(is.outputs.size());
      instance.outputs = std::max(instance.outputs, outputs);
      if (auto refusal = g.replace(id, instance)) return outcome(refusal);
      for (const Wire& wire : wires) {
        Node user = g.node(wire.to.node);
        const NodeId port =
            wire.from.port < was.outputs.size() ? was.outputs[wire.from.port] : NodeId();
        const std::size_t now = indexIn(is.outputs, port);
        user.inputs[wire.to.port] =
            now < is.outputs.size() ? ValueRef{id, std::uint32_t(now)} : ValueRef{};
        if (auto refusal = g.replace(user.id, user)) return outcome(refusal);
      }
      instance = g.node(id);
      instance.outputs = outputs;
      if (auto refusal = g.replace(id, instance)) return outcome(refusal);
    }
  }
  return {};
}

Outcome Draft::settle() {
  // A group within a group may hand its change of ports on, so look again until all is quiet.
  std::map<std::string, Graph> seen;
  for (bool again = true; again;) {
    again = false;
    std::vector<std::pair<std::string, Graph>> work;
    for (const auto& [name, swap] : m_delta.graphs) {
      if (name.empty() || !swap.before || !network().groups.contains(name)) continue;
      const auto it = seen.find(name);
      const Graph& before = it == seen.end() ? swap.before->graph : it->second;
      if (graph(name).is_snapshot_of(before)) continue;
      work.emplace_back(name, before);
    }
    for (const auto& [name, before] : work) {
      seen.insert_or_assign(name, graph(name));
      if (Outcome o = settlePorts(name, before); !o) return o;
      again = true;
    }
  }
  return {};
}

Delta Draft::take() {
  for (auto& [name, swap] : m_delta.graphs) {
    swap.after = name.empty() ? std::optional(GroupDef{m_project.network.graph, {}})
                              : valueOf(m_project.network.groups, name);
  }
  std::erase_if(m_delta.graphs, [](const auto& entry) {
    const Swap<std::optional<GroupDef>>& swap = entry.second;
    if (!swap.before || !swap.after) return !swap.before && !swap.after;
    return swap.before->graph.is_snapshot_of(swap.after->graph) &&
           swap.before->help == swap.after->help;
  });
  const auto unchanged = [](const auto& entry) {
    return entry.second.before == entry.second.after;
  };
  std::erase_if(m_delta.cards, unchanged);
  std::erase_if(m_delta.knots, unchanged);
  std::erase_if(m_delta.notes, unchanged);
  std::erase_if(m_delta.frames, unchanged);
  if (m_delta.data) m_delta.data->after = m_project.data;
  if (m_delta.training) m_delta.training->after = m_project.training;
  if (m_delta.quantization) m_delta.quantization->after = m_project.quantization;
  if (m_delta.projectNotes) m_delta.projectNotes->after = m_project.notes;
  // Parameters are renamed once the rest is in place.
  Delta renames;
  renames.weightKeys = m_delta.weightKeys;
  renames.redo(m_project);  // drops empty sheets, too
  return std::exchange(m_delta, {});
}

}  // namespace espalier::ui
