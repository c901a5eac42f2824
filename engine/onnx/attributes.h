// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "engine/onnx/proto.h"

namespace espalier {

// Reads attributes of ONNX's types; graphs are left to `body`, which is given the
// attribute's name and the GraphProto.
using BodyReader = std::function<Subgraph(const std::string&, const onnx::GraphProto&)>;
AttributeMap read_attributes(const onnx::NodeProto& node, const std::filesystem::path& folder,
                             const BodyReader& body);

// Turns a value as ONNX writes it into the type that the operator's spec asks for (int → flag).
// Nothing where it does not fit.
std::optional<AttrValue> coerced(const AttrValue& value, AttrType wanted);

using BodyWriter = std::function<void(const Graph&, onnx::GraphProto&)>;
void write_attribute(const std::string& name, const AttrValue& value, onnx::AttributeProto& into,
                     const BodyWriter& body);

// An attribute that is an input tensor in ONNX (AttrSpec::as_input), and back.
Tensor attribute_tensor(const AttrValue& value, DType type);
std::optional<AttrValue> tensor_attribute(const Tensor& tensor, AttrType wanted);

}  // namespace espalier
