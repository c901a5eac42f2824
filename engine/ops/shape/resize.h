// SPDX-License-Identifier: Apache-2.0
//
// Where the elements of a resized axis come from, as ONNX's Resize has it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/graph/rules.h"

namespace espalier {

struct ResizeSettings {
  std::string mode = "nearest";                // linear, cubic
  std::string coordinates = "half_pixel";      // coordinate_transformation_mode
  std::string nearest = "round_prefer_floor";  // nearest_mode
  double cubic_a = -0.75;
  bool exclude_outside = false;
  double extrapolation = 0;
};
ResizeSettings resize_settings(const RuleContext& c);

// One axis of the tensor: its sizes and what one element of the input becomes.
struct ResizedAxis {
  std::int64_t in = 1, out = 1;
  double scale = 1;
  double roi_begin = 0, roi_end = 1;  // of tf_crop_and_resize, as fractions
};

// An element that flows into an output element, and its share.
struct Tap {
  std::int64_t index;
  double weight;
};
// Of one position of the output. Nothing where it lies outside of what is cropped and is the
// extrapolation value. Precondition: in > 0.
std::optional<std::vector<Tap>> taps_of(const ResizeSettings& s, const ResizedAxis& axis,
                                        std::int64_t position);

// The axes of a node whose scales or sizes are given; the others stay. Nothing where numbers are
// missing or do not fit.
std::optional<std::vector<ResizedAxis>> resized_axes(const std::vector<std::int64_t>& in,
                                                     const std::vector<double>& scales,
                                                     const std::vector<std::int64_t>& sizes,
                                                     const std::vector<std::int64_t>& axes,
                                                     const std::vector<double>& roi);

// A size times a scale, where that is the same whatever the symbol is.
std::optional<Dim> scaled_size(const Dim& d, double scale);

void import_resize(OnnxImportContext& c);
void write_resize(OnnxExportContext& c);

std::vector<Sample> resize_samples();

}  // namespace espalier
