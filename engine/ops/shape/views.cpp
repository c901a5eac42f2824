// SPDX-License-Identifier: Apache-2.0
//
// Identity, Flatten and the internal ReshapeTo: the same elements in the same order.
#include "engine/graph/onnx_form.h"
#include "engine/ops/shape/view.h"
#include "engine/ops/support/gradients.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

OpSpec view_spec(const char* name) {
  OpSpec s;
  s.name = name;
  s.category = Category::shape;
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The tensor, of any type.")}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The same elements.")}};
  s.view = true;
  s.in_place = {{0, 0}};
  s.gradient = [](GradientContext& c) {
    c.gradient(0, shaped_like_input(c, c.output_gradient(0), 0));
  };
  return s;
}

namespace {

// ---- Identity

OpSpec identity() {
  OpSpec s = view_spec("Identity");
  s.summary = ESP_TEXT("ops", "Passes its input on unchanged.");
  s.help =
      ESP_TEXT("ops",
               "The output is the input. A place for a name, a knot or a quantisation setting. "
               "Source: ONNX operator specification, Identity.");
  s.infer = [](InferContext& c) {
    if (c.input_count() > 0) c.output(0, c.input(0));
  };
  s.gradient = [](GradientContext& c) { c.gradient(0, c.output_gradient(0)); };
  s.reference = [](ReferenceContext& c) { c.outputs[0] = c.input(0); };
  s.onnx.versions = {1, 13, 14, 16, 19, 21, 23, 24, 25};
  s.samples = [] {
    return std::vector<Sample>{{.name = "image", .inputs = {{.shape = {2, 3, 4, 5}}}},
                               {.name = "integers",
                                .inputs = {given(Tensor::of<std::int64_t>({2}, {1, -1}))},
                                .gradient = false}};
  };
  return s;
}

// ---- Flatten

void infer_flatten(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) {
    if (known_dtype(c, 0) != DType::undefined)
      c.output(0, Type::tensor(known_dtype(c, 0), {c.fresh_symbol(0, 0), c.fresh_symbol(0, 1)}));
    return;
  }
  const std::size_t axis = axis_attribute(c, "axis", x->size(), true);
  const auto middle = x->begin() + static_cast<std::ptrdiff_t>(axis);
  c.output(0, Type::tensor(known_dtype(c, 0), {product(SymShape(x->begin(), middle)),
                                               product(SymShape(middle, x->end()))}));
}

void flatten_reference(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  const std::int64_t axis = c.integer("axis");
  const auto middle = x.begin() + (axis < 0 ? axis + static_cast<std::int64_t>(x.size()) : axis);
  c.outputs[0] =
      c.input(0).reshaped({count(Shape(x.begin(), middle)), count(Shape(middle, x.end()))});
}

OpSpec flatten() {
  OpSpec s = view_spec("Flatten");
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Makes a matrix of a tensor: one row a sample.");
  s.help =
      ESP_TEXT("ops",
               "The dimensions before `axis` become the rows, those from it on the columns; the "
               "elements stay in order. Source: ONNX operator specification, Flatten.");
  s.attributes = {{.name = "axis",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{1},
                   .help = ESP_TEXT("ops", "The first dimension that goes into the columns.")}};
  s.infer = infer_flatten;
  s.reference = flatten_reference;
  s.onnx.versions = {1, 9, 11, 13, 21, 23, 24, 25};
  s.card = [](const Node& node) -> std::string {
    const auto axis = attribute<std::int64_t>(node, "axis");
    return axis == 1 ? "" : fmt::format("axis {}", axis);
  };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "image", .inputs = {{.shape = {2, 3, 4, 5}}}},
        {.name = "all in one row", .attributes = {{"axis", 0}}, .inputs = {{.shape = {2, 3}}}},
        {.name = "all in one column",
         .attributes = {{"axis", 3}},
         .inputs = {{.shape = {2, 3, 2}}}},
        {.name = "negative axis", .attributes = {{"axis", -1}}, .inputs = {{.shape = {2, 3, 4}}}},
        {.name = "empty batch", .inputs = {{.shape = {0, 3, 2}}}, .gradient = false}};
  };
  return s;
}

// ---- ReshapeTo

OpSpec reshape_to() {
  OpSpec s = view_spec("ReshapeTo");
  s.domain = internal_domain;
  s.category = Category::hidden;
  s.attributes = {{.name = "shape", .type = AttrType::shape}};
  s.infer = infer_shape_attribute;
  s.reference = [](ReferenceContext& c) {
    c.outputs[0] = c.input(0).reshaped(concrete_shape(c, "shape"));
  };
  s.samples = [] {
    return std::vector<Sample>{{.name = "rows to images",
                                .attributes = {{"shape", to_symbolic(Shape{2, 1, 3})}},
                                .inputs = {{.shape = {2, 3}}}}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{identity, flatten, reshape_to}};

}  // namespace
}  // namespace espalier
