// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/quantize.h"
#include "engine/ops/quantization/quantization.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<esp_int> kernel_type(DType t) {
  switch (t) {
    case DType::uint8:
      return ESP_Q_UINT8;
    case DType::int8:
      return ESP_Q_INT8;
    case DType::int32:
      return ESP_Q_INT32;
    default:
      return std::nullopt;
  }
}

template <class Args> Args with_axis(const StepLowering& s, DType type) {
  const ScaledAxis axis = scaled_axis(s, s.in(0).shape, s.in(1).shape);
  Args a{};
  a.outer = axis.outer;
  a.channels = axis.channels;
  a.inner = axis.inner;
  a.type = *kernel_type(type);
  return a;
}

// The kernels read zero points as bytes of the type that `type` says.
Operand zero_point(const StepLowering& s) {
  Operand o = s.has(2) ? s.in(2) : Operand{};
  o.dtype = DType::uint8;
  return o;
}

std::optional<std::string> quantize_supports(const StepLowering& s) {
  if (s.in(0).dtype != DType::float32) return "the kernel takes float32";
  const auto type = kernel_type(s.out(0).dtype);
  if (!type || *type == ESP_Q_INT32) return "the kernel makes 8-bit integers";
  return std::nullopt;
}

void quantize(StepLowering& s) {
  s.call(ESP_KERNELS(quantize), with_axis<esp_quantize_args>(s, s.out(0).dtype),
         {{"x", s.in(0)},
          {"scale", s.in(1)},
          {"zero_point", zero_point(s)},
          {"y", as_bytes(s.out(0))}});
}

std::optional<std::string> dequantize_supports(const StepLowering& s) {
  if (!kernel_type(s.in(0).dtype)) return "the kernel takes int8, uint8 and int32";
  return std::nullopt;
}

void dequantize(StepLowering& s) {
  s.call(ESP_KERNELS(dequantize), with_axis<esp_dequantize_args>(s, s.in(0).dtype),
         {{"x", as_bytes(s.in(0))},
          {"scale", s.in(1)},
          {"zero_point", zero_point(s)},
          {"y", s.out(0)}});
}

const RegisterCpuRule rules{{.op = "QuantizeLinear",
                             .algorithm = "quantize",
                             .supports = quantize_supports,
                             .lower = quantize},
                            {.op = "DequantizeLinear",
                             .algorithm = "dequantize",
                             .supports = dequantize_supports,
                             .lower = dequantize}};

}  // namespace
}  // namespace espalier
