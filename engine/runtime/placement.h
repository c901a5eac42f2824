// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/runtime/executor.h"
#include "engine/runtime/parameter_store_impl.h"
#include "engine/runtime/residency.h"

namespace espalier {

// The memory of one schedule: where each value lies on the host and on the device, and the copies
// between them. Both arenas have the plan's offsets. A schedule that runs on the CPU alone has no
// memory elsewhere, one that runs on the device alone little on the host.
class Placement {
 public:
  // Borrows all three. Throws Error where a parameter is not in the store.
  Placement(const Schedule& schedule, Device& device, ParameterStore::Impl& store);

  const Binding& binding() const { return binding_; }
  const std::vector<Transfer>& transfers() const { return transfers_; }
  std::byte* host(std::int32_t value) const {
    return binding_.host[static_cast<std::size_t>(value)];
  }
  // The caller's memory of an input, for it and its views.
  void point_input(std::size_t input, const void* data);
  void move(const Transfer& transfer);
  // Whether a value's newest content, after a run, is on the device only.
  bool on_device(std::int32_t value) const;
  // Copies a value from the device; `to` has its size.
  void fetch(std::int32_t value, std::byte* to) const;

 private:
  const Value& value_of(std::int32_t v) const {
    return schedule_.values[static_cast<std::size_t>(v)];
  }
  bool runs_elsewhere(const Step& step) const { return step.device != "cpu"; }
  void reserve_host();
  void reserve_device();
  void place_on_host();
  void place_on_device();

  const Schedule& schedule_;
  Device& device_;
  ParameterStore::Impl& store_;
  std::vector<Transfer> transfers_;
  Binding binding_;
  std::unique_ptr<Buffer> arena_, packed_;        // of the host
  std::vector<std::unique_ptr<Buffer>> mirrors_;  // host copies, by parameter; mostly none
  std::unique_ptr<Buffer> device_arena_;
  std::vector<std::unique_ptr<Buffer>> device_inputs_;     // by input
  std::vector<std::unique_ptr<Buffer>> device_constants_;  // by constant
  std::vector<std::vector<std::int32_t>> input_values_;    // by input: it and its views
  std::vector<bool> made_there_;  // by value: a step elsewhere made it last
};

}  // namespace espalier
