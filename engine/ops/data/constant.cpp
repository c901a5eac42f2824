// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/onnx_form.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

// Tensors up to this size may be a shape or a list of axes.
constexpr std::int64_t most_known_elements = 64;

void infer(InferContext& c) {
  const auto value = attribute<Tensor>(c.node(), "value");
  Type type = Type::tensor(value.type(), to_symbolic(value.shape()));
  if (value.count() <= most_known_elements) {
    std::vector<Dim> elements;
    if (value.type() == DType::int64)
      for (const std::int64_t v : value.values<std::int64_t>()) elements.emplace_back(v);
    if (value.type() == DType::int32)
      for (const std::int32_t v : value.values<std::int32_t>()) elements.emplace_back(v);
    if (value.type() == DType::int64 || value.type() == DType::int32) type.elements = elements;
  }
  c.output(0, std::move(type));
}

template <class T, class V> Tensor list(const V& values) {
  return Tensor::of<T>({static_cast<std::int64_t>(values.size())},
                       std::vector<T>(values.begin(), values.end()));
}

// ONNX has an attribute for each kind of value.
void import(OnnxImportContext& c) {
  AttributeMap& a = c.node.attributes;
  if (a.contains("sparse_value"))
    c.fail(message(ESP_TEXT("engine", "{}: Constant with a sparse value is not supported"),
                   c.node.name));
  if (const auto value = a.find("value");
      value != a.end() && std::holds_alternative<Tensor>(value->second))
    return;
  std::optional<Tensor> value;
  const auto take = [&](const char* name, auto convert) {
    if (const auto it = a.find(name); it != a.end())
      std::visit([&](const auto& v) { value = convert(v); }, it->second);
  };
  const auto convert = [&]<class V>(const V& v) -> std::optional<Tensor> {
    if constexpr (std::is_same_v<V, double>) return Tensor::scalar(static_cast<float>(v));
    if constexpr (std::is_same_v<V, std::int64_t>) return Tensor::scalar(v);
    if constexpr (std::is_same_v<V, std::vector<double>>) return list<float>(v);
    if constexpr (std::is_same_v<V, Ints>) return list<std::int64_t>(v);
    if constexpr (std::is_same_v<V, std::string>) return Tensor::of_strings({}, {v});
    if constexpr (std::is_same_v<V, std::vector<std::string>>)
      return Tensor::of_strings({static_cast<std::int64_t>(v.size())}, v);
    return std::nullopt;
  };
  for (const char* name :
       {"value_float", "value_floats", "value_int", "value_ints", "value_string", "value_strings"})
    take(name, convert);
  if (!value)
    c.fail(
        message(ESP_TEXT("engine", "{}: expected a Constant with a value, got none"), c.node.name));
  c.node.attributes = {{"value", std::move(*value)}};
}

OpSpec constant() {
  OpSpec s;
  s.name = "Constant";
  s.category = Category::data;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "A fixed tensor.");
  s.help = ESP_TEXT("ops",
                    "The output is the tensor given; it does not train. Source: ONNX operator "
                    "specification, Constant.");
  s.attributes = {{.name = "value",
                   .type = AttrType::tensor,
                   .fallback = Tensor::scalar(0.0F),
                   .help = ESP_TEXT("ops", "The tensor.")}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The tensor.")}};
  s.infer = infer;
  s.reference = [](ReferenceContext& c) { c.outputs[0] = attribute<Tensor>(c.node(), "value"); };
  s.onnx = {.versions = {1, 9, 11, 12, 13, 19, 21, 23, 24, 25},
            .import = import,
            .write = [](OnnxExportContext& c) {
              c.node.attributes.insert_or_assign("value", attribute<Tensor>(c.source, "value"));
            }};
  s.card = [](const Node& node) { return to_string(attribute<Tensor>(node, "value").shape()); };
  s.samples = [] {
    return std::vector<Sample>{{.name = "matrix",
                                .attributes = {{"value", Tensor::of<float>({2, 2}, {1, 2, 3, 4})}},
                                .gradient = false},
                               {.name = "integer",
                                .attributes = {{"value", Tensor::scalar<std::int64_t>(7)}},
                                .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{constant}};

}  // namespace
}  // namespace espalier
