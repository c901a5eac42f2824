// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "engine/graph/onnx_form.h"
#include "engine/ops/reduction/reduce.h"
#include "engine/ops/support/index.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/typed.h"

namespace espalier {

std::optional<std::vector<bool>> reduced_dimensions(const RuleContext& c, const Ints& axes,
                                                    std::size_t rank) {
  std::vector<bool> reduced(rank, axes.empty() && !c.flag("noop_with_empty_axes"));
  for (const std::int64_t axis : axes) {
    const auto d = axis_from_front(axis, rank);
    if (!d) return std::nullopt;
    reduced[*d] = true;
  }
  return reduced;
}

namespace {

enum class Kind { sum, mean, max, min, prod };

// The axes from the port where it is wired; nothing while they are not known.
std::optional<Ints> known_axes(const InferContext& c) {
  if (!is_wired(c.node(), 1)) return c.integers("axes");
  if (!c.input(1).elements) return std::nullopt;
  Ints axes;
  for (const Dim& d : *c.input(1).elements) {
    if (!d.is_constant()) return std::nullopt;
    axes.push_back(*d.constant());
  }
  return axes;
}

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  if (dtype == DType::undefined) return;
  const auto x = known_shape(c, 0);
  const auto axes = known_axes(c);
  if (!x || !axes) {
    c.output(0, Type::of_unknown_rank(dtype));
    return;
  }
  const auto reduced = reduced_dimensions(c, *axes, x->size());
  if (!reduced)
    c.fail(message(ESP_TEXT("engine", "axes: expected {} to {} for the input {}, got {}"),
                   -static_cast<std::int64_t>(x->size()), static_cast<std::int64_t>(x->size()) - 1,
                   shape_text(*x), ints_text(*axes)),
           -1, "axes");
  SymShape y;
  for (std::size_t d = 0; d < x->size(); ++d) {
    if (!(*reduced)[d])
      y.push_back((*x)[d]);
    else if (c.flag("keepdims"))
      y.emplace_back(1);
  }
  c.output(0, Type::tensor(dtype, std::move(y)));
}

// Of the axes as they stand: what flows back, with the reduced dimensions kept as 1.
struct Flow {
  ValueRef dy, y;
  SymShape x, kept;
};

Flow flow(GradientContext& c) {
  const SymShape x = c.type(c.input(0)).shape.value();
  Ints axes = c.integers("axes");
  if (is_wired(c.node(), 1)) {
    const auto& elements = c.type(c.input(1)).elements;
    if (!elements)
      throw Error(ESP_TEXT("engine", "{}: the axes must be known to train"), c.node().name);
    axes.clear();
    for (const Dim& d : *elements) axes.push_back(d.constant().value());
  }
  const std::vector<bool> reduced = reduced_dimensions(c, axes, x.size()).value();
  SymShape kept = x;
  for (std::size_t d = 0; d < kept.size(); ++d)
    if (reduced[d]) kept[d] = 1;
  ValueRef dy = c.output_gradient(0), y = c.output(0);
  if (!c.flag("keepdims")) {
    dy = c.build().add(internal_op("ReshapeTo"), {dy}, {{"shape", kept}});
    y = c.build().add(internal_op("ReshapeTo"), {y}, {{"shape", kept}});
  }
  return {dy, y, x, kept};
}

// A sum passes on to every term what it gets, a mean a share of it. Of the greatest or least ones each
// gets an equal share. A product gives each factor the product of the others: dy · y / x.
template <Kind kind> void gradient(GradientContext& c) {
  GraphBuilder& build = c.build();
  const Flow f = flow(c);
  if constexpr (kind == Kind::sum || kind == Kind::mean) {
    c.gradient(0, build.add(internal_op("ExpandTo"), {f.dy},
                            {{"shape", f.x}, {"mean", kind == Kind::mean}}));
  } else if constexpr (kind == Kind::prod) {
    const ValueRef each = build.add(op("Mul"), {f.dy, f.y});
    c.gradient(0, build.add(op("Div"), {each, c.input(0)}));
  } else {
    const auto to = static_cast<std::int64_t>(c.type(c.input(0)).dtype);
    const ValueRef same =
        build.add(op("Cast"), {build.add(op("Equal"), {c.input(0), f.y})}, {{"to", to}});
    const ValueRef many = build.add(internal_op("SumTo"), {same}, {{"shape", f.kept}});
    c.gradient(0, build.add(op("Mul"), {same, build.add(op("Div"), {f.dy, many})}));
  }
}

// The value before the first term.
template <Kind kind, class T> T first() {
  using Limits = std::numeric_limits<T>;
  if constexpr (kind == Kind::prod) return 1;
  if constexpr (kind == Kind::max)
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  if constexpr (kind == Kind::min) return Limits::has_infinity ? Limits::infinity() : Limits::max();
  return 0;
}

template <Kind kind, class T> T combined(T a, T b) {
  if constexpr (kind == Kind::prod) return static_cast<T>(a * b);
  if constexpr (kind == Kind::max || kind == Kind::min) {
    if (a != a || b != b) return static_cast<T>(a + b);
    return (kind == Kind::max) == (a > b) ? a : b;
  }
  return static_cast<T>(a + b);
}

template <Kind kind> void reference(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  Ints axes = c.integers("axes");
  if (c.has(1)) {
    const auto values = c.input(1).values<std::int64_t>();
    axes.assign(values.begin(), values.end());
  }
  const std::vector<bool> reduced = reduced_dimensions(c, axes, x.size()).value();
  Shape kept = x;
  Shape y;
  for (std::size_t d = 0; d < x.size(); ++d) {
    if (reduced[d]) kept[d] = 1;
    if (!reduced[d] || c.flag("keepdims")) y.push_back(kept[d]);
  }
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    constexpr bool mean = kind == Kind::mean, extreme = kind == Kind::max || kind == Kind::min;
    using Whole = std::conditional_t<extreme, T, std::int64_t>;
    using Sum = std::conditional_t<std::is_floating_point_v<T>, double, Whole>;
    const auto in = c.input(0).values<T>();
    std::vector<Sum> sums(static_cast<std::size_t>(count(y)), first<kind, Sum>());
    std::size_t i = 0;
    for_each_index(x, [&](const std::vector<std::int64_t>& index) {
      Sum& sum = sums[static_cast<std::size_t>(broadcast_position(index, kept))];
      sum = combined<kind>(sum, static_cast<Sum>(in[i++]));
    });
    const auto out = c.output<T>(0, y);
    const std::int64_t terms = sums.empty() ? 1 : c.input(0).count() / count(y);
    for (std::size_t k = 0; k < sums.size(); ++k) {
      if (mean && !std::is_floating_point_v<T> && terms == 0) continue;
      out[k] = static_cast<T>(mean ? sums[k] / static_cast<Sum>(terms) : sums[k]);
    }
  });
}

}  // namespace

void write_reduction(OnnxExportContext& c) {
  // The opset from which ONNX takes the axes as an input.
  const int axes_as_input = std::string_view(c.source.op->name) == "ReduceSum" ? 13 : 18;
  if (c.opset >= axes_as_input) return;
  if (is_wired(c.source, 1))
    throw Error(ESP_TEXT("engine", "{}: {} takes its axes from a wire from opset {} on only"),
                c.source.name, c.source.op->name, axes_as_input);
  if (attribute<bool>(c.source, "noop_with_empty_axes") &&
      attribute<Ints>(c.source, "axes").empty()) {
    c.node = {"Identity", "", c.node.name, {}, {c.node.inputs[0]}, c.node.outputs};
    return;
  }
  c.node.inputs.resize(1);
  c.constants.clear();
  c.node.attributes.erase("noop_with_empty_axes");
  if (const Ints axes = attribute<Ints>(c.source, "axes"); !axes.empty())
    c.node.attributes.insert_or_assign("axes", axes);
}

namespace {

std::string card(const Node& node) {
  const Ints axes = attribute<Ints>(node, "axes");
  return axes.empty() ? "" : fmt::format("axes {}", fmt::join(axes, ", "));
}

}  // namespace

OpSpec reduction_spec(const char* name) {
  OpSpec s;
  s.name = name;
  s.category = Category::shape;
  s.attributes = {{.name = "axes",
                   .type = AttrType::integers,
                   .fallback = Ints{},
                   .help = ESP_TEXT("ops", "The dimensions to reduce; none means all."),
                   .as_input = 1,
                   .as_input_type = DType::int64},
                  {.name = "keepdims",
                   .type = AttrType::flag,
                   .fallback = true,
                   .help = ESP_TEXT("ops", "Keep the reduced dimensions with size 1.")},
                  {.name = "noop_with_empty_axes",
                   .type = AttrType::flag,
                   .fallback = false,
                   .help = ESP_TEXT("ops", "Let no axes mean no reduction."),
                   .advanced = true}};
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The tensor."), .types = sum_types},
              {.name = "axes",
               .help = ESP_TEXT("ops", "The axes as a tensor; overrides the attribute."),
               .optional = true,
               .types = {DType::int64}}};
  s.outputs = {{.name = "reduced", .help = ESP_TEXT("ops", "The result.")}};
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.input(0)); };
  s.onnx.versions = {1, 11, 13, 18};
  s.onnx.write = write_reduction;
  s.card = card;
  s.samples = reduction_samples;
  return s;
}

namespace {

template <Kind kind> OpSpec reduce(const char* name, const char* summary, const char* help) {
  OpSpec s = reduction_spec(name);
  s.summary = summary;
  s.help = help;
  if (kind == Kind::max || kind == Kind::min) s.inputs[0].types = number_types;
  s.gradient = gradient<kind>;
  s.reference = reference<kind>;
  return s;
}

OpSpec reduce_sum() {
  OpSpec s = reduce<Kind::sum>(
      "ReduceSum", ESP_TEXT("ops", "The sum over some dimensions."),
      ESP_TEXT("ops",
               "y is the sum of x over the dimensions in `axes`, or over all of them. "
               "Source: ONNX operator specification, ReduceSum."));
  s.onnx.versions = {1, 11, 13};
  return s;
}

OpSpec reduce_mean() {
  return reduce<Kind::mean>(
      "ReduceMean", ESP_TEXT("ops", "The mean over some dimensions."),
      ESP_TEXT("ops",
               "y is the mean of x over the dimensions in `axes`, or over all of them. "
               "Source: ONNX operator specification, ReduceMean."));
}

OpSpec reduce_max() {
  OpSpec s = reduce<Kind::max>(
      "ReduceMax", ESP_TEXT("ops", "The greatest over some dimensions."),
      ESP_TEXT("ops",
               "y is the greatest of x over the dimensions in `axes`, or over all of them; equal "
               "ones share the gradient. Source: ONNX operator specification, ReduceMax."));
  s.onnx.versions = {1, 11, 12, 13, 18, 20};
  return s;
}

OpSpec reduce_min() {
  OpSpec s = reduce<Kind::min>(
      "ReduceMin", ESP_TEXT("ops", "The least over some dimensions."),
      ESP_TEXT("ops",
               "y is the least of x over the dimensions in `axes`, or over all of them; equal "
               "ones share the gradient. Source: ONNX operator specification, ReduceMin."));
  s.onnx.versions = {1, 11, 12, 13, 18, 20};
  return s;
}

OpSpec reduce_prod() {
  return reduce<Kind::prod>(
      "ReduceProd", ESP_TEXT("ops", "The product over some dimensions."),
      ESP_TEXT("ops",
               "y is the product of x over the dimensions in `axes`, or over all of them. The "
               "gradient needs x ≠ 0. Source: ONNX operator specification, ReduceProd."));
}

const RegisterOps ops_of_this_file{{reduce_sum, reduce_mean, reduce_max, reduce_min, reduce_prod}};

}  // namespace
}  // namespace espalier
