// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shape/resize.h"

#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

std::vector<Sample> resize_samples() {
  const SampleInput x{.shape = {1, 2, 4, 5}};
  const auto with = [](const char* mode, const char* coordinates,
                       const std::vector<double>& scales) {
    return AttributeMap{{"mode", std::string(mode)},
                        {"coordinate_transformation_mode", std::string(coordinates)},
                        {"scales", scales}};
  };
  AttributeMap floor = with("nearest", "asymmetric", {1, 1, 2, 2}),
               sizes = {{"mode", std::string("linear")}, {"sizes", Ints{1, 2, 3, 8}}},
               crop = with("linear", "tf_crop_and_resize", {1, 1, 0.8, 1}),
               excluded = with("cubic", "half_pixel", {1, 1, 0.8, 0.8});
  floor["nearest_mode"] = std::string("floor");
  crop["roi"] = std::vector<double>{0, 0, 0.2, -0.3, 1, 1, 0.9, 1.2};
  crop["extrapolation_value"] = 10.0;
  excluded["exclude_outside"] = true;
  return {
      {.name = "twice", .inputs = {x}},
      {.name = "asymmetric, floor", .attributes = floor, .inputs = {x}},
      {.name = "linear", .attributes = with("linear", "half_pixel", {1, 1, 2, 1.5}), .inputs = {x}},
      {.name = "linear, align corners",
       .attributes = with("linear", "align_corners", {1, 1, 2, 2}),
       .inputs = {x}},
      {.name = "linear to sizes", .attributes = sizes, .inputs = {x}},
      {.name = "pytorch's",
       .attributes = with("linear", "pytorch_half_pixel", {1, 1, 0.5, 0.25}),
       .inputs = {x}},
      {.name = "cubic", .attributes = with("cubic", "half_pixel", {1, 1, 2, 0.8}), .inputs = {x}},
      {.name = "cubic, outside left out", .attributes = excluded, .inputs = {x}},
      {.name = "cropped", .attributes = crop, .inputs = {x}},
      {.name = "a line",
       .attributes = with("linear", "half_pixel", {2.5}),
       .inputs = {{.shape = {6}}}},
      {.name = "wired sizes",
       .inputs = {x, open_port(), open_port(),
                  given(Tensor::of<std::int64_t>({4}, {1, 2, 8, 5}))}}};
}

}  // namespace espalier
