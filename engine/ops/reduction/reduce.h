// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/reduction/axes.h"

namespace espalier {

// Ports, attributes, shapes, cost and samples of a reduction; its texts, gradient and reference or
// body are its own.
OpSpec reduction_spec(const char* name);
// Writes the axes as the opset has them.
void write_reduction(OnnxExportContext& c);

std::vector<Sample> reduction_samples();

}  // namespace espalier
