// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/executor.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "engine/runtime/denormals.h"
#include "engine/runtime/non_finite.h"
#include "engine/runtime/parameter_store_impl.h"
#include "engine/runtime/residency.h"

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
    made |= std::count(step.outputs.begin(), step.outputs.end(), v) > 0;
  }
  return !made;
}

}  // namespace

struct Executor::Impl {
  const Schedule& schedule;
  Device& device;
  ParameterStore& store;
  std::unique_ptr<Buffer> arena, packed;
  Binding binding;
  std::vector<std::unique_ptr<BoundStep>> steps;
  std::vector<std::vector<std::int32_t>> input_values;  // by input: it and its views
  std::vector<bool> given;                              // by input
  std::size_t not_given = 0;
  std::int64_t step = 0;  // what the inputs of these names point at
  float rate = 0;
  std::uint64_t packed_version = 0;  // the store's, when the packed weights were made
  bool writes_parameters = false;
  std::size_t loss_step = none;  // the step that makes the loss of a training schedule
  const std::byte* loss = nullptr;
  DType loss_type = DType::float32;
  bool profiling = false;
  std::vector<StepTime> times;

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Impl(const Schedule& s, Device& d, ParameterStore& p) : schedule(s), device(d), store(p) {
    for (const Transfer& t : plan_transfers(s, d.info().id))
      throw Error(ESP_TEXT("engine", "step {} needs the device {}, which this run does not have"),
                  s.steps[std::min(t.before, s.steps.size() - 1)].node.name, t.to);
    arena = d.allocate(s.arena_bytes);
    packed = d.allocate(s.packed_bytes);
    place_values();
    find_loss();
    steps.reserve(s.steps.size());
    for (const Step& st : s.steps) {
      if (const auto reason = d.supports(s, st))
        throw Error(ESP_TEXT("engine", "{}: {} cannot run this step: {}"), st.node.name,
                    d.info().id, reason->text());
      steps.push_back(d.bind(s, st, binding));
    }
    times.resize(s.steps.size());
  }

  void place_values() {
    binding.host.resize(schedule.values.size());
    input_values.resize(schedule.inputs.size());
    for (const Parameter& p : schedule.parameters) writes_parameters |= p.written;
    for (std::size_t v = 0; v < schedule.values.size(); ++v) {
      const Value& value = schedule.values[v];
      std::byte*& at = binding.host[v];
      switch (value.storage) {
        case Storage::arena:
          at = arena->host() + value.offset;
          break;
        case Storage::packed:
          at = packed->host() + value.offset;
          break;
        case Storage::input:
          input_values[value.index].push_back(static_cast<std::int32_t>(v));
          break;
        case Storage::parameter:
          at = store.impl_->at(schedule.parameters[value.index].key).buffer->host();
          break;
        case Storage::constant:
          // Never written: plans write arena, packed and parameters only.
          at = const_cast<std::byte*>(schedule.constants[value.index].data());
          break;
      }
    }
    given.assign(schedule.inputs.size(), true);
    for (std::size_t i = 0; i < schedule.inputs.size(); ++i) {
      if (schedule.inputs[i].column.empty() && schedule.inputs[i].name == "step")
        point_input(i, &step);
      else if (schedule.inputs[i].column.empty() && schedule.inputs[i].name == "lr")
        point_input(i, &rate);
      else
        given[i] = false;
    }
    not_given = static_cast<std::size_t>(std::count(given.begin(), given.end(), false));
  }

  void point_input(std::size_t i, const void* data) {
    for (const std::int32_t v : input_values[i])
      binding.host[index(v)] = static_cast<std::byte*>(const_cast<void*>(data));
  }

  void find_loss() {
    if (schedule.mode != Mode::training || schedule.outputs.empty()) return;
    const Port& port = schedule.outputs.back();
    if (port.name != "loss") return;
    for (std::size_t i = 0; i < schedule.steps.size(); ++i)
      for (const std::int32_t v : schedule.steps[i].outputs)
        if (v >= 0 && binding.host[index(v)] == binding.host[index(port.value)] &&
            schedule.values[index(v)].bytes > 0 && schedule.steps[i].phase == Phase::forward)
          loss_step = i;
    loss = binding.host[index(port.value)];
    loss_type = schedule.values[index(port.value)].dtype;
  }

  void pack() {
    if (packed_version == store.impl_->version) return;
    for (const auto& s : steps) s->run_prologue();
    packed_version = store.impl_->version;
  }

  bool run_steps() {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      steps[i]->run();
      if (i == loss_step && has_non_finite(loss_type, loss, 1)) return false;
    }
    return true;
  }

  bool run_profiled() {
    auto before = Clock::now();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      steps[i]->run();
      const auto after = Clock::now();
      times[i].seconds += std::chrono::duration<double>(after - before).count();
      ++times[i].runs;
      before = after;
      if (i == loss_step && has_non_finite(loss_type, loss, 1)) return false;
    }
    return true;
  }
};

Executor::Executor(const Schedule& schedule, Device& device, ParameterStore& parameters)
    : impl_(std::make_unique<Impl>(schedule, device, parameters)) {}
Executor::~Executor() = default;

const Schedule& Executor::schedule() const { return impl_->schedule; }

void Executor::set_input(std::size_t i, const void* data) {
  if (!impl_->given.at(i)) --impl_->not_given;
  impl_->given[i] = true;
  impl_->point_input(i, data);
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
  const bool whole = impl_->profiling ? impl_->run_profiled() : impl_->run_steps();
  if (impl_->writes_parameters) ++impl_->store.impl_->version;
  return whole;
}

std::span<const std::byte> Executor::output(std::size_t i) const {
  const std::int32_t v = impl_->schedule.outputs.at(i).value;
  return {impl_->binding.host[index(v)], impl_->schedule.values[index(v)].bytes};
}

Tensor Executor::value(std::int32_t v) const {
  const Schedule& s = impl_->schedule;
  const Value& wanted = s.values.at(index(v));
  const std::byte* at = impl_->binding.host[index(v)];
  if (at == nullptr && wanted.bytes > 0) return {};
  if (wanted.storage == Storage::arena && overwritten(s, v)) return {};
  Tensor copy(wanted.dtype, wanted.shape);
  if (wanted.bytes > 0) std::memcpy(copy.mutable_data(), at, wanted.bytes);
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
    impl_->steps[i]->run();
    for (const std::int32_t v : s.steps[i].outputs) {
      if (v < 0) continue;
      const Value& value = s.values[index(v)];
      if (has_non_finite(value.dtype, impl_->binding.host[index(v)], count(value.shape)))
        found = static_cast<int>(i);
    }
  }
  for (const auto& [key, value] : saved) impl_->store.write(key, value);
  return found;
}

void Executor::set_profiling(bool on) { impl_->profiling = on; }
std::span<const StepTime> Executor::times() const { return impl_->times; }
void Executor::reset_times() { impl_->times.assign(impl_->times.size(), {}); }

}  // namespace espalier
