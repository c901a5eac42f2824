// SPDX-License-Identifier: Apache-2.0
#include "engine/train/memory.h"

#include "engine/passes/plan.h"

namespace espalier {
namespace {

std::string gigabytes(std::size_t bytes) {
  return fmt::format("{:.1f} GB", static_cast<double>(bytes) / 1e9);
}

}  // namespace

void require_memory(const Schedule& schedule, const DeviceInfo& device) {
  const std::size_t need = memory_of(schedule).total();
  if (device.memory == 0 || need <= device.memory) return;
  throw Error(ESP_TEXT("engine",
                       "this needs {} of memory and {} has {}; make the layers smaller or, where "
                       "it is not the weights that take it, the batch"),
              gigabytes(need), device.id, gigabytes(device.memory));
}

}  // namespace espalier
