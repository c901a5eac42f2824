// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace espalier::cpu {

// Whether a step of this algorithm calls OpenBLAS.
bool is_openblas(std::string_view algorithm);

// OpenBLAS works in buffers that it maps when so many calls run at one time for the first time. After
// this that many threads find theirs there, so that no step allocates.
void reserve_openblas_buffers(int threads);

}  // namespace espalier::cpu
