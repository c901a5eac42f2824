// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/call_gpu.h"

#include <functional>
#include <numeric>

namespace espalier {
namespace {

constexpr std::int64_t long_reduction = 64;  // from here on a group shares one

std::int64_t elements(const EspInts& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

void reduce(GpuLowering& s, const Operand& x, const Operand& y, const GpuReduction& r, double scale,
            const char* of_few, const char* of_many) {
  const bool few = r.terms() < long_reduction;
  std::vector<GpuArgument> arguments{x, y, r.outputs(), r.terms(), scale};
  append_dimensions(arguments, r.kept.shape, 1);
  append_dimensions(arguments, r.kept.strides[0], 0);
  append_dimensions(arguments, r.gone.shape, 1);
  append_dimensions(arguments, r.gone.strides[0], 0);
  s.launch("reduction/reduction_gpu.cl", few ? of_few : of_many,
           few ? gpu_grid(r.outputs()) : gpu_groups(r.outputs(), gpu_most_items),
           std::move(arguments));
}

}  // namespace

Operand input_or_null(const StepLowering& s, std::size_t port) {
  return s.has(port) ? s.in(port) : Operand{};
}

Operand output_or_null(const StepLowering& s, std::size_t port) {
  return s.wants(port) ? s.out(port) : Operand{};
}

void append_dimensions(std::vector<GpuArgument>& to, const EspInts& values, std::int64_t rest) {
  for (std::size_t d = 0; d < gpu_most_rank; ++d)
    to.emplace_back(d < values.size() ? std::int64_t{values[values.size() - 1 - d]} : rest);
}

std::optional<std::string> unless_gpu_rank(std::size_t rank) {
  if (rank <= gpu_most_rank) return std::nullopt;
  return fmt::format("the kernel takes {} dimensions, not {}", gpu_most_rank, rank);
}

void gpu_copy(GpuLowering& s, const Operand& from, const Operand& to, const EspInts& shape,
              const EspInts& from_strides, const EspInts& to_strides, std::int64_t from_offset,
              std::int64_t to_offset) {
  const Strided v = collapsed(shape, {from_strides, to_strides});
  if (v.rank() > gpu_most_rank) {
    const EspInts inner(v.shape.begin() + 1, v.shape.end());
    const EspInts x(v.strides[0].begin() + 1, v.strides[0].end());
    const EspInts y(v.strides[1].begin() + 1, v.strides[1].end());
    for (esp_int i = 0; i < v.shape[0]; ++i)
      gpu_copy(s, from, to, inner, x, y, from_offset + i * v.strides[0][0],
               to_offset + i * v.strides[1][0]);
    return;
  }
  std::int64_t count = 1;
  for (const esp_int d : v.shape) count *= d;
  static constexpr const char* kernels[] = {"copy1", "copy2", "copy4", "copy8"};
  const int bytes = bits(to.dtype) / 8;
  std::vector<GpuArgument> arguments{from, to, count, from_offset, to_offset};
  append_dimensions(arguments, v.shape, 1);
  append_dimensions(arguments, v.strides[0], 0);
  append_dimensions(arguments, v.strides[1], 0);
  s.launch("shape/copy_gpu.cl", kernels[bytes == 8 ? 3 : bytes / 2], gpu_grid(count),
           std::move(arguments));
}

void gpu_copy_all(GpuLowering& s, const Operand& from, const Operand& to) {
  gpu_copy(s, from, to, {to.count()}, {1}, {1});
}

void gpu_fill(GpuLowering& s, const Operand& to, double value) {
  s.launch("shape/copy_gpu.cl", "fill", gpu_grid(to.count()), {to, to.count(), value});
}

std::int64_t GpuReduction::outputs() const { return elements(kept.shape); }
std::int64_t GpuReduction::terms() const { return elements(gone.shape); }

void gpu_sum(GpuLowering& s, const Operand& x, const Operand& y, const GpuReduction& r,
             double scale) {
  reduce(s, x, y, r, scale, "reduce_short", "reduce_long");
}

void gpu_extreme(GpuLowering& s, const Operand& x, const Operand& y, const GpuReduction& r,
                 bool least) {
  reduce(s, x, y, r, least ? -1 : 1, "extreme_short", "extreme_long");
}

TiledGrid tiled_grid(std::int64_t m, std::int64_t n, std::int64_t depth) {
  const std::int64_t rows = m <= 16 ? 1 : m <= 32 ? 2 : 4;  // of an item
  const std::int64_t tile_rows = 16 * rows, tile_columns = 64;
  const auto tiles = [](std::int64_t size, std::int64_t tile) {
    return static_cast<std::size_t>((size + tile - 1) / tile);
  };
  return {
      {{tiles(n, tile_columns), tiles(m, tile_rows), static_cast<std::size_t>(depth)}, {16, 16, 1}},
      fmt::format("-DROWS={}", rows)};
}

}  // namespace espalier
