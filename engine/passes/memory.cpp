// SPDX-License-Identifier: Apache-2.0
//
// The memory plan. Values that share memory by being views or by running in place form a group; a
// group lives from its first write to its last read, and groups whose lives overlap get places that
// do not. Placing the largest first, each into the tightest gap, comes within a few per cent of the
// largest sum of what is alive at one time (Pisarchyk and Lee, "Efficient memory management for deep
// neural net inference", 2020).
#include <algorithm>
#include <numeric>

#include "engine/passes/adopt.h"
#include "engine/passes/build.h"

namespace espalier::passes {
namespace {

std::size_t aligned(std::size_t bytes) { return aligned_place(bytes); }

class MemoryPlan {
 public:
  explicit MemoryPlan(Schedule& s)
      : s_(s), group_(s.values.size()), first_(s.values.size(), never), last_(s.values.size(), -1) {
    for (std::size_t v = 0; v < group_.size(); ++v) {
      const std::int32_t source = s.values[v].view_of;
      group_[v] = source >= 0 ? group_[static_cast<std::size_t>(source)] : v;
    }
  }

  void run() {
    find_lifetimes();
    for (std::size_t i = 0; i < s_.steps.size(); ++i) run_in_place(static_cast<int>(i));
    place();
    for (std::size_t v = 0; v < group_.size(); ++v)
      if (s_.values[v].storage == Storage::arena) s_.values[v].offset = s_.values[root(v)].offset;
  }

 private:
  static constexpr int never = std::numeric_limits<int>::max();

  std::size_t root(std::size_t v) {
    while (group_[v] != v) v = group_[v] = group_[group_[v]];
    return v;
  }

  bool in_arena(std::size_t v) const { return s_.values[v].storage == Storage::arena; }

  void use(std::int32_t value, int step) {
    if (value < 0) return;
    const std::size_t g = root(static_cast<std::size_t>(value));
    first_[g] = std::min(first_[g], step);
    last_[g] = std::max(last_[g], step);
  }

  void find_lifetimes() {
    const int end = static_cast<int>(s_.steps.size());
    for (int i = 0; i < end; ++i) {
      const Step& step = s_.steps[static_cast<std::size_t>(i)];
      for (const std::int32_t v : step.inputs) use(v, i);
      for (const std::int32_t v : step.outputs) use(v, i);
      for (const KernelCall& call : step.calls)
        for (const CallPointer& pointer : call.pointers) use(pointer.value, i);
      for (const GpuCall& call : step.gpu_calls)
        for (const GpuArgument& argument : call.arguments) use(argument.value, i);
    }
    for (const Port& output : s_.outputs) use(output.value, end);
  }

  // Lets outputs of the step take the place of inputs that are not read again.
  void run_in_place(int i) {
    const Step& step = s_.steps[static_cast<std::size_t>(i)];
    for (const OpSpec::InPlace& pair : step.node.op->in_place) {
      const auto o = static_cast<std::size_t>(pair.output),
                 n = static_cast<std::size_t>(pair.input);
      if (o >= step.outputs.size() || n >= step.inputs.size()) continue;
      if (step.outputs[o] < 0 || step.inputs[n] < 0) continue;
      const std::size_t to = root(static_cast<std::size_t>(step.outputs[o]));
      const std::size_t from = root(static_cast<std::size_t>(step.inputs[n]));
      if (to == from || !in_arena(to) || !in_arena(from)) continue;
      // The output's memory must be fresh here, and the input's die here; other inputs of the step
      // must not lie in it, for they are read while it is written.
      if (first_[to] != i || last_[from] != i) continue;
      if (s_.values[to].bytes != s_.values[from].bytes) continue;
      const auto readers = std::count_if(step.inputs.begin(), step.inputs.end(), [&](auto v) {
        return v >= 0 && root(static_cast<std::size_t>(v)) == from;
      });
      const bool taken = std::any_of(step.outputs.begin(), step.outputs.end(), [&](auto v) {
        return v >= 0 && root(static_cast<std::size_t>(v)) == from;
      });
      if (readers != 1 || taken) continue;
      group_[to] = from;
      last_[from] = last_[to];
    }
  }

  void place() {
    std::vector<std::size_t> groups;
    for (std::size_t v = 0; v < group_.size(); ++v)
      if (root(v) == v && in_arena(v) && last_[v] >= 0) groups.push_back(v);
    std::stable_sort(groups.begin(), groups.end(), [&](std::size_t a, std::size_t b) {
      if (s_.values[a].bytes != s_.values[b].bytes) return s_.values[a].bytes > s_.values[b].bytes;
      return first_[a] < first_[b];
    });
    std::vector<std::size_t> placed;  // by ascending offset
    for (const std::size_t g : groups) {
      Value& value = s_.values[g];
      value.offset = best_gap(g, placed);
      s_.arena_bytes = std::max(s_.arena_bytes, value.offset + aligned(value.bytes));
      const auto behind = std::upper_bound(
          placed.begin(), placed.end(), value.offset,
          [&](std::size_t offset, std::size_t other) { return offset < s_.values[other].offset; });
      placed.insert(behind, g);
    }
  }

  // The tightest gap among what is alive at the same time, else behind all of it.
  std::size_t best_gap(std::size_t g, const std::vector<std::size_t>& placed) const {
    const std::size_t need = aligned(s_.values[g].bytes);
    std::size_t free_from = 0, best = 0, best_size = 0;
    bool found = false;
    for (const std::size_t other : placed) {
      if (first_[other] > last_[g] || first_[g] > last_[other]) continue;
      const std::size_t begin = s_.values[other].offset;
      if (begin > free_from && begin - free_from >= need &&
          (!found || begin - free_from < best_size)) {
        found = true;
        best = free_from;
        best_size = begin - free_from;
      }
      free_from = std::max(free_from, begin + aligned(s_.values[other].bytes));
    }
    return found ? best : free_from;
  }

  Schedule& s_;
  std::vector<std::size_t> group_;
  std::vector<int> first_, last_;  // by group
};

}  // namespace

void plan_memory(Schedule& schedule) { MemoryPlan(schedule).run(); }

}  // namespace espalier::passes
