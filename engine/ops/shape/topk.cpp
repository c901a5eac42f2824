// SPDX-License-Identifier: Apache-2.0
//
// TopK: the order of elements along one dimension.
#include "engine/ops/shape/lines.h"

#include <algorithm>
#include <numeric>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

// ---- TopK

void infer_topk(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  if (dtype == DType::undefined) return;
  if (!x) {
    c.output(0, Type::of_unknown_rank(dtype));
    return c.output(1, Type::of_unknown_rank(DType::int64));
  }
  const std::size_t axis = axis_attribute(c, "axis", x->size());
  std::optional<Dim> k;
  if (!is_wired(c.node(), 1))
    k = Dim(c.integer("k"));
  else if (c.input(1).elements && c.input(1).elements->size() == 1)
    k = (*c.input(1).elements)[0];
  const auto n = k ? k->constant() : std::nullopt, size = (*x)[axis].constant();
  if (n && (*n < 0 || (size && *n > *size)))
    c.fail(message(ESP_TEXT("engine", "k: expected 0 to {}, the size along axis {}, got {}"),
                   (*x)[axis].text(), axis, *n),
           is_wired(c.node(), 1) ? 1 : -1, "k");
  SymShape y = *x;
  y[axis] = k ? *k : c.fresh_symbol(0, axis);
  c.output(0, Type::tensor(dtype, y));
  c.output(1, Type::tensor(DType::int64, y));
}

void reference_topk(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  const std::size_t axis = axis_from_front(c.integer("axis"), x.size()).value();
  const std::int64_t k = c.has(1) ? integers_of(c.input(1))[0] : c.integer("k");
  if (k < 0 || k > x[axis])
    c.fail(message(ESP_TEXT("engine", "k: expected 0 to {}, the size along axis {}, got {}"),
                   x[axis], axis, k));
  const bool largest = c.flag("largest");
  Shape shape = x;
  shape[axis] = k;
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    const auto in = c.input(0).values<T>();
    const auto y = c.output<T>(0, shape);
    Tensor places(DType::int64, shape);
    const auto index = places.mutable_values<std::int64_t>();
    for_lines(x, axis,
              [&](std::int64_t o, std::int64_t i, std::int64_t where, std::int64_t n,
                  std::int64_t stride) {
                const auto value = [&](std::int64_t j) {
                  return in[static_cast<std::size_t>(where + j * stride)];
                };
                std::vector<std::int64_t> order(static_cast<std::size_t>(n));
                std::iota(order.begin(), order.end(), 0);
                // Of equal ones the first comes first.
                std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
                  return largest ? greater(value(a), value(b)) : greater(value(b), value(a));
                });
                for (std::int64_t j = 0; j < k; ++j) {
                  const auto to = static_cast<std::size_t>((o * k + j) * stride + i);
                  y[to] = value(order[static_cast<std::size_t>(j)]);
                  index[to] = order[static_cast<std::size_t>(j)];
                }
              });
    if (c.outputs.size() > 1) c.outputs[1] = std::move(places);
  });
}

// What flows back goes to the places that the values came from.
void gradient_topk(GradientContext& c) {
  if (!c.output_gradient(0)) return;
  c.gradient(
      0, c.build().add(internal_op("GatherElementsGrad"), {c.output_gradient(0), c.output(1)},
                       {{"axis", c.integer("axis")}, {"shape", c.type(c.input(0)).shape.value()}}));
}

// The places are needed for that, whether somebody asked or not.
void lower_topk(LowerContext& c) {
  if (!c.training() || c.outputs.size() >= 2) return;
  std::vector<ValueRef> inputs{c.input(0)};
  if (c.has(1)) inputs.push_back(c.input(1));
  c.output(0, c.build().add(*c.node().op, std::move(inputs), c.node().attributes, 2));
}

// Until opset 9 k was an attribute, until opset 10 the greatest came sorted.
void write_topk(OnnxExportContext& c) {
  if (c.opset >= 11) return;
  if (!attribute<bool>(c.source, "largest"))
    throw Error(ESP_TEXT("engine", "{}: {} gives the least elements from opset {} on only"),
                c.source.name, "TopK", 11);
  c.node.attributes.erase("largest");
  c.node.attributes.erase("sorted");
  if (c.opset >= 10) return;
  if (is_wired(c.source, 1))
    throw Error(ESP_TEXT("engine", "{}: {} takes k from a wire from opset {} on only"),
                c.source.name, "TopK", 10);
  c.node.inputs.resize(1);
  c.node.attributes.insert_or_assign("k", attribute<std::int64_t>(c.source, "k"));
}

// k is a list of one number.
void write_k(OnnxExportContext& c) {
  write_topk(c);
  if (c.opset >= 10 && !is_wired(c.source, 1))
    c.node.inputs[1] =
        c.constant(Tensor::of<std::int64_t>({1}, {attribute<std::int64_t>(c.source, "k")}), "k");
}

OpSpec topk() {
  OpSpec s;
  s.name = "TopK";
  s.category = Category::shape;
  s.summary = ESP_TEXT("ops", "The greatest elements along a dimension, and where they are.");
  s.help = ESP_TEXT("ops",
                    "The `k` greatest or least elements along `axis` in their order, of equal ones "
                    "the first, and their places. Source: ONNX operator specification, TopK.");
  s.attributes = {
      {.name = "k",
       .type = AttrType::integer,
       .fallback = std::int64_t{1},
       .help = ESP_TEXT("ops", "How many."),
       .minimum = 0,
       .as_input = 1,
       .as_input_type = DType::int64},
      {.name = "axis",
       .type = AttrType::integer,
       .fallback = std::int64_t{-1},
       .help = ESP_TEXT("ops", "The dimension along which they are looked for.")},
      {.name = "largest",
       .type = AttrType::flag,
       .fallback = true,
       .help = ESP_TEXT("ops", "The greatest ones; else the least.")},
      {.name = "sorted",
       .type = AttrType::flag,
       .fallback = true,
       .help = ESP_TEXT("ops", "Whether their order matters; here they are always sorted."),
       .advanced = true}};
  s.inputs = {{.name = "X", .help = ESP_TEXT("ops", "The tensor."), .types = number_types},
              {.name = "K",
               .help = ESP_TEXT("ops", "k as a tensor of one element; overrides the attribute."),
               .optional = true,
               .types = {DType::int64}}};
  s.outputs = {{.name = "Values", .help = ESP_TEXT("ops", "The elements.")},
               {.name = "Indices", .help = ESP_TEXT("ops", "Their places along the axis.")}};
  s.visible_outputs = 2;
  s.infer = infer_topk;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.input(0)); };
  s.gradient = gradient_topk;
  s.lower = lower_topk;
  s.reference = reference_topk;
  s.onnx = {.versions = {1, 10, 11, 24}, .import = nullptr, .write = write_k};
  s.card = [](const Node& node) { return fmt::format("{}", attribute<std::int64_t>(node, "k")); };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "three of a row", .attributes = {{"k", 3}}, .inputs = {spaced({4, 7})}},
        {.name = "least, first axis",
         .attributes = {{"k", 2}, {"axis", 0}, {"largest", false}},
         .inputs = {spaced({5, 3})}},
        {.name = "equal ones",
         .attributes = {{"k", 2}},
         .inputs = {given(Tensor::of<std::int64_t>({4}, {3, 5, 5, 1}))},
         .gradient = false},
        {.name = "wired", .inputs = {spaced({2, 4}), given(Tensor::of<std::int64_t>({1}, {2}))}}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{topk}};

}  // namespace
}  // namespace espalier
