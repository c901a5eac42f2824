// SPDX-License-Identifier: Apache-2.0
//
// GatherElements and ScatterElements: single elements by their place along one dimension.
#include <algorithm>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

AttrSpec axis_spec() {
  return {.name = "axis",
          .type = AttrType::integer,
          .fallback = std::int64_t{0},
          .help = ESP_TEXT("ops", "The dimension along which the indices count.")};
}

// Where in x the element of an index is that `indices` sends along the axis.
struct Places {
  Places(const ReferenceContext& context, const Shape& whole, const Tensor& list)
      : c(context),
        x(whole),
        shape(list.shape()),
        indices(integers_of(list)),
        axis(axis_from_front(context.integer("axis"), whole.size()).value()) {}

  std::int64_t at(std::vector<std::int64_t> index) const {
    std::int64_t i = indices[static_cast<std::size_t>(position_of(index, shape))];
    if (i < -x[axis] || i >= x[axis])
      c.fail(message(ESP_TEXT("engine", "indices: expected {} to {} along the axis, got {}"),
                     -x[axis], x[axis] - 1, i));
    index[axis] = i < 0 ? i + x[axis] : i;
    return position_of(index, x);
  }

  const ReferenceContext& c;
  const Shape x, shape;
  const Ints indices;
  const std::size_t axis;
};

void check_ranks(InferContext& c, std::size_t port) {
  const auto x = known_shape(c, 0), other = known_shape(c, port);
  if (x && other && x->size() != other->size())
    c.fail(message(ESP_TEXT("engine", "expected {} with the {} dimensions of {}, got {}"),
                   c.node().op->input(port).name, x->size(), shape_text(*x), shape_text(*other)),
           static_cast<int>(port));
}

void infer_gather(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  if (dtype == DType::undefined) return;
  if (const auto x = known_shape(c, 0)) axis_attribute(c, "axis", x->size());
  check_ranks(c, 1);
  const auto indices = known_shape(c, 1);
  c.output(0, indices ? Type::tensor(dtype, *indices) : Type::of_unknown_rank(dtype));
}

void gradient_gather(GradientContext& c) {
  if (!c.wanted(0)) return;
  c.gradient(
      0, c.build().add(internal_op("GatherElementsGrad"), {c.output_gradient(0), c.input(1)},
                       {{"axis", c.integer("axis")}, {"shape", c.type(c.input(0)).shape.value()}}));
}

SampleInput list(Shape shape, const std::vector<std::int64_t>& v) {
  return given(Tensor::of<std::int64_t>(std::move(shape), v));
}

OpSpec gather_elements() {
  OpSpec s;
  s.name = "GatherElements";
  s.category = Category::shape;
  s.summary = ESP_TEXT("ops", "Takes single elements by their place along one dimension.");
  s.help =
      ESP_TEXT("ops",
               "For `axis` 0, y[i, j] = data[indices[i, j], j]; negative numbers count from the "
               "end. Source: ONNX operator specification, GatherElements.");
  s.attributes = {axis_spec()};
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The tensor, of any type.")},
              {.name = "indices",
               .help = ESP_TEXT("ops", "Places along the axis, of the output's shape."),
               .types = {DType::int64, DType::int32}}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The elements taken.")}};
  s.infer = infer_gather;
  s.gradient = gradient_gather;
  s.reference = [](ReferenceContext& c) {
    const Places places(c, c.input(0).shape(), c.input(1));
    c.outputs[0] = moved(c, c.input(0), places.shape,
                         [&](const std::vector<std::int64_t>& i) { return places.at(i); });
  };
  s.onnx.versions = {11, 13};
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "columns", .inputs = {{.shape = {3, 2}}, list({2, 2}, {2, 0, 2, -2})}},
        {.name = "rows",
         .attributes = {{"axis", 1}},
         .inputs = {{.shape = {2, 3}}, list({2, 4}, {0, 0, 2, 1, 1, -1, 0, 2})}}};
  };
  return s;
}

OpSpec gather_elements_grad() {
  OpSpec s;
  s.name = "GatherElementsGrad";
  s.domain = internal_domain;
  s.attributes = {axis_spec(), {.name = "shape", .type = AttrType::shape}};
  s.inputs = {{.name = "dY"}, {.name = "indices", .types = {DType::int64, DType::int32}}};
  s.outputs = {{.name = "dX"}};
  s.infer = infer_shape_attribute;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.input(0)); };
  s.reference = [](ReferenceContext& c) {
    const Shape x = concrete_shape(c, "shape");
    const Places places(c, x, c.input(1));
    add_moved(c, c.input(0), x, [&](const std::vector<std::int64_t>& i) { return places.at(i); });
  };
  s.samples = [] {
    return std::vector<Sample>{{.name = "columns",
                                .attributes = {{"axis", 0}, {"shape", to_symbolic(Shape{3, 2})}},
                                .inputs = {{.shape = {2, 2}}, list({2, 2}, {2, 0, 2, -2})},
                                .gradient = false}};
  };
  return s;
}

// ---- ScatterElements

void infer_scatter(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (x) axis_attribute(c, "axis", x->size());
  check_ranks(c, 1);
  check_ranks(c, 2);
  require_same_dtype(c, 2, 0);
  const auto indices = known_shape(c, 1), updates = known_shape(c, 2);
  if (indices && updates && indices->size() == updates->size())
    for (std::size_t d = 0; d < indices->size(); ++d)
      c.require_equal((*indices)[d], (*updates)[d],
                      message(ESP_TEXT("engine", "expected updates of shape {}, got {}"),
                              shape_text(*indices), shape_text(*updates)),
                      2);
  output_like(c);
}

template <class T> T reduced(const std::string& how, T old, T update) {
  if (how == "add") return static_cast<T>(old + update);
  if (how == "mul") return static_cast<T>(old * update);
  if (how == "max") return std::max(old, update);
  if (how == "min") return std::min(old, update);
  return update;
}

void reference_scatter(ReferenceContext& c) {
  const Places places(c, c.input(0).shape(), c.input(1));
  const std::string how = c.text("reduction");
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    Tensor y = c.input(0);
    const auto to = y.mutable_values<T>();
    const auto updates = c.input(2).values<T>();
    std::size_t i = 0;
    for_each_index(places.shape, [&](const std::vector<std::int64_t>& index) {
      T& old = to[static_cast<std::size_t>(places.at(index))];
      old = reduced(how, old, updates[i++]);
    });
    c.outputs[0] = std::move(y);
  });
}

// What was written over has no gradient; sums pass on to both sides.
void gradient_scatter(GradientContext& c) {
  GraphBuilder& build = c.build();
  const ValueRef dy = c.output_gradient(0);
  const std::string how = c.text("reduction");
  const AttrValue axis = c.integer("axis");
  if (how != "none" && how != "add")
    throw Error(ESP_TEXT("engine", "{}: reduction {} has no gradient"), c.node().name, how);
  if (c.wanted(0)) {
    ValueRef dx = dy;
    if (how == "none") {
      const Type& updates = c.type(c.input(2));
      const auto shape = evaluate(updates.shape.value(), {});
      const ValueRef zero = build.constant(filled(updates.dtype, shape.value(), 0));
      dx = build.add(op("ScatterElements"), {dy, c.input(1), zero}, {{"axis", axis}});
    }
    c.gradient(0, dx);
  }
  if (c.wanted(2))
    c.gradient(2, build.add(op("GatherElements"), {dy, c.input(1)}, {{"axis", axis}}));
}

OpSpec scatter_elements() {
  OpSpec s;
  s.name = "ScatterElements";
  s.category = Category::shape;
  s.summary = ESP_TEXT("ops", "Writes single elements into a tensor.");
  s.help =
      ESP_TEXT("ops",
               "A copy of data in which, for `axis` 0, [indices[i, j], j] is updates[i, j], or "
               "is combined with it. Source: ONNX operator specification, ScatterElements.");
  s.attributes = {axis_spec(),
                  {.name = "reduction",
                   .type = AttrType::text,
                   .fallback = std::string("none"),
                   .help = ESP_TEXT("ops", "How an update meets what was there."),
                   .choices = {"none", "add", "mul", "max", "min"}}};
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The tensor."), .types = number_types},
              {.name = "indices",
               .help = ESP_TEXT("ops", "Places along the axis."),
               .types = {DType::int64, DType::int32}},
              {.name = "updates",
               .help = ESP_TEXT("ops", "What is written, of the shape of the indices.")}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The changed copy.")}};
  s.infer = infer_scatter;
  s.gradient = gradient_scatter;
  s.reference = reference_scatter;
  s.onnx = {.versions = {11, 13, 16, 18}, .import = nullptr, .write = [](OnnxExportContext& c) {
              const auto how = attribute<std::string>(c.source, "reduction");
              const int from = how == "none" ? 11 : how == "max" || how == "min" ? 18 : 16;
              if (c.opset < from)
                throw Error(ESP_TEXT("engine", "{}: {} has the reduction {} from opset {} on only"),
                            c.source.name, "ScatterElements", how, from);
              if (c.opset < 16) c.node.attributes.erase("reduction");
            }};
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "written over",
         .inputs = {{.shape = {3, 2}}, list({1, 2}, {2, 0}), {.shape = {1, 2}}}},
        {.name = "added",
         .attributes = {{"axis", 1}, {"reduction", std::string("add")}},
         .inputs = {{.shape = {2, 3}}, list({2, 2}, {1, 1, -1, 0}), {.shape = {2, 2}}}}};
  };
  return s;
}

// The older name.
OpSpec scatter() {
  OpSpec s;
  s.name = "Scatter";  // hidden: nobody draws it
  s.inputs = {{.name = "data"}, {.name = "indices"}, {.name = "updates"}};
  s.outputs = {{.name = "output"}};
  s.infer = infer_like_first;
  s.onnx = {.versions = {9},
            .import = [](OnnxImportContext& c) { c.node.op_type = "ScatterElements"; },
            .write = nullptr};
  return s;
}

const RegisterOps ops_of_this_file{
    {gather_elements, gather_elements_grad, scatter_elements, scatter}};

}  // namespace
}  // namespace espalier
