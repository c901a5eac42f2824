// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "engine/graph/inference.h"

#include "tests/engine/onnx/models.h"

using namespace espalier;
using namespace espalier::test;

namespace {

// x → Relu → y
onnx::ModelProto relu_model() {
  onnx::ModelProto m = empty_model();
  add_value(*m.mutable_graph()->add_input(), "x", {-1, 4});
  add_node(m, "Relu", {"x"}, {"y"});
  add_value(*m.mutable_graph()->add_output(), "y", {-1, 4});
  return m;
}

bool mentions(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* w : words)
    if (text.find(w) == std::string::npos) {
      MESSAGE(text);
      return false;
    }
  return true;
}

}  // namespace

TEST_CASE("inputs, layers and outputs keep their names and symbols") {
  const ImportedModel model = read(relu_model());
  const Graph& g = model.network.graph;
  REQUIRE(g.find("x"));
  CHECK(to_string(attribute<SymShape>(*g.find("x"), "shape")) == "N×4");
  CHECK(g.size() == 3);
  CHECK(model.report.operators.at("Relu") == 1);
  CHECK(model.report.unknown.empty());
}

TEST_CASE("a weight that one layer uses belongs to the layer; one that two use is a Parameter") {
  onnx::ModelProto m = empty_model();
  add_value(*m.mutable_graph()->add_input(), "x", {-1, 1, 5, 5});
  add_weight(m, "w", {2, 1, 3, 3}, 0.5F);
  add_weight(m, "shared", {2, 2, 1, 1}, 0.25F);
  add_node(m, "Conv", {"x", "w"}, {"a"});
  add_node(m, "Conv", {"a", "shared"}, {"b"});
  add_node(m, "Conv", {"b", "shared"}, {"y"});
  add_value(*m.mutable_graph()->add_output(), "y", {-1, 2, 3, 3});
  const ImportedModel model = read(m);
  CHECK(model.weights.all().size() == 2);
  int parameters = 0;
  for (const NodeId id : model.network.graph.nodes())
    parameters += std::string_view(model.network.graph.node(id).op->name) == "Parameter";
  CHECK(parameters == 1);
  Inference inference;
  inference.update(model.network);
  for (const Diagnostic& d : inference.diagnostics()) MESSAGE(d.message.text());
  CHECK(inference.diagnostics().empty());
  CHECK(inference.total().parameters.constant().value_or(0) == 18 + 4);
}

TEST_CASE("names with slashes and colons come back on export") {
  onnx::ModelProto m = empty_model();
  add_value(*m.mutable_graph()->add_input(), "a/b:0", {1, 4});
  add_node(m, "Relu", {"a/b:0"}, {"out/y:0"}).set_name("/block/relu");
  add_value(*m.mutable_graph()->add_output(), "out/y:0", {1, 4});
  const ImportedModel model = read(m);
  const std::string bytes = export_onnx(model.network, model.weights);
  onnx::ModelProto again;
  REQUIRE(again.ParseFromString(bytes));
  CHECK(again.graph().input(0).name() == "a/b:0");
  CHECK(again.graph().output(0).name() == "out/y:0");
  CHECK(again.graph().node_size() == 1);
}

TEST_CASE("an operator that is not there is kept and reported") {
  onnx::ModelProto m = relu_model();
  m.mutable_graph()->mutable_node(0)->set_op_type("NoSuchOperator");
  const ImportedModel model = read(m);
  CHECK(model.report.unknown.at("NoSuchOperator") == 1);
  CHECK(model.network.graph.size() == 3);
}

TEST_CASE("files that are no models") {
  const std::string text = "this is not protobuf";
  CHECK_THROWS_AS(import_onnx(std::as_bytes(std::span(text)), {}, "x.onnx"), Error);
  CHECK_THROWS_AS(import_onnx(std::span<const std::byte>{}, {}, "x.onnx"), Error);
  const std::string whole = relu_model().SerializeAsString();
  int refused = 0;
  for (std::size_t n = 0; n < whole.size(); ++n) {
    try {
      import_onnx(std::as_bytes(std::span(whole.data(), n)), {}, "cut.onnx");
    } catch (const Error&) {
      ++refused;
    }
  }
  CHECK(refused >
        static_cast<int>(whole.size()) / 2);  // a cut between two fields can be a whole message
}

TEST_CASE("a cycle") {
  onnx::ModelProto m = relu_model();
  m.mutable_graph()->clear_node();
  add_node(m, "Add", {"x", "b"}, {"a"});
  add_node(m, "Relu", {"a"}, {"b"});
  add_node(m, "Relu", {"b"}, {"y"});
  CHECK(mentions(refusal(m), {"test.onnx", "cycle"}));
}

TEST_CASE("layers in the wrong order are read all the same") {
  onnx::ModelProto m = relu_model();
  m.mutable_graph()->clear_node();
  add_node(m, "Relu", {"a"}, {"y"});
  add_node(m, "Relu", {"x"}, {"a"});
  CHECK(refusal(m).empty());
}

TEST_CASE("an input that nobody produces, a value produced twice") {
  onnx::ModelProto m = relu_model();
  m.mutable_graph()->mutable_node(0)->set_input(0, "ghost");
  CHECK(mentions(refusal(m), {"ghost"}));
  onnx::ModelProto twice = relu_model();
  add_node(twice, "Relu", {"x"}, {"y"});
  CHECK(mentions(refusal(twice), {"twice", "y"}));
}

TEST_CASE("tensors whose sizes lie") {
  onnx::ModelProto m = relu_model();
  onnx::TensorProto& t = add_weight(m, "w", {2, 2}, 1);
  SUBCASE("too few elements") {
    t.mutable_float_data()->RemoveLast();
    CHECK(mentions(refusal(m), {"\"w\"", "4", "3"}));
  }
  SUBCASE("an overflowing shape") {
    t.clear_float_data();
    t.set_dims(0, std::int64_t{1} << 40);
    t.set_dims(1, std::int64_t{1} << 40);
    CHECK(mentions(refusal(m), {"\"w\"", "too large"}));
  }
  SUBCASE("a huge shape with no data asks for no memory") {
    t.clear_float_data();
    t.set_dims(0, std::int64_t{1} << 36);
    CHECK(mentions(refusal(m), {"\"w\""}));
  }
  SUBCASE("a negative dimension") {
    t.set_dims(0, -2);
    CHECK(mentions(refusal(m), {"\"w\"", "negative"}));
  }
  SUBCASE("an element type that is none") {
    t.set_data_type(99);
    CHECK(mentions(refusal(m), {"\"w\"", "99"}));
  }
  SUBCASE("raw bytes of another length") {
    t.clear_float_data();
    t.set_raw_data("abc");
    CHECK(mentions(refusal(m), {"\"w\"", "16 bytes", "3"}));
  }
}

TEST_CASE("external data stay inside the model's folder") {
  const auto root = std::filesystem::temp_directory_path() / "espalier_external_test";
  std::filesystem::remove_all(root);
  std::filesystem::create_directories(root / "model");
  std::ofstream(root / "secret.bin") << std::string(64, 's');
  std::ofstream(root / "model/weights.bin") << std::string(64, 'w');
  std::error_code error;
  std::filesystem::create_symlink("../secret.bin", root / "model/link.bin", error);

  const auto attempt = [&](const std::string& location, const std::string& offset = "0") {
    onnx::ModelProto m = relu_model();
    auto* t = m.mutable_graph()->add_initializer();
    t->set_name("w");
    t->set_data_type(onnx::TensorProto::FLOAT);
    t->add_dims(8);
    t->set_data_location(onnx::TensorProto::EXTERNAL);
    const auto add = [&](const char* key, const std::string& value) {
      auto* e = t->add_external_data();
      e->set_key(key);
      e->set_value(value);
    };
    add("location", location);
    add("offset", offset);
    std::ofstream(root / "model/m.onnx", std::ios::binary) << m.SerializeAsString();
    try {
      import_onnx(root / "model/m.onnx");
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CHECK(attempt("weights.bin").empty());
  CHECK(attempt("weights.bin", "32").empty());
  CHECK(mentions(attempt("weights.bin", "40"), {"40", "weights.bin"}));
  CHECK(mentions(attempt("weights.bin", "18446744073709551615"), {"weights.bin"}));
  CHECK(mentions(attempt("weights.bin", "-1"), {"-1"}));
  CHECK(mentions(attempt("../secret.bin"), {"outside"}));
  CHECK(mentions(attempt((root / "secret.bin").string()), {"below the model's folder"}));
  CHECK(mentions(attempt("link.bin"), {"outside"}));
  CHECK(mentions(attempt("missing.bin"), {"missing.bin"}));
  CHECK(mentions(attempt(""), {"below the model's folder"}));
  std::filesystem::remove_all(root);
}

TEST_CASE("every element type comes in by its typed list and goes out raw") {
  for (const auto type :
       {onnx::TensorProto::INT8, onnx::TensorProto::UINT8, onnx::TensorProto::INT16,
        onnx::TensorProto::INT32, onnx::TensorProto::INT64, onnx::TensorProto::BOOL,
        onnx::TensorProto::DOUBLE, onnx::TensorProto::FLOAT16, onnx::TensorProto::UINT32,
        onnx::TensorProto::UINT64}) {
    onnx::ModelProto m = empty_model();
    auto& n = add_node(m, "Constant", {}, {"c"});
    auto* a = n.add_attribute();
    a->set_name("value");
    a->set_type(onnx::AttributeProto::TENSOR);
    auto* t = a->mutable_t();
    t->set_data_type(type);
    t->add_dims(2);
    for (int i = 1; i <= 2; ++i) {
      if (type == onnx::TensorProto::INT64)
        t->add_int64_data(i);
      else if (type == onnx::TensorProto::DOUBLE)
        t->add_double_data(i);
      else if (type == onnx::TensorProto::UINT32 || type == onnx::TensorProto::UINT64)
        t->add_uint64_data(static_cast<std::uint64_t>(i));
      else
        t->add_int32_data(i);
    }
    add_node(m, "Identity", {"c"}, {"y"});
    auto* out = m.mutable_graph()->add_output();
    out->set_name("y");
    out->mutable_type()->mutable_tensor_type()->set_elem_type(type);
    const ImportedModel model = read(m);
    const Node* constant = nullptr;
    for (const NodeId id : model.network.graph.nodes())
      if (std::string_view(model.network.graph.node(id).op->name) == "Constant")
        constant = &model.network.graph.node(id);
    REQUIRE(constant);
    const auto& tensor = std::get<Tensor>(constant->attributes.at("value"));
    CHECK(static_cast<int>(tensor.type()) == type);
    CHECK(tensor.bytes() == bytes_of(tensor.type(), 2));
  }
}
