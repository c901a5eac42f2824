// SPDX-License-Identifier: Apache-2.0
#include "engine/base/cpu.h"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>

namespace espalier {
namespace {

constexpr std::array<std::string_view, isa_count> names{"plain", "avx2", "avx512"};

Isa machine_isa() {
#if defined(__x86_64__)
  // The builtin also asks the operating system whether it saves the wide registers.
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl");
  return avx512 ? Isa::avx512 : avx2 ? Isa::avx2 : Isa::plain;
#else
  return Isa::plain;
#endif
}

// The whole cores that a container's quota grants; 0 where there is no quota.
int quota_cores() {
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  double quota = 0;
  double period = 0;
  if (!(file >> quota >> period) || period <= 0) return 0;  // "max 100000" is no number
  return std::max(1, static_cast<int>(quota / period + 0.5));
}

}  // namespace

std::string_view name(Isa isa) { return names[static_cast<std::size_t>(isa)]; }

std::optional<Isa> isa_from_name(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Isa>(i);
  return std::nullopt;
}

Isa best_isa() {
  static const Isa machine = machine_isa();
  const char* cap = std::getenv("ESPALIER_ISA");
  const auto wanted = cap != nullptr ? isa_from_name(cap) : std::nullopt;
  return wanted ? std::min(*wanted, machine) : machine;
}

int vector_width(Isa isa) { return 4 << static_cast<int>(isa); }

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const auto colon = line.find(':');
    if (colon != std::string::npos && colon + 2 <= line.size()) return line.substr(colon + 2);
  }
  return "unknown processor";
}

int cpu_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int cores = 1;
  if (sched_getaffinity(0, sizeof set, &set) == 0) cores = std::max(1, CPU_COUNT(&set));
  const int quota = quota_cores();
  return quota > 0 ? std::min(cores, quota) : cores;
}

}  // namespace espalier
