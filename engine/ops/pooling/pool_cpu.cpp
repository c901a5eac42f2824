// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/pool2d.h"
#include "engine/ops/pooling/pool.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

// The kernels are two-dimensional; a signal is an image of one row.
template <class Args> Args with_geometry(const PoolGeometry& g) {
  const WindowSettings& w = g.window;
  const bool image = w.axes() == 2;
  const std::size_t last = w.axes() - 1;
  Args a{};
  a.planes = g.planes;
  a.in_h = image ? g.placed.in[0] : 1;
  a.out_h = image ? g.placed.out[0] : 1;
  a.kernel_h = image ? w.kernel[0] : 1;
  a.stride_h = image ? w.strides[0] : 1;
  a.dilation_h = image ? w.dilations[0] : 1;
  a.pad_top = image ? g.placed.pad_begin[0] : 0;
  a.in_w = g.placed.in[last];
  a.out_w = g.placed.out[last];
  a.kernel_w = w.kernel[last];
  a.stride_w = w.strides[last];
  a.dilation_w = w.dilations[last];
  a.pad_left = g.placed.pad_begin[last];
  return a;
}

template <class Args> Args with_divisor(const StepLowering& s, const PoolGeometry& g) {
  auto a = with_geometry<Args>(g);
  a.pad_bottom = g.window.axes() == 2 ? g.placed.pad_end[0] : 0;
  a.pad_right = g.placed.pad_end.back();
  a.count_include_pad = s.flag("count_include_pad");
  return a;
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

void max_pool(StepLowering& s) {
  const PoolGeometry g = pool_geometry(s, s.in(0).shape);
  s.call(ESP_KERNELS(max_pool2d), with_geometry<esp_max_pool2d_args>(g),
         {{"x", s.in(0)},
          {"y", output_or_workspace(s, 0, g.y)},
          {"index", s.wants(1) ? s.out(1) : Operand{}}});
}

std::optional<std::string> grad_supports(const StepLowering& s) { return unless_float32(s, {1}); }

// Positions are within a plane, so any number of axes is one.
void max_pool_grad(StepLowering& s) {
  const auto planes_of = [](const Shape& x) { return x[0] * x[1]; };
  const auto size_of = [](const Shape& x) { return count(Shape(x.begin() + 2, x.end())); };
  esp_max_pool2d_grad_args a{};
  a.planes = planes_of(s.out(0).shape);
  a.in_h = a.out_h = 1;
  a.in_w = size_of(s.out(0).shape);
  a.out_w = size_of(s.in(0).shape);
  s.call(ESP_KERNELS(max_pool2d_grad), a, {{"dy", s.in(0)}, {"index", s.in(1)}, {"dx", s.out(0)}});
}

std::optional<std::string> average_supports(const StepLowering& s) {
  return supports_rank(s, s.in(0).shape);
}

void global_average(StepLowering& s) {
  const Shape& x = s.in(0).shape;
  esp_global_average_pool_args a{};
  a.planes = x[0] * x[1];
  a.pixels = count(Shape(x.begin() + 2, x.end()));
  s.call(ESP_KERNELS(global_average_pool), a, {{"x", s.in(0)}, {"y", s.out(0)}});
}

// One window, which is the plane.
bool is_global(const PoolGeometry& g) {
  const auto all = [](const Shape& of, std::int64_t n) {
    return std::ranges::all_of(of, [n](std::int64_t v) { return v == n; });
  };
  return g.window.kernel == g.placed.in && all(g.placed.out, 1) && all(g.window.dilations, 1) &&
         all(g.placed.pad_begin, 0) && all(g.placed.pad_end, 0);
}

std::optional<std::string> global_supports(const StepLowering& s) {
  if (auto why = average_supports(s)) return why;
  if (!is_global(pool_geometry(s, s.in(0).shape))) return "the window is not the whole plane";
  return std::nullopt;
}

void average_pool(StepLowering& s) {
  const PoolGeometry g = pool_geometry(s, s.in(0).shape);
  s.call(ESP_KERNELS(average_pool2d), with_divisor<esp_average_pool2d_args>(s, g),
         {{"x", s.in(0)}, {"y", s.out(0)}});
}

void average_pool_grad(StepLowering& s) {
  const PoolGeometry g = pool_geometry(s, s.out(0).shape);
  s.call(ESP_KERNELS(average_pool2d_grad), with_divisor<esp_average_pool2d_grad_args>(s, g),
         {{"dy", s.in(0)}, {"dx", s.out(0)}});
}

const RegisterCpuRule rules{
    {.op = "MaxPool", .algorithm = "max_pool2d", .supports = max_supports, .lower = max_pool},
    {.op = "MaxPoolTraining",
     .domain = internal_domain,
     .algorithm = "max_pool2d",
     .supports = max_supports,
     .lower = max_pool},
    {.op = "MaxPoolGrad",
     .domain = internal_domain,
     .algorithm = "max_pool2d_grad",
     .supports = grad_supports,
     .lower = max_pool_grad},
    {.op = "AveragePool",
     .algorithm = "average_pool2d",
     .supports = average_supports,
     .lower = average_pool},
    {.op = "AveragePool",
     .algorithm = "global_average_pool",
     .supports = global_supports,
     .lower = global_average,
     .priority = 1},
    {.op = "AveragePoolGrad",
     .domain = internal_domain,
     .algorithm = "average_pool2d_grad",
     .supports = average_supports,
     .lower = average_pool_grad},
    {.op = "GlobalAveragePool",
     .algorithm = "global_average_pool",
     .supports = all_float32,
     .lower = global_average}};

}  // namespace
}  // namespace espalier
