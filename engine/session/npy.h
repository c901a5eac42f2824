// SPDX-License-Identifier: Apache-2.0
//
// NumPy's .npy files, versions 1 to 3 (numpy/lib/format.py): C order, little-endian.
#pragma once

#include "engine/base/file.h"
#include "engine/base/tensor.h"

namespace espalier {

// Throws Error on a cut or foreign file and on types that a Tensor has not.
Tensor read_npy(const fs::path& path);
void write_npy(const fs::path& path, const Tensor& tensor);

}  // namespace espalier
