// SPDX-License-Identifier: Apache-2.0
//
// Pad in files of older opsets.
#include "engine/graph/onnx_form.h"
#include "engine/ops/shape/pad.h"
#include "engine/ops/support/known.h"

namespace espalier {

// Opset 1 wrote "paddings"; until opset 10 the numbers were attributes, as here.
void import_pad(OnnxImportContext& c) {
  AttributeMap& a = c.node.attributes;
  if (const auto old = a.find("paddings"); old != a.end()) {
    a["pads"] = old->second;
    a.erase(old);
  }
}

void write_pad(OnnxExportContext& c) {
  Ints pads = attribute<Ints>(c.source, "pads"), axes = attribute<Ints>(c.source, "axes");
  if (c.opset < 19 && attribute<std::string>(c.source, "mode") == "wrap")
    throw Error(ESP_TEXT("engine", "{}: {} has the mode wrap from opset {} on only"), c.source.name,
                "Pad", 19);
  if (!axes.empty() && c.opset < 18 && c.inputs[0].has_shape() && !is_wired(c.source, 1)) {
    // All axes, those that are not named with nothing around them.
    const auto all = padding_of(pads, axes, c.inputs[0].shape->size());
    if (all) {
      pads = all->before;
      pads.insert(pads.end(), all->behind.begin(), all->behind.end());
      axes.clear();
      if (c.opset >= 11)
        c.node.inputs[1] = c.constant(
            Tensor::of<std::int64_t>({static_cast<std::int64_t>(pads.size())}, pads), "pads");
    }
  }
  if (c.opset < 11) {
    for (std::size_t port = 1; port < 4; ++port)
      if (is_wired(c.source, port) || !axes.empty())
        throw Error(ESP_TEXT("engine", "{}: {} takes its numbers from wires from opset {} on only"),
                    c.source.name, "Pad", 11);
    c.node.inputs.resize(1);
    c.node.attributes.insert_or_assign("pads", pads);
    c.node.attributes.insert_or_assign("value", attribute<double>(c.source, "value"));
    return;
  }
  if (!axes.empty() && c.opset < 18)
    throw Error(ESP_TEXT("engine", "{}: {} pads some axes only from opset {} on"), c.source.name,
                "Pad", 18);
  c.node.inputs.resize(4);
  if (axes.empty() && !is_wired(c.source, 3)) c.node.inputs[3].clear();
  if (!is_wired(c.source, 2)) {  // of the type of the data
    const double value = attribute<double>(c.source, "value");
    c.node.inputs[2] =
        value == 0 ? std::string() : c.constant(filled(c.inputs[0].dtype, {}, value), "value");
  }
  while (!c.node.inputs.empty() && c.node.inputs.back().empty()) c.node.inputs.pop_back();
}

}  // namespace espalier
