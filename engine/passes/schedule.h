// SPDX-License-Identifier: Apache-2.0
//
// The result of the passes: pure data, concrete shapes, every offset decided. The executor binds it
// to a device, the C writer prints it, the profiler and the window read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/graph/network.h"
#include "engine/graph/rules.h"
#include "engine/graph/weights.h"
#include "engine/passes/gpu_call.h"
#include "engine/passes/kernel_call.h"
#include "engine/passes/target.h"

namespace espalier {

// Where a value lives while the schedule runs.
enum class Storage {
  arena,      // at `offset` in the one arena
  input,      // given by the caller: `index` into Schedule::inputs
  parameter,  // `index` into Schedule::parameters; optimiser steps write it
  constant,   // `index` into Schedule::constants
  packed      // written by a prologue call whenever parameters change; `offset` in the packed area
};

struct Value {
  std::string name;  // "conv1:Y", unique; for traces and the emitted C
  DType dtype = DType::float32;
  Shape shape;
  Storage storage = Storage::arena;
  std::size_t offset = 0;
  std::uint32_t index = 0;
  std::size_t bytes = 0;
  // This is that value's memory under another shape (Reshape …): same storage, offset and index, and
  // no step that makes it.
  std::int32_t view_of = -1;
};

// What a step belongs to, for profile and overlay.
enum class Phase { forward, backward, optimizer };

// A step runs where the one bool in `value` is `taken`.
struct Guard {
  std::int32_t value = -1;
  bool taken = true;
  bool operator==(const Guard&) const = default;
};

struct Step {
  Node node;                         // the lowered operator with its attributes
  std::vector<std::int32_t> inputs;  // value indexes; -1: open
  std::vector<std::int32_t> outputs;
  std::vector<Guard> guards;  // all must hold, the outermost first; else its results are not read
  Phase phase = Phase::forward;
  std::string device = "cpu";  // its id; another one than "cpu" runs `gpu_calls`
  // Name of the rule that was chosen: "conv2d.packed". "reference": no kernel takes this step, it has
  // no calls and the operator's reference implementation runs (it allocates; never in a bundle).
  std::string algorithm;
  std::vector<std::string> rejected;  // "winograd: stride is 2", for the card's tooltip
  std::vector<KernelCall> prologue;   // once whenever parameters change (packing)
  std::vector<KernelCall> calls;      // each step, in order
  std::vector<GpuCall> gpu_calls;     // the same on a GPU
  std::vector<NodeId> layer;          // the drawing's id path (instance ids, node id)
  std::string layer_path;             // "stages[1]/conv2"
};

struct Parameter {
  std::string key;   // of the weight set
  std::string path;  // "stages[1]/conv2.W" for people
  std::int32_t value = -1;
  bool trainable = false;
  bool state = false;      // changed by the step itself; saved in checkpoints
  bool written = false;    // by a step of this schedule
  bool optimizer = false;  // moment of an optimiser: state that is no part of the drawing
  Initializer initializer;
  Fans fans;
};

struct Port {
  std::string name;    // the Input or Output node's name, or "loss"
  std::string column;  // data set column of a data input; "target": its target; else empty
  std::int32_t value = -1;
};

struct Schedule {
  Mode mode = Mode::inference;
  CpuTarget target;
  std::vector<Value> values;
  std::vector<Step> steps;
  std::vector<Port> inputs;   // after the data inputs: "step" (int64 scalar), "lr" (float scalar)
  std::vector<Port> outputs;  // marked outputs, then "loss" where there is one
  std::vector<Parameter> parameters;
  std::vector<Tensor> constants;
  std::size_t arena_bytes = 0;
  std::size_t packed_bytes = 0;
  std::size_t scratch_bytes = 0;  // a worker's, the largest any call needs
  Bindings dims;                  // what the symbols were bound to
};

}  // namespace espalier
