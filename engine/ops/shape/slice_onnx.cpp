// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/onnx_form.h"
#include "engine/ops/shape/slice.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

// Before opset 10 the numbers were attributes, as here.
void write_slice(OnnxExportContext& c) {
  const bool forward = attribute<Ints>(c.source, "steps").empty();
  if (c.opset >= 10) {
    // Empty lists are left away.
    for (const auto& [name, port] : {std::pair("axes", 3), std::pair("steps", 4)}) {
      const auto at = static_cast<std::size_t>(port);
      if (is_wired(c.source, at) || !attribute<Ints>(c.source, name).empty()) continue;
      if (c.node.inputs.size() > at) c.node.inputs[at].clear();
    }
    while (!c.node.inputs.empty() && c.node.inputs.back().empty()) c.node.inputs.pop_back();
    return;
  }
  for (std::size_t port = 1; port < 5; ++port)
    if (is_wired(c.source, port) || !forward)
      throw Error(ESP_TEXT("engine",
                           "{}: {} takes its numbers from wires, and steps, from opset {} on only"),
                  c.source.name, "Slice", 10);
  c.node.inputs.resize(1);
  for (const char* name : {"starts", "ends", "axes"})
    if (const Ints v = attribute<Ints>(c.source, name); !v.empty())
      c.node.attributes.insert_or_assign(name, v);
}

}  // namespace espalier
