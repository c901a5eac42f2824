// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/pooling/pool.h"
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* source = "pooling/pool_gpu.cl";

// The kernels are two-dimensional; a signal is an image of one row.
void append_geometry(std::vector<GpuArgument>& to, const PoolGeometry& g) {
  const WindowSettings& w = g.window;
  const bool image = w.axes() == 2;
  const std::size_t last = w.axes() - 1;
  const std::int64_t numbers[] = {g.planes,
                                  image ? g.placed.in[0] : 1,
                                  g.placed.in[last],
                                  image ? g.placed.out[0] : 1,
                                  g.placed.out[last],
                                  image ? w.kernel[0] : 1,
                                  w.kernel[last],
                                  image ? w.strides[0] : 1,
                                  w.strides[last],
                                  image ? w.dilations[0] : 1,
                                  w.dilations[last],
                                  image ? g.placed.pad_begin[0] : 0,
                                  g.placed.pad_begin[last]};
  for (const std::int64_t n : numbers) to.emplace_back(n);
}

void append_divisor(std::vector<GpuArgument>& to, const StepLowering& s, const PoolGeometry& g) {
  to.emplace_back(g.window.axes() == 2 ? g.placed.pad_end[0] : std::int64_t{0});
  to.emplace_back(g.placed.pad_end.back());
  to.emplace_back(s.flag("count_include_pad"));
}

std::optional<std::string> supports_rank(const StepLowering& s, const Shape& x) {
  if (auto why = unless_float32(s, {1})) return why;
  if (x.size() > 4) return fmt::format("the kernel has 1 or 2 spatial axes, not {}", x.size() - 2);
  return std::nullopt;
}

std::optional<std::string> max_supports(const StepLowering& s) {
  if (s.node().op->domain == onnx_domain && s.wants(1))
    return "the kernel numbers elements within a plane";
  return supports_rank(s, s.in(0).shape);
}

void max_pool(GpuLowering& s) {
  const PoolGeometry g = pool_geometry(s, s.in(0).shape);
  std::vector<GpuArgument> arguments{s.in(0), output_or_workspace(s, 0, g.y), output_or_null(s, 1)};
  append_geometry(arguments, g);
  s.launch(source, "max_pool", gpu_grid(g.planes * g.out()), std::move(arguments));
}

std::int64_t plane_size(const Shape& x) { return count(Shape(x.begin() + 2, x.end())); }

void max_pool_grad(GpuLowering& s) {
  const Shape& x = s.out(0).shape;
  const std::int64_t planes = count(x) > 0 ? x[0] * x[1] : 0;
  s.launch(source, "max_pool_grad", gpu_grid(planes),
           {s.in(0), s.in(1), s.out(0), planes, plane_size(x), plane_size(s.in(0).shape)});
}

std::optional<std::string> average_supports(const StepLowering& s) {
  return supports_rank(s, s.in(0).shape);
}

void average_pool(GpuLowering& s) {
  const PoolGeometry g = pool_geometry(s, s.in(0).shape);
  std::vector<GpuArgument> arguments{s.in(0), s.out(0)};
  append_geometry(arguments, g);
  append_divisor(arguments, s, g);
  s.launch(source, "average_pool", gpu_grid(g.planes * g.out()), std::move(arguments));
}

void average_pool_grad(GpuLowering& s) {
  const PoolGeometry g = pool_geometry(s, s.out(0).shape);
  std::vector<GpuArgument> arguments{s.in(0), s.out(0)};
  append_geometry(arguments, g);
  append_divisor(arguments, s, g);
  s.launch(source, "average_pool_grad", gpu_grid(g.planes * g.in()), std::move(arguments));
}

void global_average_pool(GpuLowering& s) {
  const Shape& x = s.in(0).shape;
  const std::int64_t pixels = plane_size(x);
  s.launch("reduction/reduction_gpu.cl", "sum_rows", gpu_groups(x[0] * x[1], 64),
           {s.in(0), s.out(0), pixels, 1.0 / static_cast<double>(pixels)});
}

const RegisterGpuRule rules{
    {"MaxPool", onnx_domain, "gpu.max_pool", max_supports, max_pool},
    {"MaxPoolTraining", internal_domain, "gpu.max_pool", max_supports, max_pool},
    {"MaxPoolGrad", internal_domain, "gpu.max_pool_grad",
     [](const StepLowering& s) { return unless_float32(s, {1}); }, max_pool_grad},
    {"AveragePool", onnx_domain, "gpu.average_pool", average_supports, average_pool},
    {"AveragePoolGrad", internal_domain, "gpu.average_pool_grad", average_supports,
     average_pool_grad},
    {"GlobalAveragePool", onnx_domain, "gpu.sum_rows", all_float32, global_average_pool}};

}  // namespace
}  // namespace espalier
