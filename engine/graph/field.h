// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/graph/rules.h"

namespace espalier {

// What one element of an output sees of the network's input, per spatial axis: `size` elements, and
// neighbours start `jump` apart (Araujo et al., "Computing receptive fields of convolutional neural
// networks", Distill 2019). Empty where there are no spatial axes.
struct Field {
  std::vector<std::int64_t> size, jump;
  bool empty() const { return size.empty(); }
  bool operator==(const Field&) const = default;
};

Field unit_field(std::size_t axes);
// The larger of both on every axis; of two ranks, the non-empty one with `axes`.
Field merged(const Field& a, const Field& b, std::size_t axes);
// Through a window; a window of another rank ends the field.
Field through(const Field& in, const std::optional<Window>& window);
// A body's field seen from before the body. Saturates, as all of these.
Field composed(const Field& in, const Field& body);

}  // namespace espalier
