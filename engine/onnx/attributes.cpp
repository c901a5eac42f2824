// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/attributes.h"

#include "engine/onnx/onnx.h"

namespace espalier {
namespace {

template <class T, class List> std::vector<T> listed(const List& list) {
  return {list.begin(), list.end()};
}

// Every element of a numeric tensor as T; nothing for types that hold none.
template <class T> std::optional<std::vector<T>> elements(const Tensor& t) {
  auto as = [&]<class From>(From) {
    const auto v = t.values<From>();
    return std::vector<T>(v.begin(), v.end());
  };
  switch (t.type()) {
    case DType::float32:
      return as(float{});
    case DType::float64:
      return as(double{});
    case DType::int64:
      return as(std::int64_t{});
    case DType::int32:
      return as(std::int32_t{});
    case DType::boolean:
      return as(bool{});
    default:
      return std::nullopt;
  }
}

}  // namespace

AttributeMap read_attributes(const onnx::NodeProto& node, const std::filesystem::path& folder,
                             const BodyReader& body) {
  AttributeMap map;
  for (const onnx::AttributeProto& a : node.attribute()) {
    const std::string where = fmt::format("{} \"{}\": {}", node.op_type(), node.name(), a.name());
    switch (a.type()) {
      case onnx::AttributeProto::INT:
        map[a.name()] = static_cast<std::int64_t>(a.i());
        break;
      case onnx::AttributeProto::FLOAT:
        map[a.name()] = static_cast<double>(a.f());
        break;
      case onnx::AttributeProto::STRING:
        map[a.name()] = a.s();
        break;
      case onnx::AttributeProto::INTS:
        map[a.name()] = listed<std::int64_t>(a.ints());
        break;
      case onnx::AttributeProto::FLOATS:
        map[a.name()] = listed<double>(a.floats());
        break;
      case onnx::AttributeProto::STRINGS:
        map[a.name()] = listed<std::string>(a.strings());
        break;
      case onnx::AttributeProto::TENSOR:
        map[a.name()] = to_tensor(a.t(), folder, where);
        break;
      case onnx::AttributeProto::GRAPH:
        map[a.name()] = body(a.name(), a.g());
        break;
      case onnx::AttributeProto::TYPE_PROTO:
        if (node.op_type() == "Optional") break;  // of what an empty one would be
        [[fallthrough]];
      default:
        throw UnsupportedModel(ESP_TEXT("engine", "{}: attribute type {} is not supported"), where,
                               static_cast<int>(a.type()));
    }
  }
  return map;
}

std::optional<AttrValue> coerced(const AttrValue& value, AttrType wanted) {
  if (type_of(value) == wanted) return value;
  if (const auto* i = std::get_if<std::int64_t>(&value)) {
    if (wanted == AttrType::flag) return *i != 0;
    if (wanted == AttrType::real) return static_cast<double>(*i);
    if (wanted == AttrType::integers) return std::vector<std::int64_t>{*i};
  }
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
    if (wanted == AttrType::shape) return to_symbolic(*list);
    if (wanted == AttrType::reals) return std::vector<double>(list->begin(), list->end());
  }
  return std::nullopt;
}

void write_attribute(const std::string& name, const AttrValue& value, onnx::AttributeProto& into,
                     const BodyWriter& body) {
  into.set_name(name);
  auto integers = [&](const auto& list) {
    into.set_type(onnx::AttributeProto::INTS);
    for (std::int64_t v : list) into.add_ints(v);
  };
  switch (type_of(value)) {
    case AttrType::integer:
      into.set_type(onnx::AttributeProto::INT);
      into.set_i(std::get<std::int64_t>(value));
      break;
    case AttrType::flag:
      into.set_type(onnx::AttributeProto::INT);
      into.set_i(std::get<bool>(value) ? 1 : 0);
      break;
    case AttrType::real:
      into.set_type(onnx::AttributeProto::FLOAT);
      into.set_f(static_cast<float>(std::get<double>(value)));
      break;
    case AttrType::text:
      into.set_type(onnx::AttributeProto::STRING);
      into.set_s(std::get<std::string>(value));
      break;
    case AttrType::integers:
      integers(std::get<std::vector<std::int64_t>>(value));
      break;
    case AttrType::shape: {
      const std::optional<Shape> shape = evaluate(std::get<SymShape>(value), {});
      if (!shape)
        throw Error(ESP_TEXT("engine", "attribute {}: expected numbers only, got {}"), name,
                    to_string(value));
      integers(*shape);
      break;
    }
    case AttrType::reals:
      into.set_type(onnx::AttributeProto::FLOATS);
      for (double v : std::get<std::vector<double>>(value)) into.add_floats(static_cast<float>(v));
      break;
    case AttrType::texts:
      into.set_type(onnx::AttributeProto::STRINGS);
      for (const std::string& v : std::get<std::vector<std::string>>(value)) into.add_strings(v);
      break;
    case AttrType::tensor:
      into.set_type(onnx::AttributeProto::TENSOR);
      to_proto(std::get<Tensor>(value), "", *into.mutable_t());
      break;
    case AttrType::graph:
      into.set_type(onnx::AttributeProto::GRAPH);
      body(*std::get<Subgraph>(value).graph, *into.mutable_g());
      break;
  }
}

Tensor attribute_tensor(const AttrValue& value, DType type) {
  std::vector<double> reals;
  std::vector<std::int64_t> integers;
  bool scalar = false;
  if (const auto* i = std::get_if<std::int64_t>(&value)) integers = {*i}, scalar = true;
  if (const auto* b = std::get_if<bool>(&value)) integers = {*b ? 1 : 0}, scalar = true;
  if (const auto* r = std::get_if<double>(&value)) reals = {*r}, scalar = true;
  if (const auto* l = std::get_if<std::vector<std::int64_t>>(&value)) integers = *l;
  if (const auto* l = std::get_if<std::vector<double>>(&value)) reals = *l;
  if (const auto* s = std::get_if<SymShape>(&value)) {
    // A dimension that is a symbol can only be the one that Reshape works out by itself.
    for (const Dim& d : *s) integers.push_back(d.constant().value_or(-1));
  }
  const std::size_t n = std::max(reals.size(), integers.size());
  const Shape shape = scalar ? Shape{} : Shape{static_cast<std::int64_t>(n)};
  auto filled = [&]<class T>(T) {
    Tensor t(dtype_of<T>(), shape);
    const auto out = t.mutable_values<T>();
    for (std::size_t i = 0; i < n; ++i)
      out[i] = reals.empty() ? static_cast<T>(integers[i]) : static_cast<T>(reals[i]);
    return t;
  };
  switch (type) {
    case DType::float32:
      return filled(float{});
    case DType::boolean:
      return filled(bool{});
    case DType::int32:
      return filled(std::int32_t{});
    default:
      return filled(std::int64_t{});
  }
}

std::optional<AttrValue> tensor_attribute(const Tensor& tensor, AttrType wanted) {
  if (tensor.count() > 64) return std::nullopt;
  const auto integers = elements<std::int64_t>(tensor);
  const auto reals = elements<double>(tensor);
  if (!integers || !reals) return std::nullopt;
  const bool one = integers->size() == 1;
  switch (wanted) {
    case AttrType::integers:
      return *integers;
    case AttrType::shape:
      return to_symbolic(*integers);
    case AttrType::reals:
      return *reals;
    case AttrType::integer:
      return one ? std::optional<AttrValue>((*integers)[0]) : std::nullopt;
    case AttrType::real:
      return one ? std::optional<AttrValue>((*reals)[0]) : std::nullopt;
    case AttrType::flag:
      return one ? std::optional<AttrValue>((*integers)[0] != 0) : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace espalier
