// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/residency.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace espalier {
namespace {

// Values that are the same memory under other names move together.
using Place = std::tuple<Storage, std::size_t, std::uint32_t>;

const Value& value_of(const Schedule& s, std::int32_t v) {
  return s.values[static_cast<std::size_t>(v)];
}

Place place_of(const Schedule& s, std::int32_t v) {
  const Value& value = value_of(s, v);
  return {value.storage, value.offset, value.storage == Storage::arena ? 0 : value.index};
}

class Plan {
 public:
  Plan(const Schedule& s, std::string_view home, std::string_view parameters)
      : s_(s), home_(home), parameters_(parameters) {}

  std::vector<Transfer> run() {
    const auto loss = loss_step(s_);
    for (std::size_t i = 0; i < s_.steps.size(); ++i) {
      const Step& step = s_.steps[i];
      inputs(step, i);
      // What a step writes is new: copies elsewhere are stale.
      for (const std::int32_t v : step.outputs)
        if (v >= 0) copies_[place_of(s_, v)] = {step.device};
      if (loss == i) need(s_.outputs.back().value, home_, i + 1);
    }
    if (s_.mode != Mode::training)
      for (const Port& output : s_.outputs) need(output.value, home_, s_.steps.size());
    for (const Parameter& p : s_.parameters)
      if (p.written) need(p.value, parameters_, s_.steps.size());
    // What runs once does so before the first step, whichever asks for it.
    std::stable_sort(transfers_.begin(), transfers_.end(),
                     [](const Transfer& a, const Transfer& b) { return a.before < b.before; });
    return std::move(transfers_);
  }

 private:
  void inputs(const Step& step, std::size_t i) {
    if (step.gpu_calls.empty()) {
      for (const std::int32_t v : step.inputs) need(v, step.device, i);
      return;
    }
    for (const std::int32_t v : step.inputs) {
      const auto asks = [&](GpuArgument::Kind kind) {
        return std::any_of(step.gpu_calls.begin(), step.gpu_calls.end(), [&](const GpuCall& call) {
          return std::any_of(call.arguments.begin(), call.arguments.end(),
                             [&](const auto& a) { return a.kind == kind && a.value == v; });
        });
      };
      if (asks(GpuArgument::Kind::memory)) need(v, step.device, i);
      if (asks(GpuArgument::Kind::uniform)) need(v, home_, i);
    }
  }

  void need(std::int32_t v, const std::string& device, std::size_t before) {
    if (v < 0 || value_of(s_, v).storage == Storage::constant) return;
    const bool parameter = value_of(s_, v).storage == Storage::parameter;
    auto& at = copies_[place_of(s_, v)];
    if (at.empty()) at.emplace(parameter ? parameters_ : home_);
    if (at.contains(device)) return;
    const std::string& from = at.contains(home_) ? home_ : *at.begin();
    const bool once = parameter && !s_.parameters[value_of(s_, v).index].written;
    transfers_.push_back({v, from, device, once ? 0 : before, once});
    at.insert(device);
  }

  const Schedule& s_;
  const std::string home_, parameters_;
  std::vector<Transfer> transfers_;
  std::map<Place, std::set<std::string, std::less<>>> copies_;
};

}  // namespace

std::optional<std::size_t> loss_step(const Schedule& s) {
  if (s.mode != Mode::training || s.outputs.empty() || s.outputs.back().name != "loss") return {};
  const Value& loss = value_of(s, s.outputs.back().value);
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < s.steps.size(); ++i)
    for (const std::int32_t v : s.steps[i].outputs)
      if (v >= 0 && value_of(s, v).storage == loss.storage &&
          value_of(s, v).offset == loss.offset && value_of(s, v).index == loss.index &&
          value_of(s, v).bytes > 0 && s.steps[i].phase == Phase::forward)
        found = i;
  return found;
}

std::vector<Transfer> plan_transfers(const Schedule& schedule, std::string_view home,
                                     std::string_view parameters) {
  return Plan(schedule, home, parameters).run();
}

}  // namespace espalier
