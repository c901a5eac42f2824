// SPDX-License-Identifier: Apache-2.0
//
// Sliding windows of convolutions and pools: their attributes, output sizes and padding, as the ONNX
// operator specification has them (Conv, MaxPool, AveragePool).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/graph/rules.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

// The attributes of a window over `axes()` spatial axes; unset ones have their defaults.
struct WindowSettings {
  Ints kernel, strides, dilations;
  Ints pads;  // of the beginnings, then of the ends
  std::string auto_pad = "NOTSET";
  bool ceil_mode = false;

  std::size_t axes() const { return kernel.size(); }
  bool same() const { return auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER"; }
  // Elements from the first to the last one that a window touches.
  std::int64_t extent(std::size_t axis) const { return dilations[axis] * (kernel[axis] - 1) + 1; }
};

// The specs of strides, dilations, pads and auto_pad; ceil_mode is the pools' own.
std::vector<AttrSpec> window_attributes(std::int64_t stride = 1);
AttrSpec kernel_attribute(std::optional<AttrValue> fallback);

// `kernel` is what an unset kernel_shape means, `stride` what unset strides mean on every axis.
WindowSettings window_settings(const RuleContext& c, Ints kernel, std::int64_t stride = 1);
// The same for a shape rule: fails, naming the attribute and with a fix, where a number is missing
// or out of bounds.
WindowSettings checked_window(InferContext& c, std::size_t axes, Ints kernel,
                              std::int64_t stride = 1);
// Output sizes; fails where a window is known not to fit in the padded input.
std::vector<Dim> window_outputs(InferContext& c, const WindowSettings& w, std::span<const Dim> in);
// What a cost rule says of receptive fields. `in` are the input's spatial sizes.
Window window_of(const WindowSettings& w, std::span<const Dim> in);

// A window over an input of known size: the padding that auto_pad comes to.
struct PlacedWindow {
  Ints in, out, pad_begin, pad_end;
};
PlacedWindow place(const WindowSettings& w, const Ints& in);

}  // namespace espalier
