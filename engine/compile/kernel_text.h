// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

namespace espalier {

// The text of the kernels named, with all that they include, each file once, as one piece of C whose
// functions are static. Throws Error where a kernel has no source.
std::string kernel_text(const std::set<std::string>& kernels);

}  // namespace espalier
