// SPDX-License-Identifier: Apache-2.0
//
// Small pieces of C.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/tensor.h"

namespace espalier {

// A C identifier from any text: letters, digits and '_', never empty, never beginning with a digit,
// never a keyword.
std::string c_identifier(std::string_view text);
// "const float conv1_W[150]"-ready element type of a dtype. Throws Error for types that C lacks.
std::string_view c_type(DType t);
// An array definition that has the very bits of the tensor: hexadecimal floats, NaN and infinities
// by macros of <math.h>.
std::string c_array(const Tensor& t, std::string_view name, std::string_view qualifiers);
std::string c_float(float v);
// A C string literal, any bytes.
std::string c_string(std::string_view text);
// Text that may stand in a /* comment */ or after //.
std::string c_comment(std::string_view text);

}  // namespace espalier
