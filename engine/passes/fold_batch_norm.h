// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/passes/program.h"

namespace espalier::passes {

// A BatchNormalization of constants right behind a Conv or Gemm of constants goes into their weights
// and bias. Nothing happens where the node is something else or others read what lies between.
void fold_batch_norm(Program& p, NodeId batch_norm);

}  // namespace espalier::passes
