// SPDX-License-Identifier: Apache-2.0
//
// Operators that are strided copies, as data: what the kernels of CPU and GPUs are called with.
#pragma once

#include "engine/ops/support/call_cpu.h"

namespace espalier {

struct StridedCopy {  // as copy_strided of call_cpu.h
  Operand from, to;
  EspInts shape, from_strides, to_strides;
  std::int64_t from_offset = 0, to_offset = 0;
};
struct Moves {
  std::optional<double> filled;  // what output 0 is filled with before
  std::vector<StridedCopy> copies;
};

void run_moves(StepLowering& s, const Moves& moves);

// Of Slice, SliceGrad, Split, Expand, Tile and Pad. Preconditions: what the operators' *_supports say.
std::optional<std::string> slice_supports(const StepLowering& s);
Moves slice_moves(const StepLowering& s);
Moves slice_grad_moves(const StepLowering& s);
std::optional<std::string> split_supports(const StepLowering& s);
Moves split_moves(const StepLowering& s);
Moves expand_moves(const StepLowering& s);
Moves tile_moves(const StepLowering& s);
std::optional<std::string> pad_supports(const StepLowering& s);
Moves pad_moves(const StepLowering& s);

// A CPU rule's `lower` of them.
template <Moves (*moves)(const StepLowering&)> void lower_moves(StepLowering& s) {
  run_moves(s, moves(s));
}

}  // namespace espalier
