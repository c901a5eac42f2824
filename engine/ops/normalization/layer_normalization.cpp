// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  if (dtype == DType::undefined || !x) return;
  const std::size_t axis = axis_attribute(c, "axis", x->size());
  const SymShape kept(x->begin() + static_cast<std::ptrdiff_t>(axis), x->end());
  SymShape rows = *x;
  std::fill(rows.begin() + static_cast<std::ptrdiff_t>(axis), rows.end(), Dim(1));
  for (const std::size_t port : {1, 2}) {
    if (!c.has(port)) continue;
    if (!owns_param(c.node(), port)) {
      // A wire may hold what broadcasts.
      require_same_dtype(c, port, 0);
      const auto given = known_shape(c, port);
      if (given && product(*given) == product(kept)) continue;
    }
    for (const Dim& d : kept)
      if (!d.is_constant() && owns_param(c.node(), port))
        c.fail(message(ESP_TEXT("engine", "axis: expected known sizes from axis {} on, got {}"),
                       axis, shape_text(*x)),
               0, "axis");
    c.param(port, dtype, kept);
  }
  c.output(0, Type::tensor(dtype, *x));
  c.output(1, Type::tensor(dtype, rows));
  c.output(2, Type::tensor(dtype, rows));
}

struct Rows {
  std::size_t rows, size;
};

Rows rows_of(const RuleContext& c, const Shape& x) {
  const std::size_t axis = axis_from_front(c.integer("axis"), x.size()).value();
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(axis);
  return {static_cast<std::size_t>(count(Shape(x.begin(), at))),
          static_cast<std::size_t>(count(Shape(at, x.end())))};
}

void reference(ReferenceContext& c) {
  const Shape& shape = c.input(0).shape();
  const auto [rows, size] = rows_of(c, shape);
  Shape kept = shape;
  std::fill(kept.begin() + static_cast<std::ptrdiff_t>(
                               axis_from_front(c.integer("axis"), shape.size()).value()),
            kept.end(), 1);
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto x = c.input(0).values<T>(), scale = c.input(1).values<T>();
    const auto bias = c.has(2) ? c.input(2).values<T>() : std::span<const T>();
    const auto y = c.output<T>(0, shape);
    Tensor means(dtype_of<T>(), kept), deviations(dtype_of<T>(), kept);
    for (std::size_t r = 0; r < rows; ++r) {
      double sum = 0, squares = 0;
      for (std::size_t i = 0; i < size; ++i) sum += x[r * size + i];
      const double mean = sum / static_cast<double>(size);
      for (std::size_t i = 0; i < size; ++i)
        squares += (x[r * size + i] - mean) * (x[r * size + i] - mean);
      const double inv = 1 / std::sqrt(squares / static_cast<double>(size) + c.real("epsilon"));
      for (std::size_t i = 0; i < size; ++i)
        y[r * size + i] = static_cast<T>((x[r * size + i] - mean) * inv * scale[i] +
                                         (bias.empty() ? T{} : bias[i]));
      means.mutable_values<T>()[r] = static_cast<T>(mean);
      deviations.mutable_values<T>()[r] = static_cast<T>(inv);
    }
    if (c.outputs.size() > 1) c.outputs[1] = means;
    if (c.outputs.size() > 2) c.outputs[2] = deviations;
  });
}

// Statistics that nobody asked for are asked for when something flows back.
void lower(LowerContext& c) {
  if (!c.training() || c.outputs.size() >= 3) return;
  std::vector<ValueRef> inputs{c.input(0), c.input(1)};
  if (c.has(2)) inputs.push_back(c.input(2));
  const ValueRef first = c.build().add(*c.node().op, std::move(inputs), c.node().attributes, 3);
  for (std::uint32_t i = 0; i < c.outputs.size(); ++i) c.output(i, GraphBuilder::output(first, i));
}

void gradient(GradientContext& c) {
  if (c.output_gradient(1) || c.output_gradient(2))
    throw Error(ESP_TEXT("engine", "{}: only Y of a LayerNormalization can lead to a loss"),
                c.node().name);
  const ValueRef first =
      c.build().add(internal_op("LayerNormalizationGrad"),
                    {c.output_gradient(0), c.input(0), c.input(1), c.output(1), c.output(2)},
                    {{"axis", c.integer("axis")}}, 3);
  for (std::uint32_t i = 0; i < 3; ++i)
    if (c.has(i) && c.wanted(i)) c.gradient(i, GraphBuilder::output(first, i));
}

AttrSpec axis_spec() {
  return {.name = "axis",
          .type = AttrType::integer,
          .fallback = std::int64_t{-1},
          .help = ESP_TEXT("ops", "The first of the dimensions that are normalised together.")};
}

std::vector<Sample> samples() {
  const auto f = [](Shape shape) { return SampleInput{.shape = std::move(shape)}; };
  return {
      {.name = "rows", .inputs = {f({5, 19}), f({19}), f({19})}},
      {.name = "two axes",
       .attributes = {{"axis", 1}, {"epsilon", 1e-2}},
       .inputs = {f({3, 4, 5}), f({4, 5}), f({4, 5})}},
      {.name = "without bias", .attributes = {{"bias", false}}, .inputs = {f({2, 3, 8}), f({8})}},
      {.name = "long rows", .inputs = {f({2, 5000}), f({5000}), f({5000})}, .gradient = false}};
}

OpSpec layer_normalization() {
  OpSpec s;
  s.name = "LayerNormalization";
  s.category = Category::normalization;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Brings the last dimensions of every sample to mean 0, deviation 1.");
  s.help =
      ESP_TEXT("ops",
               "Y = (X − mean) / √(variance + epsilon) · Scale + B, with mean and variance over "
               "the dimensions from `axis` on. Source: ONNX operator specification, "
               "LayerNormalization; Ba, Kiros and Hinton, \"Layer Normalization\", 2016.");
  s.attributes = {axis_spec(),
                  {.name = "epsilon",
                   .type = AttrType::real,
                   .fallback = 1e-5,
                   .help = ESP_TEXT("ops", "Added to the variance."),
                   .minimum = 0},
                  {.name = "stash_type",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{1},
                   .help = ESP_TEXT("ops", "The element type of the statistics; 1 is float32."),
                   .minimum = 1,
                   .maximum = 1,
                   .advanced = true},
                  {.name = "bias",
                   .type = AttrType::flag,
                   .fallback = true,
                   .help = ESP_TEXT("ops", "Add a bias to each element."),
                   .authored = true}};
  s.inputs = {{.name = "X", .help = ESP_TEXT("ops", "The tensor."), .types = float_types},
              {.name = "Scale",
               .help = ESP_TEXT("ops", "What each normalised element is multiplied by."),
               .kind = PortKind::parameter,
               .types = float_types,
               .initializer = {"ones", 1}},
              {.name = "B",
               .help = ESP_TEXT("ops", "What is added to it."),
               .kind = PortKind::parameter,
               .optional = true,
               .types = float_types,
               .initializer = {"zeros", 1},
               .present_if = "bias"}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The result, of the shape of X.")},
               {.name = "Mean", .help = ESP_TEXT("ops", "The means."), .optional = true},
               {.name = "InvStdDev",
                .help = ESP_TEXT("ops", "1 divided by the deviations."),
                .optional = true}};
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)) * Dim(5); };
  s.gradient = gradient;
  s.lower = lower;
  s.reference = reference;
  s.onnx.versions = {17};
  s.card = [](const Node& node) {
    return fmt::format("axis {}", attribute<std::int64_t>(node, "axis"));
  };
  s.samples = samples;
  return s;
}

OpSpec layer_normalization_grad() {
  OpSpec s;
  s.name = "LayerNormalizationGrad";
  s.domain = internal_domain;
  s.attributes = {axis_spec()};
  for (const char* name : {"dY", "X", "Scale", "Mean", "InvStdDev"})
    s.inputs.push_back({.name = name});
  for (const char* name : {"dX", "dScale", "dB"}) s.outputs.push_back({.name = name});
  s.visible_outputs = 3;
  s.infer = [](InferContext& c) {
    for (std::size_t i = 0; i < 3; ++i)
      if (const auto shape = known_shape(c, i == 0 ? 1 : 2))
        c.output(i, Type::tensor(known_dtype(c, 1), *shape));
  };
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)) * Dim(8); };
  s.reference = [](ReferenceContext& c) {
    const auto [rows, size] = rows_of(c, c.input(1).shape());
    with_float(c, c.input(1).type(), [&]<class T>(T) {
      const auto dy = c.input(0).values<T>(), x = c.input(1).values<T>();
      const auto scale = c.input(2).values<T>(), mean = c.input(3).values<T>();
      const auto inv = c.input(4).values<T>();
      const auto dx = c.output<T>(0, c.input(1).shape());
      std::vector<double> dscale(size), dbias(size);
      for (std::size_t r = 0; r < rows; ++r) {
        double sum = 0, tilt = 0;
        const auto normal = [&](std::size_t i) {
          return (static_cast<double>(x[r * size + i]) - mean[r]) * inv[r];
        };
        for (std::size_t i = 0; i < size; ++i) {
          const double flow = dy[r * size + i], g = flow * scale[i];
          sum += g;
          tilt += g * normal(i);
          dscale[i] += flow * normal(i);
          dbias[i] += flow;
        }
        const auto n = static_cast<double>(size);
        for (std::size_t i = 0; i < size; ++i)
          dx[r * size + i] = static_cast<T>(
              (static_cast<double>(dy[r * size + i]) * scale[i] - sum / n - normal(i) * tilt / n) *
              inv[r]);
      }
      const auto ds = c.output<T>(1, c.input(2).shape()), db = c.output<T>(2, c.input(2).shape());
      for (std::size_t i = 0; i < size; ++i) {
        ds[i] = static_cast<T>(dscale[i]);
        db[i] = static_cast<T>(dbias[i]);
      }
    });
  };
  s.samples = [] {
    return std::vector<Sample>{{.name = "rows",
                                .inputs = {{.shape = {5, 19}},
                                           {.shape = {5, 19}},
                                           {.shape = {19}},
                                           {.shape = {5, 1}},
                                           {.shape = {5, 1}, .low = 0.5, .high = 2}},
                                .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{layer_normalization, layer_normalization_grad}};

}  // namespace
}  // namespace espalier
