// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/resize.h"

#include <algorithm>
#include <iterator>

#include "engine/ops/shape/resize.h"
#include "engine/ops/support/call_cpu.h"
#include "engine/ops/support/known.h"

namespace espalier {
namespace {

constexpr const char* coordinates[] = {"half_pixel", "asymmetric", "align_corners",
                                       "pytorch_half_pixel", "tf_half_pixel_for_nn"};
constexpr const char* nearest[] = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};
constexpr const char* modes[] = {"nearest", "linear", "cubic"};

template <std::size_t n> esp_int place(const char* const (&list)[n], const std::string& text) {
  return std::find(std::begin(list), std::end(list), text) - std::begin(list);
}

// The kernel's two dimensions; what is not resized is planes.
std::optional<std::vector<ResizedAxis>> axes_of(const StepLowering& s) {
  const Ints sizes = s.integers("sizes");
  auto axes = resized_axes(
      s.in(0).shape,
      sizes.empty() ? attribute<std::vector<double>>(s.node(), "scales") : std::vector<double>(),
      sizes, s.integers("axes"), {});
  if (!axes) return std::nullopt;
  while (axes->size() < 2) axes->insert(axes->begin(), ResizedAxis{});
  return axes;
}

std::optional<std::string> supports(const StepLowering& s) {
  if (auto why = unless_float32(s)) return why;
  if (auto why = unless_attributes(s, {1, 2, 3})) return why;
  if (place(coordinates, s.text("coordinate_transformation_mode")) ==
      static_cast<esp_int>(std::size(coordinates)))
    return s.text("coordinate_transformation_mode") + " is not in the kernel";
  const auto axes = axes_of(s);
  if (!axes) return "its numbers do not fit";
  for (std::size_t d = 0; d < axes->size(); ++d)
    if ((*axes)[d].in == 0 ||
        (d + 2 < axes->size() && ((*axes)[d].in != (*axes)[d].out || (*axes)[d].scale != 1)))
      return "the kernel resizes the last two dimensions";
  return std::nullopt;
}

void resize(StepLowering& s) {
  const auto axes = axes_of(s).value();
  const ResizeSettings settings = resize_settings(s);
  const ResizedAxis &h = axes[axes.size() - 2], &w = axes.back();
  esp_resize_args a{};
  a.planes = s.in(0).count() / (h.in * w.in);
  a.in_h = h.in;
  a.in_w = w.in;
  a.out_h = h.out;
  a.out_w = w.out;
  a.mode = place(modes, settings.mode);
  a.coordinates = place(coordinates, settings.coordinates);
  a.nearest = place(nearest, settings.nearest);
  a.exclude_outside = settings.exclude_outside;
  a.by_sizes = !s.integers("sizes").empty();
  a.scale_h = static_cast<float>(h.scale);
  a.scale_w = static_cast<float>(w.scale);
  a.cubic_a = static_cast<float>(settings.cubic_a);
  s.call(ESP_KERNELS(resize), a, {{"x", s.in(0)}, {"y", s.out(0)}});
}

const RegisterCpuRule rules{
    {.op = "Resize", .algorithm = "resize", .supports = supports, .lower = resize}};

}  // namespace
}  // namespace espalier
