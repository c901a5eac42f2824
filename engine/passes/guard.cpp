// SPDX-License-Identifier: Apache-2.0
//
// Steps whose results only one branch of a Select needs run where that branch is taken. They move
// right before it, so that the steps of a branch lie side by side: what they need is there by then.
#include <algorithm>
#include <set>

#include "engine/passes/build.h"
#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

class Guarding {
 public:
  explicit Guarding(Schedule& s) : s_(s) {}

  void run() {
    // The last ones first: those that lie in a branch of theirs are guarded by both conditions.
    for (std::size_t at = s_.steps.size(); at-- > 0;) {
      if (!is_select(s_.steps[at].node)) continue;
      const std::set<std::size_t> yes = branch(at, true), no = branch(at, false);
      guard(at, yes, no);
    }
  }

 private:
  std::int32_t root(std::int32_t v) const {
    while (s_.values[static_cast<std::size_t>(v)].view_of >= 0)
      v = s_.values[static_cast<std::size_t>(v)].view_of;
    return v;
  }

  bool reads(std::size_t step, std::size_t begin, std::size_t end, std::int32_t wanted) const {
    const auto& inputs = s_.steps[step].inputs;
    for (std::size_t port = begin; port < std::min(end, inputs.size()); ++port)
      if (inputs[port] >= 0 && root(inputs[port]) == wanted) return true;
    return false;
  }

  // The steps before `select` that nothing needs but this branch of it.
  std::set<std::size_t> branch(std::size_t select, bool taken) const {
    const std::size_t results = s_.steps[select].outputs.size();
    const std::size_t begin = taken ? 1 : 1 + results, end = begin + results;
    std::set<std::size_t> steps;
    for (std::size_t i = select; i-- > 0;) {
      bool only = !s_.steps[i].outputs.empty();
      for (const std::int32_t out : s_.steps[i].outputs)
        if (out >= 0) only = only && only_for(out, i, select, begin, end, steps);
      if (only) steps.insert(i);
    }
    return steps;
  }

  bool only_for(std::int32_t out, std::size_t from, std::size_t select, std::size_t begin,
                std::size_t end, const std::set<std::size_t>& steps) const {
    const std::int32_t value = root(out);
    if (s_.values[static_cast<std::size_t>(value)].storage != Storage::arena) return false;
    for (const Port& port : s_.outputs)
      if (root(port.value) == value) return false;
    bool needed = false;
    for (std::size_t j = from + 1; j < s_.steps.size(); ++j) {
      const std::size_t inputs = s_.steps[j].inputs.size();
      if (!reads(j, 0, inputs, value)) continue;
      const bool here = j == select && !reads(j, 0, begin, value) && !reads(j, end, inputs, value);
      if (!here && !steps.contains(j)) return false;
      needed = true;
    }
    return needed;
  }

  void guard(std::size_t select, const std::set<std::size_t>& yes,
             const std::set<std::size_t>& no) {
    const std::int32_t condition = s_.steps[select].inputs[0];
    std::vector<Step> before, branches;
    for (std::size_t i = 0; i < select; ++i)
      if (!yes.contains(i) && !no.contains(i)) before.push_back(std::move(s_.steps[i]));
    for (const auto* side : {&yes, &no})
      for (const std::size_t i : *side) {
        s_.steps[i].guards.push_back({condition, side == &yes});
        branches.push_back(std::move(s_.steps[i]));
      }
    std::move(before.begin(), before.end(), s_.steps.begin());
    std::move(branches.begin(), branches.end(),
              s_.steps.begin() + static_cast<std::ptrdiff_t>(before.size()));
  }

  Schedule& s_;
};

}  // namespace

void guard_branches(Schedule& schedule) { Guarding(schedule).run(); }

}  // namespace espalier::passes
