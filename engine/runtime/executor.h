// SPDX-License-Identifier: Apache-2.0
//
// A schedule bound to a device: one arena, parameters, packed weights. What the device cannot run
// runs on its host. After the first run nothing is allocated, looked up or locked.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/graph/weights.h"
#include "engine/runtime/device.h"
#include "engine/runtime/residency.h"

namespace espalier {

// Time a step took, summed over the runs since the profile was reset.
struct StepTime {
  double seconds = 0;
  std::uint64_t runs = 0;
};

// Parameters and state that several executors share (training, evaluation, the last smaller batch):
// one copy of the weights for all plans of a session.
class ParameterStore {
 public:
  explicit ParameterStore(Device& device);
  ~ParameterStore();
  // Makes room for every parameter of the schedule that is not there yet; fills it from `weights`,
  // else by its initializer with `seed` (optimiser state: zeros). Throws Error where a weight has
  // the wrong shape, naming the layer.
  void prepare(const Schedule& schedule, const WeightSet& weights, std::uint64_t seed);
  bool contains(std::string_view key) const;
  Tensor read(std::string_view key) const;  // a copy
  void write(std::string_view key, const Tensor& value);
  WeightSet weights() const;      // copies of all that belongs to the drawing
  WeightSet all() const;          // and the optimiser's state, for checkpoints
  std::uint64_t version() const;  // grows with every write and training step

 private:
  friend class Executor;
  friend class Placement;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

class Executor {
 public:
  // Borrows all three for its life. Calls prepare() on the store must have been made.
  Executor(const Schedule& schedule, Device& device, ParameterStore& parameters);
  ~Executor();

  const Schedule& schedule() const;
  // Points input `index` at the caller's memory (exactly the value's bytes), to stay valid during
  // run(). Host memory; other devices upload it.
  void set_input(std::size_t index, const void* data);
  void set_step(std::int64_t step);    // 1, 2, …; where the schedule has a "step" input
  void set_learning_rate(float rate);  // where it has "lr"
  // One pass over all steps. Where the schedule trains and its loss is NaN or infinite, it stops
  // there and returns false: parameters and optimiser state are then what they were (running
  // statistics of the forward part are not). Throws Error where an input was never set.
  bool run();
  // Elements of output `index`, valid until the next run. A training schedule's outputs other than
  // its loss are copied from the device here.
  std::span<const std::byte> output(std::size_t index) const;
  template <class T> std::span<const T> output_as(std::size_t index) const {
    auto b = output(index);
    return {reinterpret_cast<const T*>(b.data()), b.size() / sizeof(T)};
  }
  // A value of the last run by its name, for viewers and for finding the first NaN; empty where its
  // memory was reused by then.
  Tensor value(std::int32_t index) const;

  // The first step, in order, whose output holds a NaN or infinity; reruns the schedule on the
  // inputs of the last run with a check after each step and leaves all parameters as they were. -1:
  // none.
  int first_non_finite();

  void set_profiling(bool on);
  std::span<const StepTime> times() const;      // by step
  std::string refusal(std::size_t step) const;  // BoundStep::refusal
  // The copies between devices that a run makes, and the times they take; empty on the CPU.
  std::span<const Transfer> transfers() const;
  std::span<const StepTime> transfer_times() const;
  void reset_times();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace espalier
