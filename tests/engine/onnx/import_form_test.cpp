// SPDX-License-Identifier: Apache-2.0
//
// What files may hold that drawings hold differently, or not yet.
#include <doctest/doctest.h>

#include "engine/graph/op.h"
#include "tests/engine/onnx/models.h"

using namespace espalier;
using namespace espalier::test;

TEST_CASE("a constant may be an output of the graph") {
  onnx::ModelProto m = empty_model();
  onnx::NodeProto& constant = add_node(m, "Constant", {}, {"values"});
  onnx::AttributeProto& value = *constant.add_attribute();
  value.set_name("value");
  value.set_type(onnx::AttributeProto::TENSOR);
  value.mutable_t()->set_data_type(onnx::TensorProto::FLOAT);
  value.mutable_t()->add_float_data(2);
  add_value(*m.mutable_graph()->add_output(), "values", {});
  const ImportedModel model = read(m);
  REQUIRE(model.network.graph.size() == 2);
  const Node* output = model.network.graph.find("values2");
  REQUIRE(output);
  CHECK(attribute<std::string>(*output, "tensor_name") == "values");
  CHECK(output->inputs[0] == ValueRef{model.network.graph.find("values")->id, 0});
}

TEST_CASE("a Gemm whose weights are no constant keeps its bias as it is") {
  onnx::ModelProto m = empty_model(9);
  add_value(*m.mutable_graph()->add_input(), "x", {2, 3});
  add_value(*m.mutable_graph()->add_input(), "w", {3, 4});
  add_weight(m, "bias", {1}, 0);
  add_node(m, "Gemm", {"x", "w", "bias"}, {"y"});
  add_value(*m.mutable_graph()->add_output(), "y", {2, 4});
  const ImportedModel model = read(m);
  const Node& gemm = *model.network.graph.find("Gemm");
  REQUIRE(gemm.inputs.size() == 3);
  CHECK(is_parameter(model.network.graph.node(gemm.inputs[2].node)));
}

TEST_CASE("an input may be a sequence") {
  onnx::ModelProto m = empty_model();
  onnx::ValueInfoProto& sequence = *m.mutable_graph()->add_input();
  sequence.set_name("list");
  sequence.mutable_type()
      ->mutable_sequence_type()
      ->mutable_elem_type()
      ->mutable_tensor_type()
      ->set_elem_type(onnx::TensorProto::FLOAT);
  add_node(m, "Identity", {"list"}, {"y"});
  const ImportedModel model = read(m);
  CHECK(attribute<std::string>(*model.network.graph.find("list"), "kind") == "sequence");
  CHECK(model.report.inputs == std::vector<ValueKind>{ValueKind::sequence});
}

TEST_CASE("what is not there yet is told apart from what is wrong") {
  onnx::ModelProto m = empty_model();
  m.add_functions()->set_name("f");
  CHECK_THROWS_AS(read(m), UnsupportedModel);
}
