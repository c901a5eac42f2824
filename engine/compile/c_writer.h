// SPDX-License-Identifier: Apache-2.0
//
// Prints a schedule as C: the same kernels, called in the same order with the same offsets.
#pragma once

#include <string>
#include <vector>

#include "engine/passes/schedule.h"

namespace espalier {

// Where the weights of a bundle are.
enum class WeightsIn {
  source,  // arrays in the C file
  binary,  // a file beside it, which the program brings to memory and passes
  object   // the same file, wrapped in an object that the program is linked with
};
WeightsIn weights_in_from_name(std::string_view name);  // throws Error that lists what there is
std::string_view name(WeightsIn weights);

// One input or output of the emitted function.
struct BundlePort {
  std::string name;        // as drawn
  std::string identifier;  // in C
  DType dtype = DType::float32;
  Shape shape;
};

struct BundleSource {
  std::string prefix;          // of every public name
  std::string header, source;  // texts of <prefix>.h and <prefix>.c
  std::vector<BundlePort> inputs, outputs;
  std::size_t arena_bytes = 0;  // values and scratch
  std::size_t constant_bytes = 0;
  WeightsIn weights_in = WeightsIn::source;
  // binary, object: the content of <prefix>_weights.bin, little-endian, tensors aligned to 64 bytes.
  std::string weights;
};

// Precondition: mode inference, all weights folded. `title` is the network's name for comments.
// Throws Error naming the layer that has no C kernel.
BundleSource write_c(const Schedule& schedule, const std::string& prefix, const std::string& title,
                     WeightsIn weights = WeightsIn::source);

}  // namespace espalier
