// SPDX-License-Identifier: Apache-2.0
//
// ArgMax and ArgMin: where the greatest and the least element of each line are.
#include "engine/graph/onnx_form.h"
#include "engine/ops/shape/lines.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

void infer_arg(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) return c.output(0, Type::of_unknown_rank(DType::int64));
  const std::size_t axis = axis_attribute(c, "axis", x->size());
  if ((*x)[axis] == Dim(0))
    c.fail(message(ESP_TEXT("engine", "expected elements along axis {}, got {}"), axis,
                   shape_text(*x)),
           0);
  SymShape y = *x;
  if (c.flag("keepdims"))
    y[axis] = 1;
  else
    y.erase(y.begin() + static_cast<std::ptrdiff_t>(axis));
  c.output(0, Type::tensor(DType::int64, std::move(y)));
}

template <bool most> void reference_arg(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  const std::size_t axis = axis_from_front(c.integer("axis"), x.size()).value();
  const bool last = c.flag("select_last_index");
  Shape shape = x;
  if (c.flag("keepdims"))
    shape[axis] = 1;
  else
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    const auto in = c.input(0).values<T>();
    const auto y = c.output<std::int64_t>(0, shape);
    for_lines(x, axis,
              [&](std::int64_t o, std::int64_t i, std::int64_t where, std::int64_t n,
                  std::int64_t stride) {
                std::int64_t best = 0;
                const auto value = [&](std::int64_t j) {
                  return in[static_cast<std::size_t>(where + j * stride)];
                };
                for (std::int64_t j = 1; j < n; ++j) {
                  const bool better =
                      most ? greater(value(j), value(best)) : greater(value(best), value(j));
                  const bool worse =
                      most ? greater(value(best), value(j)) : greater(value(j), value(best));
                  if (better || (last && !worse)) best = j;
                }
                y[static_cast<std::size_t>(o * stride + i)] = best;
              });
  });
}

template <bool most> OpSpec arg() {
  OpSpec s;
  s.name = most ? "ArgMax" : "ArgMin";
  s.category = Category::shape;
  s.summary = most ? ESP_TEXT("ops", "Where the greatest element of each line is.")
                   : ESP_TEXT("ops", "Where the least element of each line is.");
  s.help = most
               ? ESP_TEXT("ops",
                          "The place of the greatest element along `axis`, of equal ones the first "
                          "or the last. Source: ONNX operator specification, ArgMax.")
               : ESP_TEXT("ops",
                          "The place of the least element along `axis`, of equal ones the first "
                          "or the last. Source: ONNX operator specification, ArgMin.");
  s.attributes = {{.name = "axis",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{0},
                   .help = ESP_TEXT("ops", "The dimension along which it is looked for.")},
                  {.name = "keepdims",
                   .type = AttrType::flag,
                   .fallback = true,
                   .help = ESP_TEXT("ops", "Keep that dimension with size 1.")},
                  {.name = "select_last_index",
                   .type = AttrType::flag,
                   .fallback = false,
                   .help = ESP_TEXT("ops", "Of equal ones, take the last."),
                   .advanced = true}};
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The tensor."), .types = number_types}};
  s.outputs = {{.name = "reduced", .help = ESP_TEXT("ops", "The places, int64.")}};
  s.infer = infer_arg;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.input(0)); };
  s.reference = reference_arg<most>;
  s.onnx = {.versions = {1, 11, 12, 13}, .import = nullptr, .write = [](OnnxExportContext& c) {
              if (c.opset >= 12) return;
              if (attribute<bool>(c.source, "select_last_index"))
                throw Error(
                    ESP_TEXT("engine", "{}: {} takes the last of equal ones from opset {} on only"),
                    c.source.name, c.source.op->name, 12);
              c.node.attributes.erase("select_last_index");
            }};
  s.card = [](const Node& node) {
    return fmt::format("axis {}", attribute<std::int64_t>(node, "axis"));
  };
  s.samples = [] {
    const SampleInput x{.shape = {3, 4, 5}};
    const auto equal_ones = given(Tensor::of<float>({2, 4}, {1, 3, 3, 0, -2, -2, -5, -5}));
    return std::vector<Sample>{{.name = "first axis", .inputs = {x}, .gradient = false},
                               {.name = "last axis, dropped",
                                .attributes = {{"axis", -1}, {"keepdims", false}},
                                .inputs = {x},
                                .gradient = false},
                               {.name = "the last of equal ones",
                                .attributes = {{"axis", 1}, {"select_last_index", true}},
                                .inputs = {equal_ones},
                                .gradient = false},
                               {.name = "the first of equal ones",
                                .attributes = {{"axis", 1}},
                                .inputs = {equal_ones},
                                .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{arg<true>, arg<false>}};

}  // namespace
}  // namespace espalier
