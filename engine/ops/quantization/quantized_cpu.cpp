// SPDX-License-Identifier: Apache-2.0
//
// Calls of the kernels on 8-bit integers.
#include "engine/kernels/quantized.h"

#include "engine/ops/linear/conv_geometry.h"
#include "engine/ops/pooling/pool.h"
#include "engine/ops/quantization/quantized.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

bool is_signed(const Operand& o) { return o.dtype == DType::int8; }

// ---- products

// Weights, biases and scales as the kernels take them.
struct Packed {
  Operand weights, start, scale;
};

std::optional<std::string> unless_packable(const StepLowering& s, std::int64_t terms) {
  for (std::size_t port = 1; port < s.input_count(); ++port)
    if (s.has(port) && !s.in(port).constant) return "the weights change in every step";
  if (terms > ESP_QUANTIZED_MOST_TERMS)
    return fmt::format("a sum of {} products may not fit in 32 bits, at most {}", terms,
                       ESP_QUANTIZED_MOST_TERMS);
  return std::nullopt;
}

// `a` has the shape of the weights; the rest is set here.
Packed pack(StepLowering& s, esp_qpack_args a) {
  a.each = ESP_QUANTIZED_EACH(s.target().width);
  a.panel = ESP_QUANTIZED_PANEL(s.target().width);
  a.w_scales = s.in(2).count();
  const bool from_128 = is_signed(s.in(0));
  a.offset = a.each == 4 ? s.integer("x_zero_point") + (from_128 ? 128 : 0) : 0;
  a.x_scale = static_cast<float>(s.real("x_scale"));
  a.y_scale = static_cast<float>(s.real("y_scale"));
  const std::int64_t channels = esp_qpack_channels(a.group, a.out_channels, a.panel);
  const std::int64_t steps =
      esp_qpack_steps(a.channels, a.kernel_h, a.kernel_w, a.each, a.by_columns);
  const Packed p{s.packed(DType::int8, {channels * steps * a.each}),
                 s.packed(DType::int32, {channels}), s.packed(DType::float32, {channels})};
  s.prologue_call(ESP_KERNELS(qpack), a,
                  {{"w", s.in(1)},
                   {"bias", s.has(3) ? s.in(3) : Operand{}},
                   {"w_scale", s.in(2)},
                   {"packed", p.weights},
                   {"start", p.start},
                   {"scale", p.scale}});
  return p;
}

template <class Args>
void product_call(StepLowering& s, const KernelFamily& kernel, Args a, const Packed& p) {
  a.x_signed = is_signed(s.in(0));
  a.x_zero_point = s.integer("x_zero_point");
  set_result(s, a);
  s.call(kernel, a,
         {{"x", as_bytes(s.in(0))},
          {"packed", p.weights},
          {"start", p.start},
          {"scale", p.scale},
          {"y", as_bytes(s.out(0))}});
}

std::optional<std::string> conv_supports(const StepLowering& s) {
  const Shape& w = s.in(1).shape;
  if (w.size() > 4) return fmt::format("the kernel has 1 or 2 spatial axes, not {}", w.size() - 2);
  return unless_packable(s, count(w) / std::max<std::int64_t>(w[0], 1));
}

// The fields that a convolution on images has, whichever kernel takes it.
template <class Args> Args with_geometry(const ConvGeometry& g) {
  const bool image = g.axes() == 2;
  const std::size_t last = g.axes() - 1;
  Args a{};
  a.batch = g.x[0];
  a.in_channels = g.x[1];
  a.out_channels = g.w[0];
  a.in_h = image ? g.x[2] : 1;
  a.out_h = image ? g.y[2] : 1;
  a.kernel_h = image ? g.w[2] : 1;
  a.stride_h = image ? g.strides[0] : 1;
  a.dilation_h = image ? g.dilations[0] : 1;
  a.pad_top = image ? g.pad_begin[0] : 0;
  a.in_w = g.x.back();
  a.out_w = g.y.back();
  a.kernel_w = g.w.back();
  a.stride_w = g.strides[last];
  a.dilation_w = g.dilations[last];
  a.pad_left = g.pad_begin[last];
  a.group = g.group;
  return a;
}

void conv(StepLowering& s) {
  const ConvGeometry g = conv_geometry(s, s.in(0).shape, s.in(1).shape);
  auto a = with_geometry<esp_qconv2d_args>(g);
  a.by_columns = g.w[1] == 1 && a.dilation_w == 1;
  esp_qpack_args pack_args{};
  pack_args.group = g.group;
  pack_args.out_channels = g.w[0];
  pack_args.channels = g.w[1];
  pack_args.kernel_h = a.kernel_h;
  pack_args.kernel_w = a.kernel_w;
  pack_args.by_columns = a.by_columns;
  product_call(s, ESP_KERNELS(qconv2d), a, pack(s, pack_args));
}

std::optional<std::string> depthwise_supports(const StepLowering& s) {
  const Shape &x = s.in(0).shape, &w = s.in(1).shape;
  if (s.integer("group") < 2 || x[1] != s.integer("group") || w[1] != 1)
    return "the kernel takes one input channel a group";
  return conv_supports(s);
}

void depthwise(StepLowering& s) {
  auto a = with_geometry<esp_qdepthwise2d_args>(conv_geometry(s, s.in(0).shape, s.in(1).shape));
  a.w_scales = s.in(2).count();
  a.x_signed = is_signed(s.in(0));
  a.x_zero_point = s.integer("x_zero_point");
  a.x_scale = static_cast<float>(s.real("x_scale"));
  a.y_scale = static_cast<float>(s.real("y_scale"));
  set_result(s, a);
  s.call(ESP_KERNELS(qdepthwise2d), a,
         {{"x", as_bytes(s.in(0))},
          {"w", s.in(1)},
          {"bias", s.has(3) ? s.in(3) : Operand{}},
          {"w_scale", s.in(2)},
          {"y", as_bytes(s.out(0))}});
}

std::optional<std::string> gemm_supports(const StepLowering& s) {
  return unless_packable(s, s.in(0).shape.back());
}

void gemm(StepLowering& s) {
  esp_qgemm_args a{};
  a.k = s.in(0).shape.back();
  a.n = s.out(0).shape.back();
  a.m = a.n == 0 ? 0 : s.out(0).count() / a.n;
  esp_qpack_args pack_args{};
  pack_args.group = pack_args.kernel_h = pack_args.kernel_w = 1;
  pack_args.out_channels = a.n;
  pack_args.channels = a.k;
  pack_args.columns = s.integer("transB") == 0;
  product_call(s, ESP_KERNELS(qgemm), a, pack(s, pack_args));
}

// ---- the rest

std::optional<std::string> add_supports(const StepLowering& s) {
  const Shape &a = s.in(0).shape, &b = s.in(1).shape, &y = s.out(0).shape;
  if (a != y) return "its first operand is repeated";
  if (count(b) == 1 || b == a) return std::nullopt;
  const Shape end(a.end() - static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), a.end());
  return end == b ? std::nullopt
                  : std::optional<std::string>("its second operand is not whole rows");
}

void add(StepLowering& s) {
  esp_qadd_args a{};
  a.count = s.out(0).count();
  a.b_count = std::max<std::int64_t>(s.in(1).count(), 1);
  a.a_signed = is_signed(s.in(0));
  a.b_signed = is_signed(s.in(1));
  a.a_zero_point = s.integer("a_zero_point");
  a.b_zero_point = s.integer("b_zero_point");
  const auto y_scale = static_cast<float>(s.real("y_scale"));
  a.a_scale = static_cast<float>(s.real("a_scale")) / y_scale;
  a.b_scale = static_cast<float>(s.real("b_scale")) / y_scale;
  set_result(s, a);
  s.call(ESP_KERNELS(qadd), a,
         {{"a", as_bytes(s.in(0))}, {"b", as_bytes(s.in(1))}, {"y", as_bytes(s.out(0))}});
}

template <class Args> Args with_window(const PoolGeometry& g) {
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

std::optional<std::string> pool_supports(const StepLowering& s) {
  const Shape& x = s.in(0).shape;
  if (s.in(0).dtype != DType::int8 && s.in(0).dtype != DType::uint8)
    return "the kernel takes 8-bit integers";
  if (s.wants(1)) return "the kernel gives no positions";
  if (x.size() > 4) return fmt::format("the kernel has 1 or 2 spatial axes, not {}", x.size() - 2);
  return std::nullopt;
}

void max_pool(StepLowering& s) {
  auto a = with_window<esp_qmax_pool2d_args>(pool_geometry(s, s.in(0).shape));
  a.x_signed = is_signed(s.in(0));
  s.call(ESP_KERNELS(qmax_pool2d), a, {{"x", as_bytes(s.in(0))}, {"y", as_bytes(s.out(0))}});
}

void average_pool(StepLowering& s) {
  const PoolGeometry g = pool_geometry(s, s.in(0).shape);
  auto a = with_window<esp_qaverage_pool2d_args>(g);
  a.pad_bottom = g.window.axes() == 2 ? g.placed.pad_end[0] : 0;
  a.pad_right = g.placed.pad_end.back();
  a.count_include_pad = s.flag("count_include_pad");
  a.x_signed = is_signed(s.in(0));
  a.x_zero_point = s.integer("x_zero_point");
  a.scale = static_cast<float>(s.real("x_scale")) / static_cast<float>(s.real("y_scale"));
  set_result(s, a);
  s.call(ESP_KERNELS(qaverage_pool2d), a, {{"x", as_bytes(s.in(0))}, {"y", as_bytes(s.out(0))}});
}

void table(StepLowering& s) {
  esp_qtable_args a{};
  a.count = s.out(0).count();
  s.call(ESP_KERNELS(qtable), a,
         {{"x", as_bytes(s.in(0))}, {"table", s.in(1)}, {"y", as_bytes(s.out(0))}});
}

const RegisterCpuRule rules{
    {"QuantizedConv", internal_domain, "qdepthwise2d", depthwise_supports, depthwise, 1},
    {"QuantizedConv", internal_domain, "qconv2d", conv_supports, conv},
    {"QuantizedGemm", internal_domain, "qgemm", gemm_supports, gemm},
    {"QuantizedAdd", internal_domain, "qadd", add_supports, add},
    {"QuantizedAveragePool", internal_domain, "qaverage_pool2d", pool_supports, average_pool},
    {"QuantizedTable", internal_domain, "qtable", nullptr, table},
    {"MaxPool", onnx_domain, "qmax_pool2d", pool_supports, max_pool}};

}  // namespace
}  // namespace espalier
