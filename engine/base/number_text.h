// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espalier {

// A number for a sentence: whole ones grouped by thousands, as "1,073,741,824", others with at most
// seven digits.
std::string number_text(double value);

}  // namespace espalier
