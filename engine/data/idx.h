// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file.h"
#include "engine/base/tensor.h"

namespace espalier {

// An IDX file (the format of MNIST), packed with gzip or not, as a tensor in this machine's byte
// order. Plain files of bytes stay mapped. Throws Error where the file is not IDX, is shorter or
// longer than its header says, or its header asks for more than the file can hold.
Tensor read_idx(const fs::path& path);

}  // namespace espalier
