// SPDX-License-Identifier: Apache-2.0
#include "engine/project/attribute_json.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "engine/graph/op.h"
#include "engine/project/graph_json.h"

namespace espalier {

// ---- base64 (RFC 4648)

namespace {

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(const std::byte* data, std::size_t size) {
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t i = 0; i < size; i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < size ? std::to_integer<std::uint32_t>(data[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= size ? letters[(group >> (18 - 6 * k)) & 63] : '=';
    }
  }
  return text;
}

std::optional<std::vector<std::byte>> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && !text.empty() && text.back() == '=') {
    text.remove_suffix(1);
    ++padding;
  }
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() * 3 / 4);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t value = letters.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> count & 0xff));
  }
  return bytes;
}

// ---- writing

namespace {

Json real_json(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v > 0 ? "inf" : "-inf";
  return v;
}

Json tensor_json(const Tensor& t) {
  Json json = {{"dtype", name(t.type())}, {"shape", t.shape()}};
  if (t.type() == DType::string) {
    json["values"] = t.strings();
  } else {
    json["base64"] = base64(t.data(), t.bytes());
  }
  return json;
}

struct Writer {
  Json operator()(std::int64_t v) const { return v; }
  Json operator()(double v) const {
    return std::isfinite(v) ? Json(v) : Json{{"real", real_json(v)}};
  }
  Json operator()(bool v) const { return v; }
  Json operator()(const std::string& v) const { return v; }
  Json operator()(const std::vector<std::int64_t>& v) const {
    return v.empty() ? Json{{"integers", Json::array()}} : Json(v);
  }
  Json operator()(const std::vector<double>& v) const {
    Json list = Json::array();
    bool plain = !v.empty();
    for (const double x : v) {
      list.push_back(real_json(x));
      plain = plain && std::isfinite(x);
    }
    return plain ? list : Json{{"reals", list}};
  }
  Json operator()(const std::vector<std::string>& v) const {
    return v.empty() ? Json{{"texts", Json::array()}} : Json(v);
  }
  Json operator()(const SymShape& v) const {
    std::string text;
    for (const Dim& d : v) text += (text.empty() ? "" : ",") + d.text();
    return {{"shape", text}};
  }
  Json operator()(const Tensor& v) const {
    return {{"tensor", v ? tensor_json(v) : Json::object()}};
  }
  Json operator()(const Subgraph& v) const {
    return {{"graph", v.graph ? to_json(*v.graph) : Json::object()}};
  }
};

}  // namespace

Json to_json(const AttrValue& value) { return std::visit(Writer{}, value); }

// ---- reading

namespace {

constexpr std::size_t longest_list = 10'000'000;

double real_from(const JsonValue& v) {
  if (v.json().is_string()) {
    const std::string text = v.text();
    if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (text == "inf") return std::numeric_limits<double>::infinity();
    if (text == "-inf") return -std::numeric_limits<double>::infinity();
  }
  return v.real();
}

std::vector<std::int64_t> integers_from(const JsonValue& v) {
  std::vector<std::int64_t> list(v.array_size(longest_list));
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = v.at(i).integer();
  return list;
}

std::vector<double> reals_from(const JsonValue& v) {
  std::vector<double> list(v.array_size(longest_list));
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = real_from(v.at(i));
  return list;
}

std::vector<std::string> texts_from(const JsonValue& v) {
  std::vector<std::string> list(v.array_size(longest_list));
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = v.at(i).text();
  return list;
}

SymShape shape_from(const JsonValue& v) {
  try {
    return parse_shape(v.text());
  } catch (const Error& e) {
    v.fail(e.message());
  }
}

Tensor tensor_from(const JsonValue& v) {
  JsonObject object(v, nullptr);
  if (v.json().empty()) return {};
  const JsonValue type_field = object.get("dtype");
  const auto dtype = dtype_from_name(type_field.text());
  if (!dtype || *dtype == DType::undefined)
    type_field.expected(ESP_TEXT("engine", "{}: {}: expected an element type, got {}."));
  const Shape shape = integers_from(object.get("shape"));
  const auto elements = checked_count(shape);
  if (!elements)
    object.get("shape").expected(ESP_TEXT(
        "engine", "{}: {}: expected dimensions of at least 0 whose product is small, got {}."));
  if (*dtype == DType::string) {
    const JsonValue values = object.get("values");
    std::vector<std::string> texts = texts_from(values);
    if (static_cast<std::int64_t>(texts.size()) != *elements) {
      values.expected(
          ESP_TEXT("engine", "{}: {}: expected as many texts as the shape has elements, got {}."));
    }
    return Tensor::of_strings(shape, std::move(texts));
  }
  // Compared before the tensor asks for memory.
  const JsonValue data = object.get("base64");
  const auto bytes = from_base64(data.text(std::size_t{1} << 30));
  if (!bytes) data.expected(ESP_TEXT("engine", "{}: {}: expected base64, got {}."));
  if (bytes->size() != bytes_of(*dtype, *elements))
    data.expected(
        ESP_TEXT("engine", "{}: {}: expected as many bytes as type and shape say, got {}."));
  Tensor t(*dtype, shape);
  if (!bytes->empty()) std::memcpy(t.mutable_data(), bytes->data(), bytes->size());
  return t;
}

AttrValue from_object(const JsonValue& v) {
  JsonObject object(v, nullptr);
  if (v.json().size() != 1)
    v.expected(ESP_TEXT("engine", "{}: {}: expected an attribute's value, got {}."));
  if (object.has("real")) return real_from(object.get("real"));
  if (object.has("integers")) return integers_from(object.get("integers"));
  if (object.has("reals")) return reals_from(object.get("reals"));
  if (object.has("texts")) return texts_from(object.get("texts"));
  if (object.has("shape")) return shape_from(object.get("shape"));
  if (object.has("tensor")) return tensor_from(object.get("tensor"));
  if (object.has("graph")) {
    const JsonValue graph = object.get("graph");
    if (graph.json().is_object() && graph.json().empty()) return Subgraph{};
    return Subgraph{std::make_shared<const Graph>(graph_from_json(graph, nullptr))};
  }
  v.expected(ESP_TEXT("engine", "{}: {}: expected an attribute's value, got {}."));
}

}  // namespace

AttrValue attribute_from_json(const JsonValue& v) {
  const Json& json = v.json();
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return v.integer();
  if (json.is_number()) return v.real();
  if (json.is_string()) return v.text();
  if (json.is_object()) return from_object(v);
  if (!json.is_array() || json.empty())
    v.expected(ESP_TEXT("engine", "{}: {}: expected an attribute's value, got {}."));
  if (json[0].is_string()) return texts_from(v);
  for (const Json& element : json) {
    if (!element.is_number_integer()) return reals_from(v);
  }
  return integers_from(v);
}

}  // namespace espalier
