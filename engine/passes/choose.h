// SPDX-License-Identifier: Apache-2.0
//
// Which rule runs a step: the first by priority that can, unless an option or a measurement says
// otherwise.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/passes/plan.h"

namespace espalier::passes {

// "gemm=openblas,conv2d=direct": for algorithms of the family left of '=', the one named at the
// right is taken where it can run.
class AlgorithmOption {
 public:
  explicit AlgorithmOption(std::string_view text);  // throws Error where it has another form
  bool forces(std::string_view algorithm) const;    // "gemm.openblas"

 private:
  std::vector<std::string> forced_;
};

struct Choice {
  const CpuRule* rule = nullptr;  // null: none can; the reference implementation runs
  std::vector<std::string> rejected;
};

// `candidate` is the step as rules see it. `measure` (may be empty) gives seconds for a rule.
using Measure = std::function<double(const CpuRule&)>;
Choice choose_rule(const StepLowering& candidate, const AlgorithmOption& option,
                   const Measure& measure);

}  // namespace espalier::passes
