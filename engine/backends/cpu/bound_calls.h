// SPDX-License-Identifier: Apache-2.0
//
// Steps ready to run on the processor.
#pragma once

#include <memory>

#include "engine/backends/cpu/cpu_device.h"

namespace espalier::cpu {

// A step of kernel calls, their pointers patched into the argument structs.
std::unique_ptr<BoundStep> bind_calls(const Schedule& schedule, const Step& step,
                                      const Binding& binding, CpuDevice& device);
// A step that its operator's reference implementation runs. It allocates.
std::unique_ptr<BoundStep> bind_reference(const Schedule& schedule, const Step& step,
                                          const Binding& binding);

}  // namespace espalier::cpu
