// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/onnx_form.h"
#include "engine/ops/reduction/axes.h"
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

template <bool mean> void gradient(GradientContext& c) {
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
  ValueRef dy = c.output_gradient(0);
  if (!c.flag("keepdims")) dy = c.build().add(internal_op("ReshapeTo"), {dy}, {{"shape", kept}});
  c.gradient(0, c.build().add(internal_op("ExpandTo"), {dy}, {{"shape", x}, {"mean", mean}}));
}

template <bool mean> void reference(ReferenceContext& c) {
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
    using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;
    const auto in = c.input(0).values<T>();
    std::vector<Sum> sums(static_cast<std::size_t>(count(y)));
    std::size_t i = 0;
    for_each_index(x, [&](const std::vector<std::int64_t>& index) {
      sums[static_cast<std::size_t>(broadcast_position(index, kept))] += static_cast<Sum>(in[i++]);
    });
    const auto out = c.output<T>(0, y);
    const auto terms = static_cast<Sum>(sums.empty() ? 1 : c.input(0).count() / count(y));
    for (std::size_t k = 0; k < sums.size(); ++k) {
      if (mean && !std::is_floating_point_v<T> && terms == 0) continue;
      out[k] = static_cast<T>(mean ? sums[k] / terms : sums[k]);
    }
  });
}

// The opset from which ONNX takes the axes as an input.
template <int axes_as_input> void write(OnnxExportContext& c) {
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

std::string card(const Node& node) {
  const Ints axes = attribute<Ints>(node, "axes");
  return axes.empty() ? "" : fmt::format("axes {}", fmt::join(axes, ", "));
}

std::vector<Sample> samples() {
  const SampleInput x{.shape = {2, 3, 4, 5}};
  return {{.name = "all", .attributes = {{"keepdims", false}}, .inputs = {x}},
          {.name = "spatial", .attributes = {{"axes", Ints{2, 3}}}, .inputs = {x}},
          {.name = "outer and inner, dropped",
           .attributes = {{"axes", Ints{0, -1}}, {"keepdims", false}},
           .inputs = {x}},
          {.name = "middle", .attributes = {{"axes", Ints{1}}}, .inputs = {{.shape = {3, 1, 7}}}},
          {.name = "nothing", .attributes = {{"noop_with_empty_axes", true}}, .inputs = {x}},
          {.name = "scalar", .inputs = {{.shape = {}}}},
          {.name = "long rows",
           .attributes = {{"axes", Ints{1}}},
           .inputs = {{.shape = {3, 70001}}},
           .gradient = false},
          {.name = "empty rows",
           .attributes = {{"axes", Ints{0}}},
           .inputs = {{.shape = {3, 0}}},
           .gradient = false},
          {.name = "integers",
           .inputs = {given(Tensor::of<std::int64_t>({2, 2}, {1, 2, 3, 6}))},
           .gradient = false}};
}

template <bool mean> OpSpec reduce() {
  OpSpec s;
  s.name = mean ? "ReduceMean" : "ReduceSum";
  s.category = Category::shape;
  s.summary = mean ? ESP_TEXT("ops", "The mean over some dimensions.")
                   : ESP_TEXT("ops", "The sum over some dimensions.");
  s.help = mean ? ESP_TEXT("ops",
                           "y is the mean of x over the dimensions in `axes`, or over all of them. "
                           "Source: ONNX operator specification, ReduceMean.")
                : ESP_TEXT("ops",
                           "y is the sum of x over the dimensions in `axes`, or over all of them. "
                           "Source: ONNX operator specification, ReduceSum.");
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
  s.gradient = gradient<mean>;
  s.reference = reference<mean>;
  s.onnx.versions = mean ? std::vector<int>{1, 11, 13, 18} : std::vector<int>{1, 11, 13};
  s.onnx.write = write < mean ? 18 : 13 > ;
  s.card = card;
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{{reduce<false>, reduce<true>}};

}  // namespace
}  // namespace espalier
