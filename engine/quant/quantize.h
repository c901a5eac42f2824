// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/project/project.h"
#include "engine/quant/choice.h"

namespace espalier {

// A project as it is run, measured and shipped: as it is where it has no quantisation, else with the
// float graph in which QuantizeLinear and DequantizeLinear stand at every value that is rounded, and
// weights as constants: 8 bits around 0 with a scale for each output channel, biases int32, activations
// uint8 with a zero point. Training takes the project itself. Throws Error where a parameter's shape is
// not known.
Project deployed(const Project& project);

}  // namespace espalier
