// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/ops/linear/conv_geometry.h"
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* source = "linear/conv_gpu.cl";

// The kernels are two-dimensional; a signal is an image of one row.
void append_geometry(std::vector<GpuArgument>& to, const ConvGeometry& g) {
  const bool image = g.axes() == 2;
  const std::size_t last = g.axes() - 1;
  const std::int64_t numbers[] = {g.x[0],
                                  g.x[1],
                                  image ? g.x[2] : 1,
                                  g.x.back(),
                                  g.w[0],
                                  image ? g.y[2] : 1,
                                  g.y.back(),
                                  image ? g.w[2] : 1,
                                  g.w.back(),
                                  image ? g.strides[0] : 1,
                                  g.strides[last],
                                  image ? g.dilations[0] : 1,
                                  g.dilations[last],
                                  image ? g.pad_begin[0] : 0,
                                  g.pad_begin[last],
                                  g.group};
  for (const std::int64_t n : numbers) to.emplace_back(n);
}

std::int64_t spatial(const Shape& s) { return count(Shape(s.begin() + 2, s.end())); }

std::optional<std::string> unless_flat(const StepLowering& s, std::size_t rank) {
  if (auto why = all_float32(s)) return why;
  if (rank > 4) return fmt::format("the kernel has 1 or 2 spatial axes, not {}", rank - 2);
  return std::nullopt;
}

void forward(GpuLowering& s) {
  const ConvGeometry g = conv_geometry(s, s.in(0).shape, s.in(1).shape);
  const TiledGrid tiles = tiled_grid(g.w[0] / g.group, g.x[0] * spatial(g.y), g.group);
  const Activation activation = activation_of(s);
  std::vector<GpuArgument> arguments{s.in(0), s.in(1), input_or_null(s, 2), input_or_null(s, 3),
                                     s.out(0)};
  append_geometry(arguments, g);
  arguments.emplace_back(std::int64_t{activation.kind});
  arguments.emplace_back(double{activation.alpha});
  s.launch(source, "conv", tiles.grid, std::move(arguments), tiles.defines);
}

void grad_input(GpuLowering& s) {
  const ConvGeometry g = conv_geometry(s, s.out(0).shape, s.in(1).shape);
  const TiledGrid tiles = tiled_grid(g.x[1] / g.group, g.x[0] * spatial(g.x), g.group);
  std::vector<GpuArgument> arguments{s.in(0), s.in(1), s.out(0)};
  append_geometry(arguments, g);
  s.launch(source, "conv_grad_x", tiles.grid, std::move(arguments), tiles.defines);
}

// A long sum into a small result is cut into chunks, by the sizes alone, and these are added up.
constexpr std::int64_t most_chunks = 32;
constexpr std::int64_t least_chunk = 512;

void grad_weight(GpuLowering& s) {
  const Shape weights = concrete_shape(s, "shape");
  const ConvGeometry g = conv_geometry(s, s.in(0).shape, weights);
  const std::int64_t terms = g.x[0] * spatial(g.y), outputs = g.w[0] / g.group;
  const std::int64_t chunks = std::clamp<std::int64_t>(terms / least_chunk, 1, most_chunks);
  const std::int64_t chunk = (terms + chunks - 1) / chunks;
  if (s.wants(0)) {
    const TiledGrid tiles =
        tiled_grid(outputs, count(weights) / std::max<std::int64_t>(g.w[0], 1), g.group * chunks);
    const Operand dw =
        chunks == 1 ? s.out(0) : s.workspace(DType::float32, {chunks, count(weights)});
    std::vector<GpuArgument> arguments{s.in(0), s.in(1), dw};
    append_geometry(arguments, g);
    arguments.emplace_back(chunk);
    s.launch(source, "conv_grad_w", tiles.grid, std::move(arguments), tiles.defines);
    if (chunks > 1)
      s.launch("reduction/reduction_gpu.cl", "sum_chunks", gpu_grid(count(weights)),
               {dw, s.out(0), chunks, count(weights)});
  }
  if (s.wants(1))
    s.launch(source, "conv_grad_b", gpu_groups(g.w[0], gpu_most_items),
             {s.in(1), s.out(1), g.x[0], g.w[0], spatial(g.y)}, tiled_grid(16, 1, 1).defines);
}

std::optional<std::string> like_input(const StepLowering& s) {
  return unless_flat(s, s.in(0).shape.size());
}
std::optional<std::string> like_output(const StepLowering& s) {
  return unless_flat(s, s.out(0).shape.size());
}

const RegisterGpuRule rules{
    {"Conv", onnx_domain, "gpu.conv", like_input, forward},
    {"FusedConv", internal_domain, "gpu.conv", like_input, forward},
    {"ConvGradInput", internal_domain, "gpu.conv_grad_x", like_output, grad_input},
    {"ConvGradWeight", internal_domain, "gpu.conv_grad_w", like_input, grad_weight}};

}  // namespace
}  // namespace espalier
