// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "engine/runtime/device.h"

namespace espalier {

// Times candidates for a step on a device and remembers what it found. For PlanRequest::measure:
//   Picker picker(*device);
//   request.measure = [&](const Schedule& s) { return picker.seconds(s); };
class Picker {
 public:
  explicit Picker(Device& device) : device_(device) {}
  // Seconds of one run of a schedule of a single step: the lower quartile of several.
  double seconds(const Schedule& one_step);
  // By operator, attributes, shapes, algorithm and instruction set, for a file beside the program.
  std::map<std::string, double> known;

 private:
  Device& device_;
};

}  // namespace espalier
