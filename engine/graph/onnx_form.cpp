// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/onnx_form.h"

namespace espalier {

const Tensor* OnnxImportContext::constant(std::size_t input) const {
  return input < constants_.size() ? constants_[input] : nullptr;
}

const Type& OnnxImportContext::type(std::size_t input) const {
  static const Type unknown;
  return input < types_.size() ? types_[input] : unknown;
}

void OnnxImportContext::drop_input(std::size_t input) {
  if (input < node.inputs.size()) node.inputs[input].clear();
}

std::string OnnxExportContext::fresh(std::string_view wish) {
  return fmt::format("{}/{}{}", node.name, wish, counter_++ ? fmt::format("_{}", counter_) : "");
}

std::string OnnxExportContext::constant(Tensor value, std::string_view wish) {
  std::string name = fresh(wish);
  constants.emplace_back(name, std::move(value));
  return name;
}

}  // namespace espalier
