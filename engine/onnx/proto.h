// SPDX-License-Identifier: Apache-2.0
//
// Between ONNX's messages and our types. Included by this folder only.
#pragma once

#include <onnx/onnx_pb.h>
// after it: that defines what this needs
#include <onnx/onnx-data.pb.h>

#include <filesystem>
#include <string>

#include "engine/base/tensor.h"
#include "engine/graph/onnx_form.h"
#include "engine/graph/type.h"

namespace espalier {

// Reads a tensor; `where` names it in errors. External data must lie below `folder` (empty: none is
// allowed). Sizes are checked against what is there before memory is asked for.
Tensor to_tensor(const onnx::TensorProto& proto, const std::filesystem::path& folder,
                 const std::string& where);
void to_proto(const Tensor& tensor, const std::string& name, onnx::TensorProto& into);

// A dimension without value or name becomes the symbol "<name>_<axis>", the first axis "N".
Type to_type(const onnx::TypeProto& proto, const std::string& name);
void to_proto(const Type& type, onnx::TypeProto& into);

// A symbol that can be written and read back: letters, digits and '_'.
std::string symbol_name(std::string_view text);

}  // namespace espalier
