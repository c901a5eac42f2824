// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/gradients.h"

namespace espalier {

ValueRef sum_to_input(GradientContext& c, ValueRef value, std::size_t port, double scale) {
  const SymShape to = c.type(c.input(port)).shape.value();
  if (scale == 1 && c.type(c.output(0)).shape == to) return value;
  return c.build().add(internal_op("SumTo"), {value}, {{"shape", to}, {"scale", scale}});
}

ValueRef shaped_like_input(GradientContext& c, ValueRef value, std::size_t port) {
  return c.build().add(internal_op("ReshapeTo"), {value},
                       {{"shape", c.type(c.input(port)).shape.value()}});
}

}  // namespace espalier
