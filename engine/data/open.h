// SPDX-License-Identifier: Apache-2.0
//
// The kinds of data sets behind open_dataset; paths in the specification are complete.
#pragma once

#include <memory>

#include "engine/data/dataset.h"

namespace espalier {

std::shared_ptr<const Dataset> open_idx_dataset(const DataSpec& spec);
std::shared_ptr<const Dataset> open_folder_dataset(const DataSpec& spec);
std::shared_ptr<const Dataset> open_csv_dataset(const DataSpec& spec);

// An image as the input of a network: channels, size, planes first, normalised.
void image_to_input(Image& image, const InputFormat& format, float* out);

}  // namespace espalier
