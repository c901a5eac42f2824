// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/passes/plan.h"

namespace espalier {

// The outputs that a schedule for `request` would have, computed by the operators' reference
// implementations without fusing or folding. `inputs` are by the Input layers' names, with the
// shapes that the request's dims give. Parameters that the weights lack take their initial values
// with request.seed. Throws Error on a missing input or one of the wrong type or shape.
std::vector<Tensor> reference_outputs(const PlanRequest& request,
                                      const std::map<std::string, Tensor>& inputs);

// The weights with every parameter that is missing set to its initial value.
WeightSet completed(const Network& network, const WeightSet& weights, std::uint64_t seed);

}  // namespace espalier
