// SPDX-License-Identifier: Apache-2.0
//
// Times of steps brought back to the layers of the drawing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/runtime/executor.h"

namespace espalier {

// One layer of the drawing. Times are seconds a run, means over the runs measured.
struct LayerProfile {
  std::vector<NodeId> layer;  // id path; repeats of a group are added up
  std::string path;           // "stages/conv2", without repeats
  std::string op;             // of the first step: "Conv"
  double forward = 0, backward = 0, optimizer = 0;
  std::size_t activation_bytes = 0;  // of the outputs of its forward steps
  std::size_t parameter_bytes = 0;
  std::string algorithm;  // of its forward steps, the first
  std::vector<std::string> rejected;
  double total() const { return forward + backward + optimizer; }
};

// The executor's schedule with the algorithms that ran: where a library refused a step, the kernels' and
// its reason among the rejected ones.
Schedule as_run(const Executor& executor);

// In order of execution. `times` is by step (Executor::times); empty: no times. A copy between devices
// that every run makes is a line of its own, without a layer: op "transfer", path "x: cpu → opencl:0".
std::vector<LayerProfile> layer_profile(const Schedule& schedule, std::span<const StepTime> times,
                                        std::span<const Transfer> transfers = {},
                                        std::span<const StepTime> transfer_times = {});

// One step of the schedule, in order of execution; seconds are means over the runs measured.
struct StepProfile {
  std::vector<NodeId> layer;  // id path, as LayerProfile has it; empty: of no layer
  std::string name;           // "stages[1]/conv2"
  std::string op, algorithm;
  Phase phase = Phase::forward;
  double seconds = 0;
};
std::vector<StepProfile> step_profile(const Schedule& schedule, std::span<const StepTime> times);

// What Chrome's trace viewer and Perfetto open (Trace Event Format, "X" events): one run laid out from
// the mean times, one row a phase.
std::string trace_text(std::span<const StepProfile> steps);

}  // namespace espalier
