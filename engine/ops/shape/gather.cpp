// SPDX-License-Identifier: Apache-2.0
//
// Gather: rows of a table by their numbers, also an embedding of words.
#include "engine/ops/support/known.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

// Shape arithmetic: single sizes of a shape.
void infer_elements(InferContext& c, Type& y) {
  const auto &from = c.input(0).elements, &indices = c.input(1).elements;
  if (!from || !indices || c.input(0).shape->size() != 1) return;
  const auto n = static_cast<std::int64_t>(from->size());
  std::vector<Dim> out;
  for (const Dim& d : *indices) {
    const auto i = d.constant();
    if (!i || *i < -n || *i >= n) return;
    out.push_back((*from)[static_cast<std::size_t>(*i < 0 ? *i + n : *i)]);
  }
  y.elements = std::move(out);
}

void check_known(InferContext& c, const Dim& size) {
  const auto n = size.constant();
  if (!n || !c.input(1).elements) return;
  for (const Dim& d : *c.input(1).elements)
    if (const auto i = d.constant(); i && (*i < -*n || *i >= *n))
      c.fail(message(ESP_TEXT("engine", "indices: expected {} to {} along the axis, got {}"), -*n,
                     *n - 1, *i),
             1);
}

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0), indices = known_shape(c, 1);
  if (dtype == DType::undefined) return;
  if (!x || !indices) return c.output(0, Type::of_unknown_rank(dtype));
  const std::size_t axis = axis_attribute(c, "axis", x->size());
  check_known(c, (*x)[axis]);
  const auto at = x->begin() + static_cast<std::ptrdiff_t>(axis);
  SymShape y(x->begin(), at);
  y.insert(y.end(), indices->begin(), indices->end());
  y.insert(y.end(), at + 1, x->end());
  Type type = Type::tensor(dtype, std::move(y));
  infer_elements(c, type);
  c.output(0, std::move(type));
}

// An index of the output, taken apart: which row of the axis, and where in x that is.
struct Rows {
  Rows(const ReferenceContext& context, const Shape& table, const Tensor& list, std::size_t along)
      : c(context), x(table), indices(integers_of(list)), shape(list.shape()), axis(along) {}

  std::int64_t position(const std::vector<std::int64_t>& index) const {
    std::int64_t row = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) row = row * shape[d] + index[axis + d];
    std::int64_t i = indices[static_cast<std::size_t>(row)];
    if (i < -x[axis] || i >= x[axis])
      c.fail(message(ESP_TEXT("engine", "indices: expected {} to {} along the axis, got {}"),
                     -x[axis], x[axis] - 1, i));
    if (i < 0) i += x[axis];
    std::int64_t at = 0;
    for (std::size_t d = 0; d < x.size(); ++d)
      at = at * x[d] + (d < axis ? index[d] : d == axis ? i : index[d - 1 + shape.size()]);
    return at;
  }

  const ReferenceContext& c;
  const Shape x;
  const Ints indices;
  const Shape shape;
  const std::size_t axis;
};

void reference(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  const std::size_t axis = axis_from_front(c.integer("axis"), x.size()).value();
  const Rows rows(c, x, c.input(1), axis);
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(axis);
  Shape y(x.begin(), at);
  y.insert(y.end(), rows.shape.begin(), rows.shape.end());
  y.insert(y.end(), at + 1, x.end());
  c.outputs[0] =
      moved(c, c.input(0), y, [&](const std::vector<std::int64_t>& i) { return rows.position(i); });
}

void gradient(GradientContext& c) {
  if (!c.wanted(0)) return;
  c.gradient(
      0, c.build().add(internal_op("GatherGrad"), {c.output_gradient(0), c.input(1)},
                       {{"axis", c.integer("axis")}, {"shape", c.type(c.input(0)).shape.value()}}));
}

AttrSpec axis_spec() {
  return {.name = "axis",
          .type = AttrType::integer,
          .fallback = std::int64_t{0},
          .help = ESP_TEXT("ops", "The dimension whose rows are taken.")};
}

std::vector<Sample> samples() {
  const auto list = [](Shape shape, const std::vector<std::int64_t>& v) {
    return given(Tensor::of<std::int64_t>(std::move(shape), v));
  };
  return {
      {.name = "rows", .inputs = {{.shape = {5, 3}}, list({2, 2}, {4, 0, 1, 4})}},
      {.name = "from the end", .inputs = {{.shape = {5, 3}}, list({3}, {-1, -5, 2})}},
      {.name = "middle",
       .attributes = {{"axis", 1}},
       .inputs = {{.shape = {2, 4, 3}}, list({2}, {3, 3})}},
      {.name = "one", .attributes = {{"axis", -1}}, .inputs = {{.shape = {3, 4}}, list({}, {2})}},
      {.name = "words",
       .inputs = {{.shape = {31, 8}},
                  {.dtype = DType::int64, .shape = {4, 9}, .low = 0, .high = 30}}},
      {.name = "none", .inputs = {{.shape = {5, 3}}, list({0}, {})}, .gradient = false},
      {.name = "whole numbers",
       .inputs = {list({4}, {9, 8, 7, 6}), given(Tensor::of<std::int32_t>({2}, {3, 0}))},
       .gradient = false}};
}

OpSpec gather() {
  OpSpec s;
  s.name = "Gather";
  s.category = Category::shape;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Takes rows of a tensor by their numbers.");
  s.help =
      ESP_TEXT("ops",
               "For `axis` 0, y[i…, …] = data[indices[i…], …]; negative numbers count from the "
               "last row. With a trained table this is an embedding, and what flows back to a "
               "row is added in the order of the indices. Source: ONNX operator "
               "specification, Gather.");
  s.attributes = {axis_spec()};
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The table, of any type.")},
              {.name = "indices",
               .help = ESP_TEXT("ops", "Which rows, a tensor of any shape."),
               .types = {DType::int64, DType::int32}}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The rows taken.")}};
  s.infer = infer;
  s.gradient = gradient;
  s.reference = reference;
  s.onnx.versions = {1, 11, 13};
  s.card = [](const Node& node) {
    return fmt::format("axis {}", attribute<std::int64_t>(node, "axis"));
  };
  s.samples = samples;
  return s;
}

// What flows back into the table: rows of dY added to where they came from.
OpSpec gather_grad() {
  OpSpec s;
  s.name = "GatherGrad";
  s.domain = internal_domain;
  s.attributes = {axis_spec(), {.name = "shape", .type = AttrType::shape}};
  s.inputs = {{.name = "dY"}, {.name = "indices", .types = {DType::int64, DType::int32}}};
  s.outputs = {{.name = "dX"}};
  s.infer = infer_shape_attribute;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.input(0)); };
  s.reference = [](ReferenceContext& c) {
    const Shape x = concrete_shape(c, "shape");
    const Rows rows(c, x, c.input(1), axis_from_front(c.integer("axis"), x.size()).value());
    add_moved(c, c.input(0), x,
              [&](const std::vector<std::int64_t>& i) { return rows.position(i); });
  };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "rows twice",
         .attributes = {{"axis", 0}, {"shape", to_symbolic(Shape{4, 3})}},
         .inputs = {{.shape = {3, 3}}, given(Tensor::of<std::int64_t>({3}, {2, 0, -2}))},
         .gradient = false},
        {.name = "middle",
         .attributes = {{"axis", 1}, {"shape", to_symbolic(Shape{2, 4, 3})}},
         .inputs = {{.shape = {2, 2, 2, 3}}, given(Tensor::of<std::int64_t>({2, 2}, {3, 3, 1, 3}))},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{gather, gather_grad}};

}  // namespace
}  // namespace espalier
