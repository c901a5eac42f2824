// SPDX-License-Identifier: Apache-2.0
//
// Rules that Conv shares with its fused form.
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

OpSpec conv_spec();
void infer_conv(InferContext& c);
std::vector<Sample> conv_samples();
void conv_reference(ReferenceContext& c);
void conv_grad_input_reference(ReferenceContext& c);   // dY, W → dX
void conv_grad_weight_reference(ReferenceContext& c);  // X, dY → dW, dB

}  // namespace espalier
