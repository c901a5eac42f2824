// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/bound_calls.h"

#include <cstring>

namespace espalier::cpu {
namespace {

// One call. The arguments lie behind all calls of the step in one block.
struct BoundCall {
  void (*tile)(const void*, esp_int, esp_int, void*);
  const std::byte* args;
  std::int64_t tiles, grain;
  bool alone;  // too few tiles to share
};

// A pointer to what the caller gives: its memory may be elsewhere at every run.
struct Patch {
  std::byte* field;
  std::int32_t value;
  std::size_t offset;
};

struct SharedCall {
  const BoundCall* call;
  CpuDevice* device;
  static void run(void* context, std::int64_t begin, std::int64_t end, int worker) {
    const auto& self = *static_cast<const SharedCall*>(context);
    self.call->tile(self.call->args, begin, end, self.device->scratch(worker));
  }
};

class BoundCalls : public BoundStep {
 public:
  BoundCalls(const Schedule& schedule, const Step& step, const Binding& binding, CpuDevice& device)
      : binding_(binding), device_(device) {
    std::size_t bytes = 0;
    for (const std::vector<KernelCall>* calls : {&step.prologue, &step.calls})
      for (const KernelCall& call : *calls) bytes += aligned(call.args.size());
    args_.resize(bytes / sizeof(Block));
    std::byte* at = reinterpret_cast<std::byte*>(args_.data());
    for (const KernelCall& call : step.prologue) add(schedule, call, at, prologue_);
    for (const KernelCall& call : step.calls) add(schedule, call, at, calls_);
  }

  void run() override { run(calls_); }
  void run_prologue() override { run(prologue_); }

 private:
  struct alignas(64) Block {
    std::byte bytes[64];
  };

  static std::size_t aligned(std::size_t bytes) {
    return (bytes + sizeof(Block) - 1) / sizeof(Block) * sizeof(Block);
  }

  void add(const Schedule& schedule, const KernelCall& call, std::byte*& at,
           std::vector<BoundCall>& into) {
    std::memcpy(at, call.args.data(), call.args.size());
    for (const CallPointer& pointer : call.pointers) {
      const Value& value = schedule.values[static_cast<std::size_t>(pointer.value)];
      const Patch patch{at + pointer.offset, pointer.value, pointer.byte_offset};
      if (value.storage == Storage::input)
        patches_.push_back(patch);
      else
        apply(patch);
    }
    const esp_kernel& kernel = call.kernel.at(schedule.target.isa);
    const std::int64_t tiles = kernel.tiles(at), grain = std::max<std::int64_t>(call.grain, 1);
    const bool alone = device_.pool().threads() == 1 || tiles / grain < 2;
    if (tiles > 0) into.push_back({kernel.tile, at, tiles, grain, alone});
    at += aligned(call.args.size());
  }

  void apply(const Patch& patch) const {
    std::byte* const to = binding_.host[static_cast<std::size_t>(patch.value)] + patch.offset;
    std::memcpy(patch.field, &to, sizeof to);
  }

  void run(const std::vector<BoundCall>& calls) {
    for (const Patch& patch : patches_) apply(patch);
    for (const BoundCall& call : calls) {
      if (call.alone) {
        call.tile(call.args, 0, call.tiles, device_.scratch(0));
      } else {
        SharedCall shared{&call, &device_};
        device_.pool().run(call.tiles, call.grain, &SharedCall::run, &shared);
      }
    }
  }

  const Binding& binding_;
  CpuDevice& device_;
  std::vector<Block> args_;
  std::vector<BoundCall> calls_, prologue_;
  std::vector<Patch> patches_;
};

}  // namespace

std::unique_ptr<BoundStep> bind_calls(const Schedule& schedule, const Step& step,
                                      const Binding& binding, CpuDevice& device) {
  return std::make_unique<BoundCalls>(schedule, step, binding, device);
}

}  // namespace espalier::cpu
