// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/packing.h"

#include <cstring>
#include <new>

namespace espalier {
namespace {

struct Scratch {
  explicit Scratch(std::size_t bytes)
      : data(bytes ? ::operator new (bytes, std::align_val_t{64}) : nullptr) {}
  ~Scratch() { ::operator delete (data, std::align_val_t{64}); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  void* data;
};

void run(const Schedule& schedule, const Step& step, const KernelCall& call,
         std::map<std::int32_t, Tensor>& packed) {
  std::vector<std::byte> args = call.args;
  for (const CallPointer& p : call.pointers) {
    const Value& value = schedule.values.at(static_cast<std::size_t>(p.value));
    const std::byte* at = nullptr;
    if (value.storage == Storage::packed)
      at = packed.try_emplace(p.value, value.dtype, value.shape).first->second.mutable_data();
    else if (value.storage == Storage::constant)
      at = schedule.constants[value.index].data();
    else
      throw Error(ESP_TEXT("engine", "{}: its weights are not known when the bundle is written"),
                  step.layer_path);
    at += p.byte_offset;
    std::memcpy(args.data() + p.offset, &at, sizeof at);
  }
  const esp_kernel& kernel = call.kernel.at(Isa::plain);
  const Scratch scratch(kernel.scratch_bytes(args.data()));
  kernel.tile(args.data(), 0, kernel.tiles(args.data()), scratch.data);
}

}  // namespace

std::map<std::int32_t, Tensor> packed_weights(const Schedule& schedule) {
  std::map<std::int32_t, Tensor> packed;
  for (const Step& step : schedule.steps)
    for (const KernelCall& call : step.prologue) run(schedule, step, call, packed);
  return packed;
}

}  // namespace espalier
