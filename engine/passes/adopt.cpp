// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/adopt.h"

#include <algorithm>

namespace espalier::passes {

namespace {

std::int32_t add_value(Schedule& schedule, const Step& step, const char* what, DType type,
                       Shape shape, Storage storage) {
  Value value;
  value.name = step.node.name + ":" + what;
  value.dtype = type;
  value.bytes = bytes_of(type, count(shape));
  value.shape = std::move(shape);
  value.storage = storage;
  schedule.values.push_back(std::move(value));
  return static_cast<std::int32_t>(schedule.values.size()) - 1;
}

// -1 where the step needs none.
std::int32_t add_workspace(Schedule& schedule, const Step& step, std::size_t bytes) {
  if (bytes == 0) return -1;
  return add_value(schedule, step, "workspace", DType::uint8, {static_cast<std::int64_t>(bytes)},
                   Storage::arena);
}

}  // namespace

void adopt(Schedule& schedule, Step& step, GpuLowering& lowered) {
  const std::int32_t workspace = add_workspace(schedule, step, lowered.workspace_bytes);
  for (GpuCall& call : lowered.gpu_calls)
    for (GpuArgument& a : call.arguments)
      if (a.value == workspace_value) a.value = workspace;
  step.gpu_calls = std::move(lowered.gpu_calls);
}

void adopt(Schedule& schedule, Step& step, StepLowering& lowered) {
  std::vector<std::int32_t> packed;
  for (const StepLowering::Packed& p : lowered.packed_operands) {
    const std::string what =
        packed.empty() ? "packed" : "packed" + std::to_string(packed.size() + 1);
    packed.push_back(add_value(schedule, step, what.c_str(), p.dtype, p.shape, Storage::packed));
    Value& value = schedule.values.back();
    value.offset = schedule.packed_bytes;
    schedule.packed_bytes += aligned_place(value.bytes);
  }
  const std::int32_t workspace = add_workspace(schedule, step, lowered.workspace_bytes);
  for (std::vector<KernelCall>* calls : {&lowered.prologue, &lowered.calls}) {
    for (KernelCall& call : *calls) {
      for (CallPointer& pointer : call.pointers) {
        if (pointer.value == workspace_value)
          pointer.value = workspace;
        else if (pointer.value <= first_packed_value)
          pointer.value = packed[static_cast<std::size_t>(first_packed_value - pointer.value)];
      }
      const esp_kernel& kernel = call.kernel.at(schedule.target);
      schedule.scratch_bytes =
          std::max(schedule.scratch_bytes, kernel.scratch_bytes(call.args.data()));
    }
  }
  step.prologue = std::move(lowered.prologue);
  step.calls = std::move(lowered.calls);
}

}  // namespace espalier::passes
