// SPDX-License-Identifier: Apache-2.0
//
// Expand and Tile: a tensor repeated.
#include <algorithm>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/gradients.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

// ---- Expand

void infer_expand(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  if (dtype == DType::undefined) return;
  const auto to = known_elements(c, "shape", 1);
  if (!x || !to) {
    const auto rank = known_length(c, 1);
    if (!x || !rank) return c.output(0, Type::of_unknown_rank(dtype));
    SymShape y;
    for (std::size_t i = 0; i < std::max(*rank, x->size()); ++i) y.push_back(c.fresh_symbol(0, i));
    return c.output(0, Type::tensor(dtype, std::move(y)));
  }
  for (const Dim& d : *to)
    if (const auto n = d.constant(); n && *n < 0)
      c.fail(message(ESP_TEXT("engine", "shape: expected sizes of 0 or more, got {}"),
                     shape_text(*to)),
             is_wired(c.node(), 1) ? 1 : -1, "shape");
  Type y = Type::tensor(dtype, broadcast_shapes(c, *x, SymShape(*to), 0));
  const auto& e = c.input(0).elements;
  const auto n = product(*y.shape).constant();
  if (e && e->size() == 1 && n && *n <= 64)
    y.elements = std::vector<Dim>(static_cast<std::size_t>(*n), (*e)[0]);
  c.output(0, std::move(y));
}

void reference_expand(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  const Shape to = given_numbers(c, "shape", 1);
  const auto y = broadcast(x, to);
  if (!y)
    c.fail(message(ESP_TEXT("engine", "expected shapes that broadcast together, got {} and {}"),
                   to_string(x), to_string(to)));
  c.outputs[0] = moved(c, c.input(0), *y, [&](const std::vector<std::int64_t>& i) {
    return broadcast_position(i, x);
  });
}

OpSpec expand() {
  OpSpec s;
  s.name = "Expand";
  s.category = Category::shape;
  s.summary = ESP_TEXT("ops", "Repeats a tensor along dimensions of size 1.");
  s.help = ESP_TEXT("ops",
                    "The output has the shape that the input and `shape` broadcast to, as in "
                    "numpy. Source: ONNX operator specification, Expand.");
  s.attributes = {{.name = "shape",
                   .type = AttrType::integers,
                   .fallback = Ints{},
                   .help = ESP_TEXT("ops", "The shape wanted; 1 keeps a dimension."),
                   .minimum = 0,
                   .as_input = 1,
                   .as_input_type = DType::int64}};
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The tensor, of any type.")},
              {.name = "shape",
               .help = ESP_TEXT("ops", "The shape as a tensor; overrides the attribute."),
               .optional = true,
               .types = {DType::int64}}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The repeated tensor.")}};
  s.infer = infer_expand;
  s.gradient = [](GradientContext& c) { c.gradient(0, sum_to_input(c, c.output_gradient(0), 0)); };
  s.reference = reference_expand;
  s.onnx.versions = {8, 13};
  s.card = [](const Node& node) {
    return is_wired(node, 1) ? std::string() : to_string(AttrValue(attribute<Ints>(node, "shape")));
  };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "columns", .attributes = {{"shape", Ints{3, 4}}}, .inputs = {{.shape = {3, 1}}}},
        {.name = "both ways",
         .attributes = {{"shape", Ints{2, 1, 4}}},
         .inputs = {{.shape = {3, 1}}}},
        {.name = "wired", .inputs = {{.shape = {}}, given(Tensor::of<std::int64_t>({2}, {2, 3}))}},
        {.name = "whole numbers",
         .attributes = {{"shape", Ints{3}}},
         .inputs = {given(Tensor::of<std::int64_t>({1}, {7}))},
         .gradient = false}};
  };
  return s;
}

// ---- Tile

void infer_tile(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  if (dtype == DType::undefined) return;
  if (!x) return c.output(0, Type::of_unknown_rank(dtype));
  const auto repeats = known_elements(c, "repeats", 1);
  SymShape y = *x;
  if (repeats && repeats->size() != x->size())
    c.fail(
        message(ESP_TEXT("engine", "repeats: expected {} numbers, one a dimension of {}, got {}"),
                x->size(), shape_text(*x), shape_text(*repeats)),
        is_wired(c.node(), 1) ? 1 : -1, "repeats");
  for (std::size_t d = 0; d < y.size(); ++d) {
    if (repeats)
      if (const auto n = (*repeats)[d].constant(); n && *n < 0)
        c.fail(message(ESP_TEXT("engine", "repeats: expected 0 or more, got {}"), *n),
               is_wired(c.node(), 1) ? 1 : -1, "repeats");
    y[d] = repeats ? y[d] * (*repeats)[d] : c.fresh_symbol(0, d);
  }
  c.output(0, Type::tensor(dtype, std::move(y)));
}

void reference_tile(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  const Ints repeats = given_numbers(c, "repeats", 1);
  Shape y = x;
  for (std::size_t d = 0; d < y.size() && d < repeats.size(); ++d) y[d] *= repeats[d];
  c.outputs[0] = moved(c, c.input(0), y, [&](std::vector<std::int64_t> i) {
    for (std::size_t d = 0; d < i.size(); ++d) i[d] %= x[d];
    return position_of(i, x);
  });
}

// The repetitions as dimensions of their own, summed.
void gradient_tile(GradientContext& c) {
  const SymShape x = c.type(c.input(0)).shape.value();
  const Ints repeats = known_numbers(c, "repeats", 1);
  SymShape apart, kept;
  for (std::size_t d = 0; d < x.size(); ++d) {
    apart.emplace_back(repeats[d]);
    apart.push_back(x[d]);
    kept.emplace_back(1);
    kept.push_back(x[d]);
  }
  const ValueRef dy =
      c.build().add(internal_op("ReshapeTo"), {c.output_gradient(0)}, {{"shape", apart}});
  c.gradient(0,
             shaped_like_input(c, c.build().add(internal_op("SumTo"), {dy}, {{"shape", kept}}), 0));
}

void write_tile(OnnxExportContext& c) {
  if (c.opset < 6)
    throw Error(ESP_TEXT("engine", "{}: {} cannot be written before opset {}"), c.source.name,
                "Tile", 6);
}

OpSpec tile() {
  OpSpec s;
  s.name = "Tile";
  s.category = Category::shape;
  s.summary = ESP_TEXT("ops", "Lays copies of a tensor side by side.");
  s.help = ESP_TEXT("ops",
                    "Along dimension i the input is repeated repeats[i] times. Source: ONNX "
                    "operator specification, Tile.");
  s.attributes = {{.name = "repeats",
                   .type = AttrType::integers,
                   .fallback = Ints{},
                   .help = ESP_TEXT("ops", "How many copies along each dimension."),
                   .minimum = 0,
                   .as_input = 1,
                   .as_input_type = DType::int64}};
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The tensor, of any type.")},
              {.name = "repeats",
               .help = ESP_TEXT("ops", "The numbers as a tensor; override the attribute."),
               .optional = true,
               .types = {DType::int64}}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The copies.")}};
  s.infer = infer_tile;
  s.gradient = gradient_tile;
  s.reference = reference_tile;
  s.onnx = {.versions = {6, 13}, .import = nullptr, .write = write_tile};
  s.card = [](const Node& node) {
    return is_wired(node, 1) ? std::string()
                             : to_string(AttrValue(attribute<Ints>(node, "repeats")));
  };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "matrix", .attributes = {{"repeats", Ints{2, 3}}}, .inputs = {{.shape = {3, 2}}}},
        {.name = "wired",
         .inputs = {{.shape = {2, 2, 1}}, given(Tensor::of<std::int64_t>({3}, {1, 2, 4}))}},
        {.name = "none of it",
         .attributes = {{"repeats", Ints{0}}},
         .inputs = {{.shape = {3}}},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{expand, tile}};

}  // namespace
}  // namespace espalier
