// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "engine/onnx/onnx.h"
#include "engine/onnx/proto.h"
#include "engine/onnx/writer.h"

namespace espalier {
namespace {

// The intermediate representation that came with an opset ("Released versions" in ONNX's
// Versioning.md); readers refuse an opset that is newer than their IR.
int ir_version_of(int opset) { return opset >= 15 ? 8 : 7; }

}  // namespace

std::string export_onnx(const Network& network, const WeightSet& weights,
                        const ExportOptions& options) {
  if (options.opset < oldest_export_opset || options.opset > newest_export_opset)
    throw Error(ESP_TEXT("engine", "opset {}: expected {} to {}"), options.opset,
                oldest_export_opset, newest_export_opset);
  onnx::ModelProto model;
  model.set_ir_version(ir_version_of(options.opset));
  model.set_producer_name("espalier");
  auto* opset = model.add_opset_import();
  opset->set_domain("");
  opset->set_version(options.opset);
  for (const auto& [key, value] : options.metadata) {
    auto* entry = model.add_metadata_props();
    entry->set_key(key);
    entry->set_value(value);
  }
  Network flat;
  flat.graph = inlined(network);
  model.mutable_graph()->set_name(options.name);
  GraphWriter(std::move(flat), weights, options, *model.mutable_graph()).write();
  std::set<std::string> domains;
  for (const auto& node : model.graph().node())
    if (!node.domain().empty()) domains.insert(node.domain());
  for (const std::string& domain : domains) {
    auto* import = model.add_opset_import();
    import->set_domain(domain);
    import->set_version(1);
  }
  if (model.ByteSizeLong() > std::size_t{0x7fffffff})
    throw Error(ESP_TEXT("engine", "the model is larger than the 2 GB that an ONNX file can hold"));
  return model.SerializeAsString();
}

}  // namespace espalier
