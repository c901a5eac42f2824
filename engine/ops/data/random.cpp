// SPDX-License-Identifier: Apache-2.0
//
// RandomNormal, RandomUniform and their Like forms. The numbers are Philox's, keyed by the seed that is
// set or else by the run's seed and the layer, and in training by the step: the same on every machine.
#include <bit>

#include "engine/base/philox.h"
#include "engine/graph/onnx_form.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

DType type_wanted(const RuleContext& c, DType like) {
  return c.is_set("dtype") || like == DType::undefined ? static_cast<DType>(c.integer("dtype"))
                                                       : like;
}

// The two numbers of the distribution: mean and deviation, or both ends.
template <bool normal> AttributeMap distribution(const RuleContext& c) {
  return {{"normal", normal},
          {"a", c.real(normal ? "mean" : "low")},
          {"b", c.real(normal ? "scale" : "high")}};
}

Tensor numbers(const ReferenceContext& c, DType type, const Shape& shape, bool normal, double a,
               double b, std::uint64_t key, std::uint64_t stream) {
  Tensor t(type, shape);
  Random random(key, stream);
  with_float(c, type, [&]<class T>(T) {
    for (T& v : t.mutable_values<T>())
      v = normal ? static_cast<T>(a + b * static_cast<double>(random.normal()))
                 : static_cast<T>(a + (b - a) * static_cast<double>(random.uniform()));
  });
  return t;
}

std::uint64_t key_of(const RuleContext& c, std::uint64_t otherwise) {
  if (!c.is_set("seed")) return otherwise;
  return std::bit_cast<std::uint32_t>(static_cast<float>(c.real("seed")));
}

template <bool normal, bool like> void infer(InferContext& c) {
  if constexpr (like) {
    const auto x = known_shape(c, 0);
    const DType type = type_wanted(c, known_dtype(c, 0));
    c.output(0, x ? Type::tensor(type, *x) : Type::of_unknown_rank(type));
  } else {
    c.output(
        0, Type::tensor(type_wanted(c, DType::undefined), to_symbolic(Shape(c.integers("shape")))));
  }
}

template <bool normal, bool like> void reference(ReferenceContext& c) {
  const DType type = type_wanted(c, like ? c.input(0).type() : DType::undefined);
  const Shape shape = like ? c.input(0).shape() : Shape(c.integers("shape"));
  const AttributeMap d = distribution<normal>(c);
  c.outputs[0] = numbers(c, type, shape, normal, std::get<double>(d.at("a")),
                         std::get<double>(d.at("b")), key_of(c, stable_hash(c.node().name)), 0);
}

// In training every step has numbers of its own.
template <bool normal, bool like> void lower(LowerContext& c) {
  const Type type = c.type({c.node().id, 0});
  if (!type.has_shape()) return;
  AttributeMap a = distribution<normal>(c);
  a["shape"] = *type.shape;
  a["dtype"] = static_cast<std::int64_t>(type.dtype);
  const std::uint64_t key = key_of(c, c.random_key() ^ c.seed());
  std::vector<ValueRef> inputs{c.build().constant(Tensor::scalar(static_cast<std::int64_t>(key)))};
  if (c.training()) inputs.push_back(c.step_counter());
  c.output(0, c.build().add(internal_op("RandomNumbers"), std::move(inputs), std::move(a)));
}

template <bool normal, bool like> OpSpec spec(const char* name, const char* summary) {
  OpSpec s;
  s.name = name;
  s.category = Category::data;
  s.summary = summary;
  s.help =
      ESP_TEXT("ops",
               "The numbers follow from the seed, or from the run's seed and the layer, and in "
               "training from the step: they are the same on every machine. Source: ONNX "
               "operator specification.");
  s.random = true;
  if (normal)
    s.attributes = {{.name = "mean",
                     .type = AttrType::real,
                     .fallback = 0.0,
                     .help = ESP_TEXT("ops", "The mean of the numbers.")},
                    {.name = "scale",
                     .type = AttrType::real,
                     .fallback = 1.0,
                     .help = ESP_TEXT("ops", "Their standard deviation.")}};
  else
    s.attributes = {{.name = "low",
                     .type = AttrType::real,
                     .fallback = 0.0,
                     .help = ESP_TEXT("ops", "The lower end of the numbers.")},
                    {.name = "high",
                     .type = AttrType::real,
                     .fallback = 1.0,
                     .help = ESP_TEXT("ops", "The upper end, which is not reached.")}};
  s.attributes.push_back({.name = "seed",
                          .type = AttrType::real,
                          .fallback = 0.0,
                          .help = ESP_TEXT("ops", "Where set, the numbers follow from it alone.")});
  s.attributes.push_back({.name = "dtype",
                          .type = AttrType::integer,
                          .fallback = std::int64_t{1},
                          .help = ESP_TEXT("ops", "The element type: 1 float32, 11 float64."),
                          .minimum = 1,
                          .maximum = 16,
                          .advanced = true});
  if (like)
    s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "A tensor of the shape wanted.")}};
  else
    s.attributes.push_back({.name = "shape",
                            .type = AttrType::integers,
                            .fallback = Ints{1},
                            .help = ESP_TEXT("ops", "The shape."),
                            .minimum = 0});
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The numbers.")}};
  s.infer = infer<normal, like>;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.lower = lower<normal, like>;
  s.gradient = [](GradientContext&) {};
  s.reference = reference<normal, like>;
  s.onnx = {.versions = {1, 22}, .import = nullptr, .write = [](OnnxExportContext& c) {
              for (const char* left : {"seed", "dtype"})
                if (!c.source.attributes.contains(left)) c.node.attributes.erase(left);
              if (const AttrSpec* shape = c.source.op->attribute("shape"))
                c.node.attributes.insert_or_assign(shape->name,
                                                   attribute<Ints>(c.source, shape->name));
            }};
  s.samples = [] {
    Sample one{.name = "matrix", .gradient = false, .onnx = false};
    if (like)
      one.inputs = {{.shape = {3, 4}}};
    else
      one.attributes = {{"shape", Ints{3, 4}}};
    return std::vector<Sample>{one};
  };
  return s;
}

OpSpec normal() {
  return spec<true, false>("RandomNormal", ESP_TEXT("ops", "Normal random numbers of a shape."));
}
OpSpec uniform() {
  return spec<false, false>("RandomUniform",
                            ESP_TEXT("ops", "Evenly spread random numbers of a shape."));
}
OpSpec normal_like() {
  return spec<true, true>("RandomNormalLike",
                          ESP_TEXT("ops", "Normal random numbers of the shape of a tensor."));
}
OpSpec uniform_like() {
  return spec<false, true>(
      "RandomUniformLike",
      ESP_TEXT("ops", "Evenly spread random numbers of the shape of a tensor."));
}

OpSpec random_numbers() {
  OpSpec s;
  s.name = "RandomNumbers";
  s.domain = internal_domain;
  s.random = true;
  s.attributes = {{.name = "normal", .type = AttrType::flag, .fallback = false},
                  {.name = "a", .type = AttrType::real, .fallback = 0.0},
                  {.name = "b", .type = AttrType::real, .fallback = 1.0},
                  {.name = "dtype", .fallback = std::int64_t{1}},
                  {.name = "shape", .type = AttrType::shape}};
  s.inputs = {{.name = "key", .types = {DType::int64}},
              {.name = "step", .optional = true, .types = {DType::int64}}};
  s.outputs = {{.name = "Y"}};
  s.infer = [](InferContext& c) {
    c.output(0, Type::tensor(static_cast<DType>(c.integer("dtype")),
                             attribute<SymShape>(c.node(), "shape")));
  };
  s.gradient = [](GradientContext&) {};
  s.reference = [](ReferenceContext& c) {
    const auto key = static_cast<std::uint64_t>(c.input(0).values<std::int64_t>()[0]);
    const auto step =
        c.has(1) ? static_cast<std::uint64_t>(c.input(1).values<std::int64_t>()[0]) : 0;
    c.outputs[0] = numbers(c, static_cast<DType>(c.integer("dtype")), concrete_shape(c, "shape"),
                           c.flag("normal"), c.real("a"), c.real("b"), key, step);
  };
  return s;
}

const RegisterOps ops_of_this_file{{normal, uniform, normal_like, uniform_like, random_numbers}};

}  // namespace
}  // namespace espalier
