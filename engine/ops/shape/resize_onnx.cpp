// SPDX-License-Identifier: Apache-2.0
//
// Resize in files: what older opsets wrote, and Upsample, as it was called before.
#include "engine/graph/onnx_form.h"
#include "engine/ops/shape/resize.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

using Reals = std::vector<double>;

// Opset 10 knew one way to place the elements and had no region.
void import_resize(OnnxImportContext& c) {
  AttributeMap& a = c.node.attributes;
  if (c.opset < 11) {
    a["coordinate_transformation_mode"] = std::string("asymmetric");
    a["nearest_mode"] = std::string("floor");
    if (c.node.inputs.size() > 1) c.node.inputs.insert(c.node.inputs.begin() + 1, std::string());
  }
  for (const auto& [name, plain] :
       {std::pair("antialias", AttrValue(std::int64_t{0})),
        std::pair("keep_aspect_ratio_policy", AttrValue(std::string("stretch")))}) {
    const auto at = a.find(name);
    if (at == a.end()) continue;
    if (!equal(at->second, plain))
      c.fail(message(ESP_TEXT("engine", "{}: {}: expected {}, got {}, which is not supported"),
                     c.node.name, name, to_string(plain), to_string(at->second)));
    a.erase(at);
  }
  // Empty tensors stand for inputs that are left open.
  for (std::size_t i = 1; i < c.node.inputs.size(); ++i) {
    const std::size_t was = c.opset < 11 ? i - 1 : i;
    if (const Tensor* t = c.constant(was); t && t->count() == 0) c.node.inputs[i].clear();
  }
  while (!c.node.inputs.empty() && c.node.inputs.back().empty()) c.node.inputs.pop_back();
}

void write_resize(OnnxExportContext& c) {
  const bool sizes = is_wired(c.source, 3) || !attribute<Ints>(c.source, "sizes").empty();
  const Ints axes = attribute<Ints>(c.source, "axes");
  if (axes.empty()) c.node.attributes.erase("axes");
  if (!axes.empty() && c.opset < 18)
    throw Error(ESP_TEXT("engine", "{}: {} resizes some axes only from opset {} on"), c.source.name,
                "Resize", 18);
  c.node.inputs.resize(4);
  if (c.opset < 11) {
    if (sizes ||
        attribute<std::string>(c.source, "coordinate_transformation_mode") != "asymmetric" ||
        attribute<std::string>(c.source, "mode") == "cubic")
      throw Error(ESP_TEXT("engine",
                           "{}: {} has sizes, other coordinates than asymmetric and cubic "
                           "from opset {} on only"),
                  c.source.name, "Resize", 11);
    const std::string mode = attribute<std::string>(c.source, "mode");
    c.node.attributes = {{"mode", mode}};
    c.node.inputs = {c.node.inputs[0], c.node.inputs[2]};
    return;
  }
  const bool roi = is_wired(c.source, 1) || !attribute<Reals>(c.source, "roi").empty();
  const auto none = [&](const char* wish) {
    return c.opset >= 13 ? std::string() : c.constant(Tensor(DType::float32, {0}), wish);
  };
  if (!roi) c.node.inputs[1] = none("roi");
  if (sizes)
    c.node.inputs[2] = none("scales");
  else
    c.node.inputs.resize(3);
}

namespace {

// Upsample is an older name: files that have it get a Resize.
void import_upsample(OnnxImportContext& c) {
  AttributeMap& a = c.node.attributes;
  c.node.op_type = "Resize";
  a["coordinate_transformation_mode"] = std::string("asymmetric");
  a["nearest_mode"] = std::string("floor");
  if (const auto scales = a.find("scales"); scales != a.end()) return;  // opset 7
  if (c.opset < 9)
    c.fail(message(ESP_TEXT("engine", "{}: {} before opset {} is not supported"), c.node.name,
                   "Upsample", 7));
  if (c.node.inputs.size() > 1) c.node.inputs.insert(c.node.inputs.begin() + 1, std::string());
}

OpSpec upsample() {
  OpSpec s;
  s.name = "Upsample";  // hidden: nobody draws it
  s.inputs = {{.name = "X"}, {.name = "scales", .optional = true}};
  s.outputs = {{.name = "Y"}};
  s.infer = infer_like_first;
  s.onnx = {.versions = {7, 9}, .import = import_upsample, .write = nullptr};
  return s;
}

const RegisterOps ops_of_this_file{{upsample}};

}  // namespace
}  // namespace espalier
