// SPDX-License-Identifier: Apache-2.0
//
// What DequantizeLinear and QuantizeLinear around an operator say, where constants say it.
#pragma once

#include <optional>
#include <vector>

#include "engine/passes/program.h"

namespace espalier::passes {

bool is_onnx(const Node& node, std::string_view name);

// A tensor of 8-bit integers with one scale.
struct QuantizedValue {
  ValueRef value;  // the integers
  DType type = DType::uint8;
  float scale = 1;
  std::int64_t zero_point = 0;
  bool same_scale(const QuantizedValue& o) const {
    return type == o.type && scale == o.scale && zero_point == o.zero_point;
  }
};

// What a float comes from, by a DequantizeLinear of 8-bit integers with one scale.
std::optional<QuantizedValue> dequantized_from(Program& p, ValueRef v);
// What a QuantizeLinear makes, likewise; `value` is its output.
std::optional<QuantizedValue> quantized_by(Program& p, const Node& quantize);

// Constant weights in 8 bits around 0 with one scale, or one for each position along `axis`.
struct QuantizedWeights {
  Tensor integers;  // int8
  Tensor scales;    // float32, [] or [n]
};
std::optional<QuantizedWeights> dequantized_weights(Program& p, ValueRef v, std::size_t axis);

// A constant bias of n numbers as 32-bit integers in steps of x_scale · w_scales: as it is where it was
// drawn so, else to the nearest. Nothing where it is no constant or does not fit.
std::optional<Tensor> integer_bias(Program& p, ValueRef v, std::int64_t n, float x_scale,
                                   const Tensor& w_scales);

}  // namespace espalier::passes
