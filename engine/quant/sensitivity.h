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
  std::vector<NodeId> nodes;  // of the drawing, from the outermost instance inward
  bool kept = false;          // it stays in float in the project
  Metrics metrics;            // of the network with this layer in 8 bits
  // 10 log10 of the energy of the float network's scores over that of their change, in dB; infinite
  // where nothing changes.
  double signal_to_noise = 0;
};

struct Sensitivity {
  std::int64_t samples = 0;  // held-out ones: of the validation split, or the test split
  Metrics float_metrics, quantized_metrics;
  double signal_to_noise = 0;  // of the whole network as the project quantises it, in dB
  // In topological order; layers that only move elements are left out, and so is a Relu that the layer
  // before takes along.
  std::vector<LayerEffect> layers;
};

struct SensitivityOptions {
  std::int64_t samples = 1000;  // the first held-out ones, or all where there are fewer
  bool layers = true;           // else of the whole network only, which is far quicker
  // Told the share done; false ends it with Error "cancelled".
  std::function<bool(double)> progress;
};

// Measures the network in float, in 8 bits, and with every layer alone that the project's ranges allow.
// Throws Error where the project is not quantised or the data have no held-out samples.
Sensitivity measure_sensitivity(const Project& project, const std::filesystem::path& path,
                                const SensitivityOptions& options);

}  // namespace espalier
