// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace espalier {

// Instruction sets that kernels are compiled for, in ascending order. `plain` is what every machine
// of the architecture has (SSE2 on x86-64).
enum class Isa { plain = 0, avx2 = 1, avx512 = 2 };
inline constexpr int isa_count = 3;

std::string_view name(Isa isa);
std::optional<Isa> isa_from_name(std::string_view name);
Isa best_isa();          // of this machine, capped by the environment variable ESPALIER_ISA
int vector_width(Isa);   // floats in a vector: 4, 8, 16
std::string cpu_name();  // "AMD EPYC", for run records
int cpu_cores();         // that this process may use

}  // namespace espalier
