// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

// Which elements a slice takes, by dimension of the input: the first, the step to the next (negative:
// backwards), how many.
struct TakenRange {
  std::int64_t first = 0, step = 1, count = 0;
};
// Of starts, ends, axes and steps as ONNX's Slice has them (empty axes: the first dimensions, empty
// steps: 1), for sizes that are known. Nothing where lengths differ or a step is 0.
std::optional<std::vector<TakenRange>> taken_ranges(const std::vector<std::int64_t>& x,
                                                    const std::vector<std::int64_t>& starts,
                                                    const std::vector<std::int64_t>& ends,
                                                    const std::vector<std::int64_t>& axes,
                                                    const std::vector<std::int64_t>& steps);

// The four lists as attributes.
AttributeMap slice_numbers(const std::vector<std::int64_t>& starts,
                           const std::vector<std::int64_t>& ends,
                           const std::vector<std::int64_t>& axes,
                           const std::vector<std::int64_t>& steps);
void write_slice(OnnxExportContext& c);
std::vector<Sample> slice_samples();

}  // namespace espalier
