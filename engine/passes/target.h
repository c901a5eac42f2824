// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/cpu.h"

namespace espalier {

// The processor that kernels are chosen and weights are packed for: this machine's, or a bundle's.
struct CpuTarget {
  Isa isa = Isa::plain;  // which objects of the engine run it; a bundle compiles its own
  int width = 4;         // floats in a vector: ESP_WIDTH of the object
  bool engine = true;    // false: a bundle — only kernels whose source can be copied

  static CpuTarget of(Isa isa) { return {isa, vector_width(isa), true}; }
};

}  // namespace espalier
