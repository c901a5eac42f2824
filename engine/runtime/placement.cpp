// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/placement.h"

#include <algorithm>

namespace espalier {
namespace {

std::size_t index(std::ptrdiff_t v) { return static_cast<std::size_t>(v); }

// Calls f(value) for all that a step reads or writes, workspaces included.
template <class F> void for_each_value(const Step& step, F f) {
  const auto each = [&](std::int32_t v) {
    if (v >= 0) f(v);
  };
  for (const std::int32_t v : step.inputs) each(v);
  for (const std::int32_t v : step.outputs) each(v);
  for (const std::vector<KernelCall>* calls : {&step.prologue, &step.calls})
    for (const KernelCall& call : *calls)
      for (const CallPointer& p : call.pointers) each(p.value);
  for (const GpuCall& call : step.gpu_calls)
    for (const GpuArgument& a : call.arguments) each(a.value);
}

}  // namespace

Placement::Placement(const Schedule& s, Device& device, ParameterStore::Impl& store)
    : schedule_(s),
      device_(device),
      store_(store),
      transfers_(plan_transfers(s, "cpu", device.info().id)) {
  binding_.host.resize(s.values.size());
  binding_.places.resize(s.values.size());
  mirrors_.resize(s.parameters.size());
  input_values_.resize(s.inputs.size());
  made_there_.resize(s.values.size());
  for (std::size_t v = 0; v < s.values.size(); ++v)
    if (s.values[v].storage == Storage::input)
      input_values_[s.values[v].index].push_back(static_cast<std::int32_t>(v));
  for (const Step& step : s.steps)
    for (const std::int32_t v : step.outputs)
      if (v >= 0) made_there_[index(v)] = runs_elsewhere(step);
  reserve_host();
  place_on_host();
  if (std::any_of(s.steps.begin(), s.steps.end(),
                  [&](const Step& step) { return runs_elsewhere(step); })) {
    reserve_device();
    place_on_device();
  }
}

void Placement::reserve_host() {
  const Schedule& s = schedule_;
  std::size_t bytes = 0;
  const auto reserve = [&](std::int32_t v) {
    const Value& value = value_of(v);
    if (value.storage == Storage::arena) bytes = std::max(bytes, value.offset + value.bytes);
    if (value.storage == Storage::parameter && &device_ != &device_.host() &&
        !mirrors_[value.index])
      mirrors_[value.index] = device_.host().allocate(value.bytes);
  };
  for (const Step& step : s.steps)
    if (!runs_elsewhere(step)) for_each_value(step, reserve);
  for (const Transfer& t : transfers_) reserve(t.value);
  for (const Port& output : s.outputs) reserve(output.value);
  // One that runs on the host alone gets what the plan says.
  arena_ = device_.host().allocate(&device_ == &device_.host() ? s.arena_bytes : bytes);
  packed_ = device_.host().allocate(s.packed_bytes);
}

void Placement::place_on_host() {
  for (std::size_t v = 0; v < schedule_.values.size(); ++v) {
    const Value& value = schedule_.values[v];
    std::byte*& at = binding_.host[v];
    switch (value.storage) {
      case Storage::arena:
        if (value.offset + value.bytes <= arena_->bytes()) at = arena_->host() + value.offset;
        break;
      case Storage::packed:
        at = packed_->host() + value.offset;
        break;
      case Storage::input:
        break;  // the caller's
      case Storage::parameter: {
        Buffer* mirror = mirrors_[value.index].get();
        at = mirror ? mirror->host()
                    : store_.at(schedule_.parameters[value.index].key).buffer->host();
        break;
      }
      case Storage::constant:
        // Never written: plans write arena, packed and parameters only.
        at = const_cast<std::byte*>(schedule_.constants[value.index].data());
        break;
    }
  }
}

void Placement::reserve_device() {
  const Schedule& s = schedule_;
  device_arena_ = device_.allocate(s.arena_bytes);
  device_inputs_.resize(s.inputs.size());
  device_constants_.resize(s.constants.size());
  for (const Transfer& t : transfers_) {
    const Value& value = value_of(t.value);
    if (value.storage == Storage::input)
      device_inputs_[value.index] = device_.allocate(value.bytes);
  }
  for (const Step& step : s.steps) {
    if (!runs_elsewhere(step)) continue;
    for_each_value(step, [&](std::int32_t v) {
      const Value& value = value_of(v);
      if (value.storage != Storage::constant || device_constants_[value.index]) return;
      const Tensor& constant = s.constants[value.index];
      device_constants_[value.index] = device_.allocate(constant.bytes());
      if (constant.bytes() > 0)
        device_.upload(*device_constants_[value.index], 0, {constant.data(), constant.bytes()});
    });
  }
}

void Placement::place_on_device() {
  for (std::size_t v = 0; v < schedule_.values.size(); ++v) {
    const Value& value = schedule_.values[v];
    auto& [buffer, offset] = binding_.places[v];
    switch (value.storage) {
      case Storage::arena:
        buffer = device_arena_.get();
        offset = value.offset;
        break;
      case Storage::packed:
        break;  // of CPU kernels only
      case Storage::input:
        buffer = device_inputs_[value.index].get();
        break;
      case Storage::parameter:
        buffer = store_.at(schedule_.parameters[value.index].key).buffer.get();
        break;
      case Storage::constant:
        buffer = device_constants_[value.index].get();
        break;
    }
  }
}

void Placement::point_input(std::size_t input, const void* data) {
  for (const std::int32_t v : input_values_[input])
    binding_.host[index(v)] = static_cast<std::byte*>(const_cast<void*>(data));
}

void Placement::move(const Transfer& t) {
  const std::size_t bytes = value_of(t.value).bytes;
  const auto& [buffer, offset] = binding_.places[index(t.value)];
  if (bytes == 0) return;
  if (t.to == "cpu")
    device_.download(*buffer, offset, {host(t.value), bytes});
  else
    device_.upload(*buffer, offset, {host(t.value), bytes});
}

bool Placement::on_device(std::int32_t v) const {
  while (value_of(v).view_of >= 0) v = value_of(v).view_of;
  if (value_of(v).storage == Storage::parameter) return &device_ != &device_.host();
  return value_of(v).storage == Storage::arena && made_there_[index(v)];
}

void Placement::fetch(std::int32_t v, std::byte* to) const {
  const Value& value = value_of(v);
  if (value.bytes == 0) return;
  if (value.storage == Storage::parameter) {
    const auto& entry = store_.at(schedule_.parameters[value.index].key);
    return device_.download(*entry.buffer, 0, {to, value.bytes});
  }
  const auto& [buffer, offset] = binding_.places[index(v)];
  device_.download(*buffer, offset, {to, value.bytes});
}

}  // namespace espalier
