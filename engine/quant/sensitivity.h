// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/project/project.h"
#include "engine/train/metrics.h"

namespace espalier {

// What one layer costs when it alone runs in 8 bits.
struct LayerEffect {
  std::string key, path, op;  // as in Quantization::keep; "stages[1]/conv2"; "Conv"
  bool kept = false;          // it stays in float in the project
  Metrics metrics;            // of the network with this layer in 8 bits
  // 10 log10 of the energy of the float network's scores over that of their change, in dB; infinite
  // where nothing changes.
  double signal_to_noise = 0;
};

struct Sensitivity {
  std::int64_t samples = 0;  // held-out ones: of the validation split, or the test split
  Metrics float_metrics, quantized_metrics;
  double signal_to_noise = 0;  // of the whole network as the project quantises it
  std::vector<LayerEffect>
      layers;  // in topological order; Relu and layers that only move are left out
};

// Measures every layer that the project's ranges allow. `progress` is told the share done and returns
// false to end it with Error "cancelled". Throws Error where the project is not quantised or the data
// have no held-out samples.
Sensitivity measure_sensitivity(const Project& project, const std::filesystem::path& path,
                                std::int64_t samples,
                                const std::function<bool(double)>& progress = {});

}  // namespace espalier
