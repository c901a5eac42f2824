// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

// What flows back into an input that output 0 was broadcast from: `value`, of the output's shape,
// times `scale`, summed to the input's shape.
ValueRef sum_to_input(GradientContext& c, ValueRef value, std::size_t port, double scale = 1);
// `value` with the shape of an input that has as many elements.
ValueRef shaped_like_input(GradientContext& c, ValueRef value, std::size_t port);

}  // namespace espalier
