// SPDX-License-Identifier: Apache-2.0
//
// How a network is brought to 8 bits: what calibration measured, and which layers stay in float.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace espalier {

// The least and the greatest number that an integer of a value can stand for.
struct ValueRange {
  float low = 0, high = 0;
  bool operator==(const ValueRange&) const = default;
};

using KeptLayers = std::set<std::string, std::less<>>;

struct Quantization {
  std::string method = "minmax";  // minmax, percentile
  double percentile = 99.99;      // share of the values between the ends, in % (percentile)
  std::int64_t samples = 0;       // that calibration went through
  // By value: param_key of the layer that makes it, with the output port's name. A value that is not
  // here stays in float.
  std::map<std::string, ValueRange, std::less<>> ranges;
  // Layers that stay in float whatever is known of them: param_key with an empty port.
  KeptLayers keep;
  bool empty() const { return ranges.empty(); }
  bool operator==(const Quantization&) const = default;
};

}  // namespace espalier
