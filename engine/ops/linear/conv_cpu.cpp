// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/conv2d.h"
#include "engine/kernels/conv2d_grad.h"
#include "engine/kernels/depthwise2d.h"
#include "engine/kernels/sum_chunks.h"
#include "engine/ops/linear/conv_geometry.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

// The kernels are two-dimensional; a signal is an image of one row.
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

std::optional<std::string> unless_flat(const StepLowering& s, std::size_t rank) {
  if (auto why = all_float32(s)) return why;
  if (rank > 4) return fmt::format("the kernel has 1 or 2 spatial axes, not {}", rank - 2);
  return std::nullopt;
}

bool is_depthwise(const StepLowering& s, std::int64_t channels) {
  return s.integer("group") == channels;
}

Operand optional_input(const StepLowering& s, std::size_t port) {
  return s.has(port) ? s.in(port) : Operand{};
}

// ---- Conv, FusedConv

std::optional<std::string> direct_supports(const StepLowering& s) {
  return unless_flat(s, s.in(0).shape.size());
}

void direct(StepLowering& s) {
  const ConvGeometry g = conv_geometry(s, s.in(0).shape, s.in(1).shape);
  s.call(ESP_KERNELS(conv2d), with_activation(s, with_geometry<esp_conv2d_args>(g)),
         {{"x", s.in(0)},
          {"w", s.in(1)},
          {"bias", optional_input(s, 2)},
          {"add", optional_input(s, 3)},
          {"y", s.out(0)}});
}

std::optional<std::string> packed_supports(const StepLowering& s) {
  if (!s.in(1).constant) return "the weights change in every step";
  return direct_supports(s);
}

void packed(StepLowering& s) {
  const ConvGeometry g = conv_geometry(s, s.in(0).shape, s.in(1).shape);
  auto a = with_activation(s, with_geometry<esp_conv2d_packed_args>(g));
  esp_conv2d_pack_args pack{};
  pack.group = g.group;
  pack.out_channels = g.w[0];
  pack.terms = count(g.w) / std::max<std::int64_t>(g.w[0], 1);
  pack.panel = esp_conv2d_panel(s.target().width, a.in_channels / a.group, a.out_channels / a.group,
                                a.out_h, a.out_w, a.kernel_h, a.kernel_w, a.stride_h, a.stride_w);
  const auto floats = static_cast<std::int64_t>(
      esp_conv2d_packed_floats(pack.group, pack.out_channels, pack.terms, pack.panel));
  const Operand weights = s.packed(DType::float32, {floats});
  s.prologue_call(ESP_KERNELS(conv2d_pack), pack, {{"w", s.in(1)}, {"packed", weights}});
  a.panel = pack.panel;
  s.call(ESP_KERNELS(conv2d_packed), a,
         {{"x", s.in(0)},
          {"packed", weights},
          {"bias", optional_input(s, 2)},
          {"add", optional_input(s, 3)},
          {"y", s.out(0)}});
}

std::optional<std::string> depthwise_supports(const StepLowering& s) {
  if (!is_depthwise(s, s.in(0).shape[1])) return "several input channels in a group";
  return direct_supports(s);
}

void depthwise(StepLowering& s) {
  const ConvGeometry g = conv_geometry(s, s.in(0).shape, s.in(1).shape);
  s.call(ESP_KERNELS(depthwise2d), with_activation(s, with_geometry<esp_depthwise2d_args>(g)),
         {{"x", s.in(0)},
          {"w", s.in(1)},
          {"bias", optional_input(s, 2)},
          {"add", optional_input(s, 3)},
          {"y", s.out(0)}});
}

// ---- gradient of the input

std::optional<std::string> grad_input_supports(const StepLowering& s) {
  return unless_flat(s, s.out(0).shape.size());
}

template <class Args> void grad_input_call(StepLowering& s, const KernelFamily& kernel) {
  const ConvGeometry g = conv_geometry(s, s.out(0).shape, s.in(1).shape);
  s.call(kernel, with_geometry<Args>(g), {{"dy", s.in(0)}, {"w", s.in(1)}, {"dx", s.out(0)}});
}

void grad_input(StepLowering& s) {
  grad_input_call<esp_conv2d_grad_x_args>(s, ESP_KERNELS(conv2d_grad_x));
}

std::optional<std::string> grad_input_depthwise_supports(const StepLowering& s) {
  if (!is_depthwise(s, s.out(0).shape[1])) return "several input channels in a group";
  return grad_input_supports(s);
}

void grad_input_depthwise(StepLowering& s) {
  grad_input_call<esp_depthwise2d_grad_x_args>(s, ESP_KERNELS(depthwise2d_grad_x));
}

// ---- gradient of weights and bias

std::optional<std::string> grad_weight_supports(const StepLowering& s) {
  return unless_flat(s, s.in(0).shape.size());
}

void sum_chunks(StepLowering& s, const Operand& partial, const Operand& to, std::int64_t chunks) {
  esp_sum_chunks_args a{};
  a.chunks = chunks;
  a.count = to.count();
  s.call(ESP_KERNELS(sum_chunks), a, {{"partial", partial}, {"sum", to}});
}

template <class Args> void grad_weight_call(StepLowering& s, const KernelFamily& kernel) {
  const Shape weights = concrete_shape(s, "shape");
  const ConvGeometry g = conv_geometry(s, s.in(0).shape, weights);
  auto a = with_geometry<Args>(g);
  a.chunks = esp_conv2d_grad_w_chunks(a.batch, a.in_channels, a.out_channels, a.out_h, a.out_w,
                                      a.kernel_h, a.kernel_w, a.group);
  const bool bias = s.wants(1);
  if (a.chunks <= 1) {
    a.chunks = 1;
    s.call(kernel, a,
           {{"x", s.in(0)},
            {"dy", s.in(1)},
            {"dw", output_or_workspace(s, 0, weights)},
            {"db", bias ? s.out(1) : Operand{}}});
    return;
  }
  const Operand dw = s.workspace(DType::float32, {a.chunks, count(weights)});
  const Operand db = bias ? s.workspace(DType::float32, {a.chunks, a.out_channels}) : Operand{};
  s.call(kernel, a, {{"x", s.in(0)}, {"dy", s.in(1)}, {"dw", dw}, {"db", db}});
  if (s.wants(0)) sum_chunks(s, dw, s.out(0), a.chunks);
  if (bias) sum_chunks(s, db, s.out(1), a.chunks);
}

void grad_weight(StepLowering& s) {
  grad_weight_call<esp_conv2d_grad_w_args>(s, ESP_KERNELS(conv2d_grad_w));
}

std::optional<std::string> grad_weight_depthwise_supports(const StepLowering& s) {
  if (!is_depthwise(s, s.in(0).shape[1])) return "several input channels in a group";
  return grad_weight_supports(s);
}

void grad_weight_depthwise(StepLowering& s) {
  grad_weight_call<esp_depthwise2d_grad_w_args>(s, ESP_KERNELS(depthwise2d_grad_w));
}

CpuRule rule(const char* op, std::string_view domain, const char* algorithm,
             std::optional<std::string> (*supports)(const StepLowering&),
             void (*lower)(StepLowering&), int priority) {
  return {op, domain, algorithm, supports, lower, priority};
}

const RegisterCpuRule rules{
    rule("Conv", onnx_domain, "conv2d.depthwise", depthwise_supports, depthwise, 30),
    rule("Conv", onnx_domain, "conv2d.packed", packed_supports, packed, 20),
    rule("Conv", onnx_domain, "conv2d.direct", direct_supports, direct, 10),
    rule("FusedConv", internal_domain, "conv2d.depthwise", depthwise_supports, depthwise, 30),
    rule("FusedConv", internal_domain, "conv2d.packed", packed_supports, packed, 20),
    rule("FusedConv", internal_domain, "conv2d.direct", direct_supports, direct, 10),
    rule("ConvGradInput", internal_domain, "conv2d_grad_x.depthwise", grad_input_depthwise_supports,
         grad_input_depthwise, 20),
    rule("ConvGradInput", internal_domain, "conv2d_grad_x", grad_input_supports, grad_input, 10),
    rule("ConvGradWeight", internal_domain, "conv2d_grad_w.depthwise",
         grad_weight_depthwise_supports, grad_weight_depthwise, 20),
    rule("ConvGradWeight", internal_domain, "conv2d_grad_w", grad_weight_supports, grad_weight,
         10)};

}  // namespace
}  // namespace espalier
