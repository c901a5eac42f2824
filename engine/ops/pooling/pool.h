// SPDX-License-Identifier: Apache-2.0
//
// What the pools share. Their windows differ from ONNX's in one default: a pool that is drawn has a
// window of 2 and a stride of 2 on every axis; files always say both.
#pragma once

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/index.h"
#include "engine/ops/support/window.h"

namespace espalier {

// A pool over the planes of a tensor [N,C,…].
struct PoolGeometry {
  WindowSettings window;
  PlacedWindow placed;
  Shape y;
  std::int64_t planes = 0;
  std::int64_t in() const { return count(placed.in); }
  std::int64_t out() const { return count(placed.out); }
};
PoolGeometry pool_geometry(const RuleContext& c, const Shape& x);

// Calls f(o, i) for every element of every window of one plane, in row-major order: o is the output's
// position, i the input's, or −1 in the padding. What lies beyond the padding is left out.
template <class F> void for_each_window_element(const PoolGeometry& g, F f) {
  const WindowSettings& w = g.window;
  std::int64_t o = 0;
  for_each_index(g.placed.out, [&](const std::vector<std::int64_t>& at) {
    for_each_index(w.kernel, [&](const std::vector<std::int64_t>& k) {
      std::int64_t position = 0;
      bool inside = true;
      bool beyond = false;
      for (std::size_t d = 0; d < w.axes(); ++d) {
        const std::int64_t size = g.placed.in[d];
        const std::int64_t i = at[d] * w.strides[d] - g.placed.pad_begin[d] + k[d] * w.dilations[d];
        inside = inside && i >= 0 && i < size;
        beyond = beyond || i >= size + g.placed.pad_end[d];
        position = position * size + i;
      }
      if (!beyond) f(o, inside ? position : -1);
    });
    ++o;
  });
}

std::vector<AttrSpec> pool_attributes();  // window and ceil_mode
// Shape rule; output 1, where the node has one, gets `index_type`.
void infer_pool(InferContext& c, DType index_type = DType::undefined);
void pool_cost(CostContext& c);
// All attributes of the window, for an internal operator that belongs to this one.
AttributeMap pool_values(const RuleContext& c);
std::string pool_card(const Node& node);
void import_pool(OnnxImportContext& c);
void write_pool(OnnxExportContext& c);

}  // namespace espalier
