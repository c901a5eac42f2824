// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/executor.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "engine/runtime/denormals.h"
#include "engine/runtime/non_finite.h"
#include "engine/runtime/placement.h"

namespace espalier {
namespace {

using Clock = std::chrono::steady_clock;

std::size_t index(std::ptrdiff_t v) { return static_cast<std::size_t>(v); }

bool overlap(const Value& a, const Value& b) {
  return a.storage == Storage::arena && b.storage == Storage::arena &&
         a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

// Whether a step behind the one that makes the value writes into its memory.
bool overwritten(const Schedule& s, std::int32_t v) {
  while (s.values[index(v)].view_of >= 0) v = s.values[index(v)].view_of;
  const Value& wanted = s.values[index(v)];
  bool made = false;
  for (const Step& step : s.steps) {
    const auto writes = [&](std::int32_t other) {
      return other >= 0 && other != v && overlap(s.values[index(other)], wanted);
    };
    if (made && std::any_of(step.outputs.begin(), step.outputs.end(), writes)) return true;
    for (const KernelCall& call : step.calls)  // workspaces
      for (const CallPointer& p : call.pointers)
        if (made && std::count(step.inputs.begin(), step.inputs.end(), p.value) == 0 &&
            writes(p.value))
          return true;
    for (const GpuCall& call : step.gpu_calls)
      for (const GpuArgument& a : call.arguments)
        if (made && std::count(step.inputs.begin(), step.inputs.end(), a.value) == 0 &&
            writes(a.value))
          return true;
    made |= std::count(step.outputs.begin(), step.outputs.end(), v) > 0;
  }
  return !made;
}

}  // namespace

struct Executor::Impl {
  const Schedule& schedule;
  Device& device;
  ParameterStore& store;
  Placement placement;
  std::vector<std::unique_ptr<BoundStep>> steps;
  std::vector<std::size_t> first_transfer;  // by step, and one more: its transfers come before it
  std::vector<bool> given;                  // by input
  std::size_t not_given = 0;
  std::int64_t step = 0;  // what the inputs of these names point at
  float rate = 0;
  std::uint64_t packed_version = 0;  // the store's, when the packed weights were made
  bool writes_parameters = false;
  std::optional<std::size_t> loss;  // the step that makes the loss of a training schedule
  bool profiling = false;
  std::vector<StepTime> times, transfer_times;
  std::vector<bool> fetched;  // by output: copied from the device since the last run

  Impl(const Schedule& s, Device& d, ParameterStore& p)
      : schedule(s), device(d), store(p), placement(s, d, *p.impl_), loss(loss_step(s)) {
    for (const Parameter& parameter : s.parameters) writes_parameters |= parameter.written;
    find_inputs();
    steps.reserve(s.steps.size());
    const std::string id = d.info().id;
    for (const Step& st : s.steps) {
      if (st.device != "cpu" && st.device != id)
        throw Error(ESP_TEXT("engine", "step {} needs the device {}, which this run does not have"),
                    st.node.name, st.device);
      Device& runs_it = st.device == "cpu" ? d.host() : d;
      if (const auto reason = runs_it.supports(s, st))
        throw Error(ESP_TEXT("engine", "{}: {} cannot run this step: {}"), st.node.name, st.device,
                    reason->text());
      steps.push_back(runs_it.bind(s, st, placement.binding()));
    }
    const std::vector<Transfer>& moves = placement.transfers();
    for (std::size_t i = 0, t = 0; i <= s.steps.size(); ++i) {
      first_transfer.push_back(t);
      while (t < moves.size() && moves[t].before <= i) ++t;
    }
    first_transfer.push_back(moves.size());
    times.resize(s.steps.size());
    transfer_times.resize(moves.size());
    fetched.resize(s.outputs.size());
  }

  void find_inputs() {
    given.assign(schedule.inputs.size(), true);
    for (std::size_t i = 0; i < schedule.inputs.size(); ++i) {
      if (schedule.inputs[i].column.empty() && schedule.inputs[i].name == "step")
        placement.point_input(i, &step);
      else if (schedule.inputs[i].column.empty() && schedule.inputs[i].name == "lr")
        placement.point_input(i, &rate);
      else
        given[i] = false;
    }
    not_given = static_cast<std::size_t>(std::count(given.begin(), given.end(), false));
  }

  void pack() {
    if (packed_version == store.impl_->version) return;
    for (const Transfer& t : placement.transfers())
      if (t.once) placement.move(t);
    for (const auto& s : steps) s->run_prologue();
    packed_version = store.impl_->version;
  }

  bool loss_is_finite() const {
    const std::int32_t v = schedule.outputs.back().value;
    return !has_non_finite(schedule.values[index(v)].dtype, placement.host(v), 1);
  }

  bool skips(const Step& next) const {
    return std::any_of(next.guards.begin(), next.guards.end(), [&](const Guard& g) {
      return (*placement.host(g.value) != std::byte{0}) != g.taken;
    });
  }

  // What has to move before step i runs.
  void move_before(std::size_t i) {
    for (std::size_t t = first_transfer[i]; t < first_transfer[i + 1]; ++t) {
      if (placement.transfers()[t].once) continue;
      if (!profiling) {
        placement.move(placement.transfers()[t]);
        continue;
      }
      timed(transfer_times[t], [&] { placement.move(placement.transfers()[t]); });
    }
  }

  template <class F> void timed(StepTime& time, F f) {
    const auto before = Clock::now();
    f();
    device.finish();
    time.seconds += std::chrono::duration<double>(Clock::now() - before).count();
    ++time.runs;
  }

  bool run_steps() {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      move_before(i);
      if (loss && i == *loss + 1 && !loss_is_finite()) return false;
      if (skips(schedule.steps[i])) continue;
      if (profiling)
        timed(times[i], [&] { steps[i]->run(); });
      else
        steps[i]->run();
    }
    move_before(steps.size());
    return !loss || *loss + 1 < steps.size() || loss_is_finite();
  }
};

Executor::Executor(const Schedule& schedule, Device& device, ParameterStore& parameters)
    : impl_(std::make_unique<Impl>(schedule, device, parameters)) {}
Executor::~Executor() = default;

const Schedule& Executor::schedule() const { return impl_->schedule; }

void Executor::set_input(std::size_t i, const void* data) {
  if (!impl_->given.at(i)) --impl_->not_given;
  impl_->given[i] = true;
  impl_->placement.point_input(i, data);
}

void Executor::set_step(std::int64_t step) { impl_->step = step; }
void Executor::set_learning_rate(float rate) { impl_->rate = rate; }

bool Executor::run() {
  if (impl_->not_given > 0) {
    const auto first = std::find(impl_->given.begin(), impl_->given.end(), false);
    throw Error(ESP_TEXT("engine", "the input {} was not given"),
                impl_->schedule.inputs[index(first - impl_->given.begin())].name);
  }
  const FlushDenormals flush;
  impl_->pack();
  impl_->fetched.assign(impl_->fetched.size(), false);
  const bool whole = impl_->run_steps();
  if (impl_->writes_parameters) ++impl_->store.impl_->version;
  return whole;
}

std::span<const std::byte> Executor::output(std::size_t i) const {
  const std::int32_t v = impl_->schedule.outputs.at(i).value;
  std::byte* const at = impl_->placement.host(v);
  const bool is_loss = impl_->loss && i + 1 == impl_->schedule.outputs.size();
  const bool moved = is_loss || impl_->schedule.mode != Mode::training || impl_->fetched[i];
  if (!moved && impl_->placement.on_device(v)) impl_->placement.fetch(v, at);
  impl_->fetched[i] = true;
  return {at, impl_->schedule.values[index(v)].bytes};
}

Tensor Executor::value(std::int32_t v) const {
  const Schedule& s = impl_->schedule;
  const Value& wanted = s.values.at(index(v));
  const bool there = impl_->placement.on_device(v);
  const std::byte* at = impl_->placement.host(v);
  if (!there && at == nullptr && wanted.bytes > 0) return {};
  if (wanted.storage == Storage::arena && overwritten(s, v)) return {};
  Tensor copy(wanted.dtype, wanted.shape);
  if (there)
    impl_->placement.fetch(v, copy.mutable_data());
  else if (wanted.bytes > 0)
    std::memcpy(copy.mutable_data(), at, wanted.bytes);
  return copy;
}

int Executor::first_non_finite() {
  const Schedule& s = impl_->schedule;
  std::vector<std::pair<std::string, Tensor>> saved;
  for (const Parameter& p : s.parameters)
    if (p.written) saved.emplace_back(p.key, impl_->store.read(p.key));
  const FlushDenormals flush;
  impl_->pack();
  int found = -1;
  for (std::size_t i = 0; i < impl_->steps.size() && found < 0; ++i) {
    impl_->move_before(i);
    impl_->steps[i]->run();
    for (const std::int32_t v : s.steps[i].outputs) {
      if (v < 0) continue;
      const Value& value = s.values[index(v)];
      Tensor copy;  // of what lies elsewhere
      const std::byte* at = impl_->placement.host(v);
      if (s.steps[i].device != "cpu") {
        copy = Tensor(value.dtype, value.shape);
        impl_->placement.fetch(v, copy.mutable_data());
        at = copy.data();
      }
      if (has_non_finite(value.dtype, at, count(value.shape))) found = static_cast<int>(i);
    }
  }
  for (const auto& [key, value] : saved) impl_->store.write(key, value);
  return found;
}

void Executor::set_profiling(bool on) { impl_->profiling = on; }
std::span<const StepTime> Executor::times() const { return impl_->times; }
std::string Executor::refusal(std::size_t step) const { return impl_->steps.at(step)->refusal(); }
std::span<const Transfer> Executor::transfers() const { return impl_->placement.transfers(); }
std::span<const StepTime> Executor::transfer_times() const { return impl_->transfer_times; }
void Executor::reset_times() {
  impl_->times.assign(impl_->times.size(), {});
  impl_->transfer_times.assign(impl_->transfer_times.size(), {});
}

}  // namespace espalier
