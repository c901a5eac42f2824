// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/cpu_device.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "engine/backends/cpu/bound_calls.h"
#include "engine/backends/cpu/host_buffer.h"
#include "engine/backends/cpu/openblas_gemm.h"
#include "engine/base/cpu.h"
#include "engine/passes/reference.h"

namespace espalier::cpu {
namespace {

std::size_t memory_of_machine() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return 0;
  const std::size_t whole = static_cast<std::size_t>(pages) * static_cast<std::size_t>(size);
  std::size_t limit = 0;  // of a container; "max" where there is none
  return std::ifstream("/sys/fs/cgroup/memory.max") >> limit ? std::min(whole, limit) : whole;
}

DeviceInfo describe(int threads) {
  DeviceInfo info;
  info.id = "cpu";
  info.name = fmt::format("{}, {}, {} {}", cpu_name(), name(best_isa()), threads,
                          threads == 1 ? "thread" : "threads");
  info.memory = memory_of_machine();
  return info;
}

const RegisterBackend registration{"cpu",
                                   [] { return std::vector<DeviceInfo>{describe(cpu_cores())}; },
                                   [](std::string_view, int threads) -> std::unique_ptr<Device> {
                                     return std::make_unique<CpuDevice>(threads);
                                   }};

}  // namespace

CpuDevice::CpuDevice(int threads) : pool_(threads) { reserve_scratch(64); }
CpuDevice::~CpuDevice() = default;

DeviceInfo CpuDevice::info() const { return describe(pool_.threads()); }

std::unique_ptr<Buffer> CpuDevice::allocate(std::size_t bytes) { return host_buffer(bytes); }

void CpuDevice::upload(Buffer& to, std::size_t offset, std::span<const std::byte> from) {
  if (!from.empty()) std::memcpy(to.host() + offset, from.data(), from.size());
}

void CpuDevice::download(const Buffer& from, std::size_t offset, std::span<std::byte> to) {
  // Buffer::host is not const, for it hands out writable memory; here it is only read.
  if (!to.empty()) std::memcpy(to.data(), const_cast<Buffer&>(from).host() + offset, to.size());
}

std::optional<Message> CpuDevice::supports(const Schedule& schedule, const Step& step) const {
  if (schedule.target.isa > best_isa())
    return message(ESP_TEXT("engine", "the schedule is for {}, this machine has {}"),
                   name(schedule.target.isa), name(best_isa()));
  if (step.algorithm == "reference" && !has_reference(*step.node.op))
    return message(ESP_TEXT("engine", "{} has no kernel and no reference"), step.node.op->name);
  return std::nullopt;
}

std::unique_ptr<BoundStep> CpuDevice::bind(const Schedule& schedule, const Step& step,
                                           const Binding& binding) {
  reserve_scratch(schedule.scratch_bytes);
  if (is_openblas(step.algorithm)) reserve_openblas_buffers(pool_.threads());
  if (step.algorithm == "reference") return bind_reference(schedule, step, binding);
  return bind_calls(schedule, step, binding, *this);
}

void CpuDevice::reserve_scratch(std::size_t bytes) {
  scratch_.resize(static_cast<std::size_t>(pool_.threads()));
  for (auto& area : scratch_)
    if (!area || area->bytes() < bytes) area = allocate(bytes);
}

}  // namespace espalier::cpu
