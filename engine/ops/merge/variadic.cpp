// SPDX-License-Identifier: Apache-2.0
//
// Sum, Mean, Max and Min of any number of tensors, with broadcasting. Of more than two they are chains
// of operators of two, so that kernels, gradients and fusion are those.
#include <algorithm>
#include <cmath>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/gradients.h"
#include "engine/ops/support/index.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

enum class Kind { sum, mean, max, min };

template <Kind kind> constexpr const char* operator_name() {
  return kind == Kind::sum    ? "Sum"
         : kind == Kind::mean ? "Mean"
         : kind == Kind::max  ? "Max"
                              : "Min";
}

// The greater or lesser of two sizes, element by element, where both sides are lists of them.
template <Kind kind> void infer_elements(InferContext& c, Type& y) {
  if (c.input_count() != 2 || (kind != Kind::max && kind != Kind::min)) return;
  const auto &a = c.input(0).elements, &b = c.input(1).elements;
  if (!a || !b || (a->size() != b->size() && a->size() != 1 && b->size() != 1)) return;
  std::vector<Dim> out;
  for (std::size_t i = 0; i < std::max(a->size(), b->size()); ++i) {
    const Dim &p = (*a)[a->size() == 1 ? 0 : i], &q = (*b)[b->size() == 1 ? 0 : i];
    out.push_back(kind == Kind::max ? max(p, q) : min(p, q));
  }
  y.elements = std::move(out);
}

template <Kind kind> void infer(InferContext& c) {
  if (c.input_count() == 0) return;
  for (std::size_t port = 1; port < c.input_count(); ++port) require_same_dtype(c, port, 0);
  const DType dtype = known_dtype(c, 0);
  if (dtype == DType::undefined) return;
  auto shape = known_shape(c, 0);
  for (std::size_t port = 1; port < c.input_count(); ++port) {
    const auto x = known_shape(c, port);
    if (shape && x)
      shape = broadcast_shapes(c, *shape, *x, port);
    else
      shape.reset();
  }
  if (!shape) return c.output(0, Type::of_unknown_rank(dtype));
  Type y = Type::tensor(dtype, std::move(*shape));
  infer_elements<kind>(c, y);
  c.output(0, std::move(y));
}

// Two at a time; nothing where it is one operator as it stands.
template <Kind kind, class Context> void chain(Context& c) {
  const std::size_t count = c.node().inputs.size();
  constexpr bool adds = kind == Kind::sum || kind == Kind::mean;
  if (count == 0 || (!adds && count == 2)) return;
  const OpSpec& two = op(adds ? "Add" : operator_name<kind>());
  ValueRef y = c.input(0);
  for (std::size_t i = 1; i < count; ++i) y = c.build().add(two, {y, c.input(i)});
  if (kind == Kind::mean && count > 1)
    y = c.build().add(
        op("Div"),
        {y, c.build().constant(filled(c.type(y).dtype, {}, static_cast<double>(count)))});
  c.output(0, y);
}

// The greater one has the whole slope; where both are equal, each has a half.
template <Kind kind> void gradient(GradientContext& c) {
  GraphBuilder& build = c.build();
  const DType dtype = c.type(c.output(0)).dtype;
  const auto as_number = [&](const char* comparison, ValueRef a, ValueRef b) {
    return build.add(op("Cast"), {build.add(op(comparison), {a, b})},
                     {{"to", static_cast<std::int64_t>(dtype)}});
  };
  const ValueRef half =
      build.add(op("Mul"), {c.output_gradient(0), build.constant(filled(dtype, {}, 0.5))});
  for (std::size_t port = 0; port < c.node().inputs.size(); ++port) {
    if (!c.wanted(port)) continue;
    const ValueRef a = c.input(port), b = c.input(1 - port);
    const bool greater = kind == Kind::max;
    const ValueRef share =
        build.add(op("Add"), {as_number(greater ? "Greater" : "Less", a, b),
                              as_number(greater ? "GreaterOrEqual" : "LessOrEqual", a, b)});
    c.gradient(port, sum_to_input(c, build.add(op("Mul"), {half, share}), port));
  }
}

template <Kind kind, class T> T combine(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return a + b;
  }
  return kind == Kind::max ? std::max(a, b) : std::min(a, b);
}

template <Kind kind> void reference(ReferenceContext& c) {
  std::optional<Shape> shape = c.input(0).shape();
  for (std::size_t i = 1; shape && i < c.input_count(); ++i)
    shape = broadcast(*shape, c.input(i).shape());
  if (!shape)
    c.fail(message(ESP_TEXT("engine", "{}: expected shapes that broadcast together"),
                   c.node().op->name));
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    using Total = std::conditional_t<std::is_floating_point_v<T>, double, T>;
    std::vector<Total> values(static_cast<std::size_t>(count(*shape)));
    for (std::size_t port = 0; port < c.input_count(); ++port) {
      const auto x = c.input(port).values<T>();
      std::size_t i = 0;
      for_each_index(*shape, [&](const std::vector<std::int64_t>& index) {
        const auto v = static_cast<Total>(
            x[static_cast<std::size_t>(broadcast_position(index, c.input(port).shape()))]);
        Total& y = values[i++];
        if constexpr (kind == Kind::sum || kind == Kind::mean)
          y = static_cast<Total>(y + v);
        else
          y = port == 0 ? v : combine<kind>(y, v);
      });
    }
    const auto y = c.output<T>(0, *shape);
    for (std::size_t i = 0; i < values.size(); ++i)
      y[i] = static_cast<T>(kind == Kind::mean ? values[i] / static_cast<Total>(c.input_count())
                                               : values[i]);
  });
}

std::vector<Sample> samples() {
  return {{.name = "two", .inputs = {{.shape = {2, 3, 4}}, {.shape = {3, 1}}}},
          {.name = "three", .inputs = {{.shape = {2, 3}}, {.shape = {2, 3}}, {.shape = {2, 3}}}},
          {.name = "one", .inputs = {{.shape = {5}}}},
          {.name = "broadcast all ways",
           .inputs = {{.shape = {4, 1, 3}}, {.shape = {2, 1}}, {.shape = {}}}},
          {.name = "empty", .inputs = {{.shape = {0, 3}}, {.shape = {3}}}, .gradient = false}};
}

struct Texts {
  const char *summary, *help;
};

template <Kind kind> constexpr Texts texts() {
  switch (kind) {
    case Kind::sum:
      return {ESP_TEXT("ops", "Sum of any number of tensors."),
              ESP_TEXT("ops",
                       "The inputs are added element by element; shapes broadcast as in numpy. "
                       "Source: ONNX operator specification, Sum.")};
    case Kind::mean:
      return {ESP_TEXT("ops", "Mean of any number of tensors."),
              ESP_TEXT("ops",
                       "The sum of the inputs, element by element, over their number; shapes "
                       "broadcast as in numpy. Source: ONNX operator specification, Mean.")};
    case Kind::max:
      return {ESP_TEXT("ops", "The greatest of any number of tensors, element by element."),
              ESP_TEXT("ops",
                       "Shapes broadcast as in numpy; a NaN stays a NaN. Where two are equal each "
                       "gets half of the gradient. Source: ONNX operator specification, Max.")};
    default:
      return {ESP_TEXT("ops", "The least of any number of tensors, element by element."),
              ESP_TEXT("ops",
                       "Shapes broadcast as in numpy; a NaN stays a NaN. Where two are equal each "
                       "gets half of the gradient. Source: ONNX operator specification, Min.")};
  }
}

template <Kind kind> OpSpec make() {
  constexpr bool extreme = kind == Kind::max || kind == Kind::min;
  OpSpec s;
  s.name = operator_name<kind>();
  s.category = Category::merge;
  s.summary = texts<kind>().summary;
  s.help = texts<kind>().help;
  s.inputs = {{.name = "data_0",
               .help = ESP_TEXT("ops", "The tensors."),
               .variadic = true,
               .types = extreme ? number_types : float_types}};
  s.outputs = {{.name = extreme ? kind == Kind::max ? "max" : "min" : operator_name<kind>(),
                .help = ESP_TEXT("ops", "The result, of the broadcast shape.")}};
  s.infer = infer<kind>;
  s.cost = [](CostContext& c) {
    c.cost.operations =
        product(c.output(0)) * Dim(static_cast<std::int64_t>(c.node().inputs.size()));
  };
  if (extreme) s.gradient = gradient<kind>;
  s.lower = chain<kind, LowerContext>;
  s.reference = reference<kind>;
  s.onnx.versions = extreme ? std::vector<int>{1, 6, 8, 12, 13} : std::vector<int>{1, 6, 8, 13};
  s.onnx.import = [](OnnxImportContext& c) { c.node.attributes.erase("consumed_inputs"); };
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{
    {make<Kind::sum>, make<Kind::mean>, make<Kind::max>, make<Kind::min>}};

}  // namespace
}  // namespace espalier
