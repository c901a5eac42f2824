// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/ops/shape/resize.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

// Position in the input of a position in the output (ONNX, Resize, coordinate_transformation_mode).
double original(const ResizeSettings& s, const ResizedAxis& a, double x) {
  const double in = static_cast<double>(a.in), out = a.scale * in;
  if (s.coordinates == "asymmetric") return x / a.scale;
  if (s.coordinates == "align_corners") return out == 1 ? 0 : x * (in - 1) / (out - 1);
  if (s.coordinates == "pytorch_half_pixel") return a.out > 1 ? (x + 0.5) / a.scale - 0.5 : 0;
  if (s.coordinates == "tf_half_pixel_for_nn") return (x + 0.5) / a.scale;
  if (s.coordinates == "tf_crop_and_resize") {
    if (out <= 1) return 0.5 * (a.roi_begin + a.roi_end) * (in - 1);
    return a.roi_begin * (in - 1) + x * (a.roi_end - a.roi_begin) * (in - 1) / (out - 1);
  }
  if (s.coordinates == "half_pixel_symmetric") {
    const double adjustment = static_cast<double>(a.out) / out;
    return in / 2 * (1 - adjustment) + (x + 0.5) / a.scale - 0.5;
  }
  return (x + 0.5) / a.scale - 0.5;
}

double nearest(const ResizeSettings& s, double x) {
  if (s.nearest == "floor") return std::floor(x);
  if (s.nearest == "ceil") return std::ceil(x);
  const bool half = x - std::floor(x) == 0.5;
  if (half) return s.nearest == "round_prefer_ceil" ? std::ceil(x) : std::floor(x);
  return std::round(x);
}

// Keys, "Cubic Convolution Interpolation for Digital Image Processing", 1981.
double cubic(double distance, double a) {
  const double d = std::abs(distance);
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  if (d < 2) return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  return 0;
}

}  // namespace

std::optional<std::vector<Tap>> taps_of(const ResizeSettings& s, const ResizedAxis& axis,
                                        std::int64_t position) {
  const double x = original(s, axis, static_cast<double>(position));
  const double last = static_cast<double>(axis.in - 1);
  if (s.coordinates == "tf_crop_and_resize" && (x < 0 || x > last)) return std::nullopt;
  const auto inside = [&](double i) { return static_cast<std::int64_t>(std::clamp(i, 0.0, last)); };
  std::vector<Tap> taps;
  if (s.mode == "nearest") {
    taps.push_back({inside(nearest(s, x)), 1});
    return taps;
  }
  const double below = std::floor(x), fraction = x - below;
  const int radius = s.mode == "cubic" ? 2 : 1;
  for (int k = 1 - radius; k <= radius; ++k) {
    const double weight =
        radius == 1 ? (k == 0 ? 1 - fraction : fraction) : cubic(fraction - k, s.cubic_a);
    const double at = below + k;
    if (s.exclude_outside && (at < 0 || at > last)) continue;
    taps.push_back({inside(at), weight});
  }
  if (s.exclude_outside) {
    double sum = 0;
    for (const Tap& t : taps) sum += t.weight;
    for (Tap& t : taps) t.weight /= sum;
  }
  return taps;
}

std::optional<std::vector<ResizedAxis>> resized_axes(const Ints& in,
                                                     const std::vector<double>& scales,
                                                     const Ints& sizes, const Ints& axes,
                                                     const std::vector<double>& roi) {
  std::vector<ResizedAxis> list;
  for (const std::int64_t n : in) list.push_back({n, n, 1, 0, 1});
  const std::size_t count = axes.empty() ? in.size() : axes.size();
  const std::size_t given = sizes.empty() ? scales.size() : sizes.size();
  if (given != count || (!scales.empty() && !sizes.empty())) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    const auto d =
        axis_from_front(axes.empty() ? static_cast<std::int64_t>(i) : axes[i], in.size());
    if (!d) return std::nullopt;
    ResizedAxis& a = list[*d];
    if (sizes.empty()) {
      if (!(scales[i] > 0)) return std::nullopt;
      a.scale = scales[i];
      const double out = std::floor(static_cast<double>(a.in) * a.scale);
      if (!(out < 1e15)) return std::nullopt;
      a.out = static_cast<std::int64_t>(out);
    } else {
      if (sizes[i] < 0) return std::nullopt;
      a.out = sizes[i];
      a.scale = a.in == 0 ? 1 : static_cast<double>(a.out) / static_cast<double>(a.in);
    }
    if (roi.size() == 2 * count) {
      a.roi_begin = roi[i];
      a.roi_end = roi[count + i];
    }
  }
  return list;
}

std::optional<Dim> scaled_size(const Dim& d, double scale) {
  if (const auto n = d.constant())
    return Dim(static_cast<std::int64_t>(std::floor(static_cast<double>(*n) * scale)));
  if (scale == std::floor(scale)) return d * Dim(static_cast<std::int64_t>(scale));
  const double inverse = std::round(1 / scale);
  if (static_cast<float>(1 / inverse) == static_cast<float>(scale))
    return floor_div(d, Dim(static_cast<std::int64_t>(inverse)));
  return std::nullopt;
}

ResizeSettings resize_settings(const RuleContext& c) {
  return {c.text("mode"),
          c.text("coordinate_transformation_mode"),
          c.text("nearest_mode"),
          c.real("cubic_coeff_a"),
          c.flag("exclude_outside"),
          c.real("extrapolation_value")};
}

}  // namespace espalier
