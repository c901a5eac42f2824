// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a convolution of known sizes, shared by references and CPU rules.
#pragma once

#include "engine/ops/support/index.h"
#include "engine/ops/support/window.h"

namespace espalier {

struct ConvGeometry {
  Shape x, w, y;  // [N,C,…], [M,C/group,…], [N,M,…]
  Ints strides, dilations, pad_begin;
  std::int64_t group = 1;
  std::size_t axes() const { return strides.size(); }
};
// Of any operator with Conv's window attributes.
ConvGeometry conv_geometry(const RuleContext& c, const Shape& x, const Shape& w);

// Calls f(position in y, in x, in w) for every product of the convolution, padding left out.
template <class F> void for_each_product(const ConvGeometry& g, F f) {
  const std::int64_t outputs_per_group = g.w[0] / g.group;
  const std::int64_t channels = g.w[1];
  const Shape kernel(g.w.begin() + 2, g.w.end());
  std::int64_t y = 0;
  for_each_index(g.y, [&](const std::vector<std::int64_t>& at) {
    const std::int64_t first_channel = at[1] / outputs_per_group * channels;
    for (std::int64_t c = 0; c < channels; ++c) {
      std::int64_t w = (at[1] * channels + c) * count(kernel);
      for_each_index(kernel, [&](const std::vector<std::int64_t>& k) {
        std::int64_t x = at[0] * g.x[1] + first_channel + c;
        bool inside = true;
        for (std::size_t d = 0; d < g.axes(); ++d) {
          const std::int64_t i = at[d + 2] * g.strides[d] - g.pad_begin[d] + k[d] * g.dilations[d];
          inside = inside && i >= 0 && i < g.x[d + 2];
          x = x * g.x[d + 2] + i;
        }
        if (inside) f(y, x, w);
        ++w;
      });
    }
    ++y;
  });
}

}  // namespace espalier
