// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

enum class PadMode { constant, edge, reflect, wrap };
PadMode pad_mode(const RuleContext& c);

// What goes before and behind each dimension; negative numbers take elements away.
struct Padding {
  std::vector<std::int64_t> before, behind;
};
// Of ONNX's pads (all beginnings, then all ends) for the axes given, or all of them where none are.
// Nothing where the lengths do not fit or an axis is outside.
std::optional<Padding> padding_of(const std::vector<std::int64_t>& pads,
                                  const std::vector<std::int64_t>& axes, std::size_t rank);
// Which of n elements lies at position i of the padded axis; -1: none, it is the constant.
// Precondition: n > 0 where the mode is not constant.
std::int64_t pad_source(PadMode mode, std::int64_t i, std::int64_t before, std::int64_t n);

void import_pad(OnnxImportContext& c);
void write_pad(OnnxExportContext& c);
std::vector<Sample> pad_samples();

}  // namespace espalier
