// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>

#include "engine/project/project.h"

namespace espalier {

struct CalibrationOptions {
  static constexpr std::int64_t usual_samples = 512;
  std::string method = "minmax";
  double percentile = 99.99;  // of the values between the ends, in % (method percentile)
  // Of the training split, in an order shuffled by the seed; not given: usual_samples, or all where
  // there are fewer.
  std::optional<std::int64_t> samples;
  std::vector<std::string> keep;  // paths of layers that stay in float: "stages[1]/conv2"
  std::function<bool(double)>
      progress;  // told the share done; false ends it with Error "cancelled"
};

// Measures the values of the float network on training data and says which range each gets: from the
// least to the greatest value seen, or with "percentile" without the outermost (100 - percentile) / 2 %
// at each end, found in histograms of 2,048 bins over what was seen. `path` is the project's, to which
// the data's paths are relative. Throws Error where the project has no trained weights, the data are
// missing, empty or constant, there are fewer samples than asked for, a layer to keep is not there, or
// nothing in the network can run in 8 bits.
Quantization calibrate(const Project& project, const std::filesystem::path& path,
                       const CalibrationOptions& options);

// The key of a layer by its path; throws Error that names the layers there are.
std::string layer_key_of(const Network& network, const std::string& path);

}  // namespace espalier
