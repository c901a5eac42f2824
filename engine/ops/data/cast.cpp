// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

#include "engine/base/half.h"
#include "engine/graph/onnx_form.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

const std::vector<DType> castable{DType::float32, DType::float64, DType::float16, DType::bfloat16,
                                  DType::int8,    DType::int16,   DType::int32,   DType::int64,
                                  DType::uint8,   DType::uint16,  DType::uint32,  DType::uint64,
                                  DType::boolean, DType::string};

void infer_to(InferContext& c, DType to) {
  const auto shape = known_shape(c, 0);
  if (!shape) return c.output(0, Type::of_unknown_rank(to));
  Type y = Type::tensor(to, *shape);
  if ((to == DType::int64 || to == DType::int32) && is_integer(known_dtype(c, 0)))
    y.elements = c.input(0).elements;
  c.output(0, std::move(y));
}

void infer(InferContext& c) {
  const auto to = static_cast<DType>(c.integer("to"));
  if (std::find(castable.begin(), castable.end(), to) == castable.end())
    c.fail(message(ESP_TEXT("engine",
                            "to: expected the number of an element type such as 1 (float32) or "
                            "7 (int64), got {}"),
                   c.integer("to")),
           -1, "to",
           Fix{message(ESP_TEXT("engine", "Set {} to {}"), "to", 1), "to", std::int64_t{1}});
  infer_to(c, to);
}

// An element as what it stands for: a double, or a 64-bit integer that a double may not hold.
struct Number {
  double real = 0;
  std::uint64_t whole = 0;
  bool exact = false;     // `whole` has it
  bool negative = false;  // and it is below 0
};

template <class T> Number number(T v) {
  if constexpr (std::is_floating_point_v<T>)
    return {.real = static_cast<double>(v)};
  else
    return {static_cast<double>(v), static_cast<std::uint64_t>(v), true, v < T{}};
}

// From real numbers towards zero: NaN gives 0, a value outside the nearest end. Integers keep their
// low bits.
template <class T> T as(const Number& n) {
  if constexpr (std::is_floating_point_v<T>) {
    if (n.exact && !n.negative) return static_cast<T>(n.whole);
    return n.exact ? static_cast<T>(static_cast<std::int64_t>(n.whole)) : static_cast<T>(n.real);
  } else {
    if (n.exact) return static_cast<T>(n.whole);
    using Limits = std::numeric_limits<T>;
    if (std::isnan(n.real)) return 0;
    if (n.real <= static_cast<double>(Limits::min())) return Limits::min();
    if (n.real >= static_cast<double>(Limits::max())) return Limits::max();
    return static_cast<T>(n.real);
  }
}

std::string text(const Number& n, DType from) {
  if (n.exact)
    return n.negative ? std::to_string(static_cast<std::int64_t>(n.whole))
                      : std::to_string(n.whole);
  if (std::isnan(n.real)) return "NaN";
  if (std::isinf(n.real)) return n.real < 0 ? "-INF" : "INF";
  char buffer[64];
  const auto end = from == DType::float64
                       ? std::to_chars(buffer, std::end(buffer), n.real)
                       : std::to_chars(buffer, std::end(buffer), static_cast<float>(n.real));
  return {buffer, end.ptr};
}

Number parsed(const ReferenceContext& c, const std::string& s) {
  std::string_view rest(s);
  if (rest.starts_with('+')) rest.remove_prefix(1);
  const auto lower = [](char a) { return a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a; };
  std::string small(rest);
  std::transform(small.begin(), small.end(), small.begin(), lower);
  Number n;
  std::int64_t whole = 0;
  const char* end = small.data() + small.size();
  if (const auto r = std::from_chars(small.data(), end, whole); r.ec == std::errc() && r.ptr == end)
    return number(whole);
  const auto r = std::from_chars(small.data(), end, n.real);
  if (small.empty() || r.ec == std::errc::invalid_argument || r.ptr != end)
    c.fail(message(ESP_TEXT("engine", "expected a number, got the text \"{}\""), s));
  return n;
}

// Every element of a tensor.
template <class F> void each_number(const ReferenceContext& c, const Tensor& x, F f) {
  const auto all = [&](auto values, auto read) {
    for (std::size_t i = 0; i < values.size(); ++i) f(i, read(values[i]));
  };
  const auto halves = [&] {
    return std::span(reinterpret_cast<const std::uint16_t*>(x.data()),
                     static_cast<std::size_t>(x.count()));
  };
  if (x.type() == DType::string)
    return all(std::span(x.strings()), [&](const std::string& s) { return parsed(c, s); });
  if (x.type() == DType::float16)
    return all(halves(), [](std::uint16_t h) { return number(from_float16(h)); });
  if (x.type() == DType::bfloat16)
    return all(halves(), [](std::uint16_t h) { return number(from_bfloat16(h)); });
  if (x.type() == DType::boolean)
    return all(x.values<bool>(), [](bool b) { return number(static_cast<std::uint8_t>(b)); });
  with_number(c, x.type(), [&]<class T>(T) { all(x.values<T>(), [](T v) { return number(v); }); });
}

Tensor cast(const ReferenceContext& c, const Tensor& x, DType to) {
  if (to == DType::string) {
    std::vector<std::string> texts(static_cast<std::size_t>(x.count()));
    each_number(c, x, [&](std::size_t i, const Number& n) { texts[i] = text(n, x.type()); });
    return Tensor::of_strings(x.shape(), std::move(texts));
  }
  Tensor y(to, x.shape());
  if (to == DType::float16 || to == DType::bfloat16) {
    auto* out = reinterpret_cast<std::uint16_t*>(y.mutable_data());
    each_number(c, x, [&](std::size_t i, const Number& n) {
      const auto v = as<float>(n);
      out[i] = to == DType::float16 ? to_float16(v) : to_bfloat16(v);
    });
  } else if (to == DType::boolean) {
    const auto out = y.mutable_values<bool>();
    each_number(c, x, [&](std::size_t i, const Number& n) {
      out[i] = n.exact ? n.whole != 0 : n.real != 0;
    });
  } else {
    with_number(c, to, [&]<class T>(T) {
      const auto out = y.mutable_values<T>();
      each_number(c, x, [&](std::size_t i, const Number& n) { out[i] = as<T>(n); });
    });
  }
  return y;
}

void gradient(GradientContext& c) {
  const DType from = c.type(c.input(0)).dtype;
  if (!is_floating(c.type(c.output(0)).dtype)) return;
  c.gradient(0, c.build().add(op("Cast"), {c.output_gradient(0)},
                              {{"to", static_cast<std::int64_t>(from)}}));
}

// Before opset 6 the type was given by name.
void import(OnnxImportContext& c) {
  const auto to = c.node.attributes.find("to");
  c.node.attributes.erase("saturate");  // of the 8-bit types, which are not cast here
  if (to == c.node.attributes.end()) return;
  const auto* named = std::get_if<std::string>(&to->second);
  if (!named) return;
  std::string lower;
  for (const char ch : *named)
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(ch)));
  if (lower == "float") lower = "float32";
  if (lower == "double") lower = "float64";
  const auto type = dtype_from_name(lower);
  if (!type)
    c.fail(message(ESP_TEXT("engine", "{}: to: expected the name of an element type, got \"{}\""),
                   c.node.name, *named));
  to->second = static_cast<std::int64_t>(*type);
}

std::vector<Sample> samples() {
  const auto to = [](DType t) { return AttrValue(static_cast<std::int64_t>(t)); };
  const auto odd = given(Tensor::of<float>({6}, {1.7F, -1.7F, NAN, 3e9F, -3e9F, 0}));
  return {{.name = "the same",
           .attributes = {{"to", to(DType::float32)}},
           .inputs = {{.shape = {2, 3}}},
           .gradient = false},
          {.name = "to int64",
           .attributes = {{"to", to(DType::int64)}},
           .inputs = {odd},
           .gradient = false},
          {.name = "to int32",
           .attributes = {{"to", to(DType::int32)}},
           .inputs = {odd},
           .gradient = false},
          {.name = "to bool",
           .attributes = {{"to", to(DType::boolean)}},
           .inputs = {odd},
           .gradient = false},
          {.name = "bool to float",
           .attributes = {{"to", to(DType::float32)}},
           .inputs = {{.dtype = DType::boolean, .shape = {5}, .low = 0, .high = 1}},
           .gradient = false},
          {.name = "integers",
           .attributes = {{"to", to(DType::int32)}},
           .inputs = {given(Tensor::of<std::int64_t>({2}, {(std::int64_t{1} << 40) + 3, -2}))},
           .gradient = false}};
}

OpSpec cast_spec() {
  OpSpec s;
  s.name = "Cast";
  s.category = Category::data;
  s.summary = ESP_TEXT("ops", "Turns the elements into another type.");
  s.help = ESP_TEXT("ops",
                    "Real numbers become whole ones towards zero, whole ones keep their low bits, "
                    "whatever is not 0 is true; texts are read and written as decimal numbers. "
                    "Source: ONNX operator specification, Cast.");
  s.attributes = {{.name = "to",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{1},
                   .help = ESP_TEXT("ops",
                                    "The type by its number in ONNX: 1 float32, 11 float64, 10 "
                                    "float16, 6 int32, 7 int64, 2 uint8, 3 int8, 9 bool, 8 text."),
                   .minimum = 1,
                   .maximum = 16}};
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The tensor."), .types = castable}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The same values in the new type.")}};
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.gradient = gradient;
  s.reference = [](ReferenceContext& c) {
    c.outputs[0] = cast(c, c.input(0), static_cast<DType>(c.integer("to")));
  };
  s.onnx = {.versions = {1, 6, 9, 13, 19, 21, 23, 24, 25},
            .import = import,
            .write = [](OnnxExportContext& c) {
              c.node.attributes.insert_or_assign("to", attribute<std::int64_t>(c.source, "to"));
            }};
  s.card = [](const Node& node) {
    return std::string(name(static_cast<DType>(attribute<std::int64_t>(node, "to"))));
  };
  s.samples = samples;
  return s;
}

OpSpec cast_like() {
  OpSpec s;
  s.name = "CastLike";
  s.category = Category::data;
  s.summary = ESP_TEXT("ops", "Turns the elements into the type of another tensor.");
  s.help = ESP_TEXT("ops",
                    "As Cast, to the element type of the second input. Source: ONNX operator "
                    "specification, CastLike.");
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The tensor."), .types = castable},
              {.name = "target_type",
               .help = ESP_TEXT("ops", "A tensor of the type wanted."),
               .types = castable}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The same values in the new type.")}};
  s.infer = [](InferContext& c) {
    known_shape(c, 1);
    if (known_dtype(c, 1) != DType::undefined) infer_to(c, known_dtype(c, 1));
  };
  s.lower = [](LowerContext& c) {
    c.output(0, c.build().add(op("Cast"), {c.input(0)},
                              {{"to", static_cast<std::int64_t>(c.type(c.input(1)).dtype)}}));
  };
  s.reference = [](ReferenceContext& c) { c.outputs[0] = cast(c, c.input(0), c.input(1).type()); };
  s.onnx = {.versions = {15, 19, 21, 23, 24, 25},
            .import = [](OnnxImportContext& c) { c.node.attributes.erase("saturate"); },
            .write = nullptr};
  s.samples = [] {
    return std::vector<Sample>{{.name = "to int64",
                                .inputs = {{.shape = {2, 3}, .low = -5, .high = 5},
                                           given(Tensor::of<std::int64_t>({1}, {7}))},
                                .gradient = false},
                               {.name = "the same", .inputs = {{.shape = {4}}, {.shape = {}}}}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{cast_spec, cast_like}};

}  // namespace
}  // namespace espalier
