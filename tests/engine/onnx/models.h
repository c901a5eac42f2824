// SPDX-License-Identifier: Apache-2.0
//
// Small models made by hand for the tests of import.
#pragma once

#include <onnx/onnx_pb.h>

#include <span>
#include <string>

#include "engine/onnx/onnx.h"

namespace espalier::test {

inline onnx::ModelProto empty_model(int opset = 17) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  auto* o = model.add_opset_import();
  o->set_domain("");
  o->set_version(opset);
  model.mutable_graph()->set_name("g");
  return model;
}

inline void add_value(onnx::ValueInfoProto& v, const std::string& name,
                      const std::vector<int>& shape) {
  v.set_name(name);
  auto* t = v.mutable_type()->mutable_tensor_type();
  t->set_elem_type(onnx::TensorProto::FLOAT);
  auto* s = t->mutable_shape();
  for (const int d : shape) {
    auto* dim = s->add_dim();
    if (d < 0)
      dim->set_dim_param("N");
    else
      dim->set_dim_value(d);
  }
}

inline onnx::NodeProto& add_node(onnx::ModelProto& m, const std::string& op,
                                 const std::vector<std::string>& in,
                                 const std::vector<std::string>& out) {
  auto* n = m.mutable_graph()->add_node();
  n->set_op_type(op);
  for (const auto& i : in) n->add_input(i);
  for (const auto& o : out) n->add_output(o);
  return *n;
}

inline onnx::TensorProto& add_weight(onnx::ModelProto& m, const std::string& name,
                                     const std::vector<int>& shape, float value) {
  auto* t = m.mutable_graph()->add_initializer();
  t->set_name(name);
  t->set_data_type(onnx::TensorProto::FLOAT);
  int n = 1;
  for (const int d : shape) {
    t->add_dims(d);
    n *= d;
  }
  for (int i = 0; i < n; ++i) t->add_float_data(value + static_cast<float>(i));
  return *t;
}

inline ImportedModel read(const onnx::ModelProto& model) {
  const std::string bytes = model.SerializeAsString();
  return import_onnx(std::as_bytes(std::span(bytes)), {}, "test.onnx");
}

// The message of the Error that reading gives; empty where it gives none.
inline std::string refusal(const onnx::ModelProto& model) {
  try {
    read(model);
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

}  // namespace espalier::test
