// SPDX-License-Identifier: Apache-2.0
//
// What GPU rules have in common.
#pragma once

#include "engine/ops/support/call_cpu.h"
#include "engine/passes/gpu_call.h"

namespace espalier {

// Dimensions that strided GPU kernels take, after collapsing.
inline constexpr std::size_t gpu_most_rank = 6;

// A wired input, else the null operand; the same for an output that is read.
Operand input_or_null(const StepLowering& s, std::size_t port);
Operand output_or_null(const StepLowering& s, std::size_t port);
// Appends `values` and as many `rest` as make gpu_most_rank, innermost dimension first.
void append_dimensions(std::vector<GpuArgument>& to, const EspInts& values, std::int64_t rest);
// Why a strided kernel cannot take so many dimensions.
std::optional<std::string> unless_gpu_rank(std::size_t rank);

// A copy between strided views, as copy_strided of call_cpu.h; any number of dimensions.
void gpu_copy(GpuLowering& s, const Operand& from, const Operand& to, const EspInts& shape,
              const EspInts& from_strides, const EspInts& to_strides, std::int64_t from_offset = 0,
              std::int64_t to_offset = 0);
void gpu_copy_all(GpuLowering& s, const Operand& from, const Operand& to);

void gpu_fill(GpuLowering& s, const Operand& to, double value);

// A reduction of a tensor over some of its dimensions: what is kept and what goes, collapsed.
struct GpuReduction {
  Strided kept, gone;
  std::int64_t outputs() const;
  std::int64_t terms() const;  // of each output
};
// y = scale · sum x
void gpu_sum(GpuLowering& s, const Operand& x, const Operand& y, const GpuReduction& r,
             double scale = 1);
// y = the greatest or least of x
void gpu_extreme(GpuLowering& s, const Operand& x, const Operand& y, const GpuReduction& r,
                 bool least);

// The grid and define of a tiled product [m, n] (tile_gpu.h), `depth` of them.
struct TiledGrid {
  GpuGrid grid;
  std::string defines;
};
TiledGrid tiled_grid(std::int64_t m, std::int64_t n, std::int64_t depth);

}  // namespace espalier
