// SPDX-License-Identifier: Apache-2.0
//
// One input from outside the data set, prepared just as training prepared its own: "Try it".
#pragma once

#include <span>

#include "engine/data/dataset.h"

namespace espalier {

// A PNG or JPEG of any size. `out` holds count(format.shape) floats. Throws Error where the file
// is no picture or the network takes none.
void read_image_input(const fs::path& path, const InputFormat& format, float* out);
// The first row of a CSV file without a header. Throws Error where it is not the numbers that the
// network takes.
void read_table_input(const fs::path& path, const InputFormat& format, float* out);
// Pixels that are in memory already, such as a drawing.
void image_input(Image image, const InputFormat& format, float* out);
// The numbers of a table's row, in the order of its features. Throws Error on another number.
void table_input(std::span<const float> row, const InputFormat& format, float* out);

}  // namespace espalier
