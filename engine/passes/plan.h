// SPDX-License-Identifier: Apache-2.0
//
// From a drawing to a schedule: inline groups · unfold control flow · wire parameters · infer · lower · differentiate ·
// fold · fuse · choose algorithms · plan memory. Each pass is a file of its own and rewrites the
// graph only by checked edits.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/graph/inference.h"
#include "engine/graph/weights.h"
#include "engine/passes/schedule.h"

namespace espalier {

// The optimiser as passes see it: an internal operator's name and its constant attributes. The
// learning rate is an input of the schedule, for it changes every step.
struct OptimizerSpec {
  std::string op;  // "SGD", "Adam", "AdamW" (internal operators)
  AttributeMap attributes;
};

struct PlanRequest {
  const Network* network = nullptr;
  Mode mode = Mode::inference;
  Bindings dims;  // at least the batch symbol: {{"N", 64}}
  CpuTarget target = CpuTarget::of(best_isa());
  // Id of the device that runs every step it has a rule for ("opencl:0"); the CPU runs the rest.
  std::string device = "cpu";
  // For folding in inference (constants, Conv + BatchNormalization). Where it lacks a parameter
  // that parameter stays a parameter and nothing is folded into it.
  const WeightSet* weights = nullptr;
  bool fold_weights = true;  // inference only: weights become constants of the schedule
  bool fuse = true;
  bool keep_training_only = false;   // inference: outputs that depend on losses stay
  OptimizerSpec optimizer;           // training
  std::vector<std::string> outputs;  // names of Output nodes (or layers) wanted; empty: all marked
  std::uint64_t seed = 0;            // key of dropout and other random operators
  std::string algorithms;            // option: "gemm=openblas,conv2d=direct" forces candidates
  // Seconds that a schedule of one step (see single_step.h) takes on this machine; the fastest
  // candidate is chosen by it. Empty: the candidates' priorities decide.
  std::function<double(const Schedule&)> measure = nullptr;
};

// A shape depends on data, or a value is no tensor: such networks run in stages (stage.h), and can
// neither train nor compile. Names the layer.
struct NotStatic : Error {
  using Error::Error;
};

// Throws NotStatic, and Error with the first other reason why the drawing cannot run (names layer and
// cause).
Schedule make_schedule(const PlanRequest& request);

// What a run will take before it is started.
struct MemoryEstimate {
  std::size_t arena = 0, parameters = 0, optimizer = 0, packed = 0;
  std::size_t total() const { return arena + parameters + optimizer + packed; }
};
MemoryEstimate memory_of(const Schedule& schedule);

// A stable text of a schedule (steps, algorithms, offsets) for tests and `--verbose`.
std::string describe(const Schedule& schedule);

}  // namespace espalier
