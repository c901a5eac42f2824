// SPDX-License-Identifier: Apache-2.0
//
// CumSum, Trilu and OneHot.
#include <algorithm>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

// ---- CumSum

void infer_cumsum(InferContext& c) {
  if (const auto x = known_shape(c, 0); x && !is_wired(c.node(), 1))
    axis_attribute(c, "axis", x->size());
  output_like(c);
}

void reference_cumsum(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  const std::int64_t wanted = c.has(1) ? integers_of(c.input(1)).at(0) : c.integer("axis");
  const auto axis = axis_from_front(wanted, x.size());
  if (!axis)
    c.fail(
        message(ESP_TEXT("engine", "axis: expected an axis of {}, got {}"), to_string(x), wanted));
  const bool exclusive = c.flag("exclusive"), reverse = c.flag("reverse");
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(*axis);
  const std::int64_t outer = count(Shape(x.begin(), at)), n = x[*axis],
                     inner = count(Shape(at + 1, x.end()));
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    using Sum = std::conditional_t<std::is_floating_point_v<T>, double, T>;
    const auto in = c.input(0).values<T>();
    const auto y = c.output<T>(0, x);
    for (std::int64_t line = 0; line < outer * inner; ++line) {
      Sum sum = 0;
      for (std::int64_t k = 0; k < n; ++k) {
        const std::int64_t j = reverse ? n - 1 - k : k;
        const auto i = static_cast<std::size_t>((line / inner * n + j) * inner + line % inner);
        if (exclusive) y[i] = static_cast<T>(sum);
        sum = static_cast<Sum>(sum + static_cast<Sum>(in[i]));
        if (!exclusive) y[i] = static_cast<T>(sum);
      }
    }
  });
}

OpSpec cumsum() {
  OpSpec s;
  s.name = "CumSum";
  s.category = Category::shape;
  s.summary = ESP_TEXT("ops", "The running sum along a dimension.");
  s.help = ESP_TEXT("ops",
                    "Each element is the sum of those up to it, itself included or not, from the "
                    "beginning or from the end. Source: ONNX operator specification, CumSum.");
  s.attributes = {{.name = "axis",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{0},
                   .help = ESP_TEXT("ops", "The dimension along which it runs."),
                   .as_input = 1,
                   .as_input_type = DType::int64},
                  {.name = "exclusive",
                   .type = AttrType::flag,
                   .fallback = false,
                   .help = ESP_TEXT("ops", "Leave the element itself out.")},
                  {.name = "reverse",
                   .type = AttrType::flag,
                   .fallback = false,
                   .help = ESP_TEXT("ops", "Run from the end.")}};
  s.inputs = {{.name = "x", .help = ESP_TEXT("ops", "The tensor."), .types = number_types},
              {.name = "axis",
               .help = ESP_TEXT("ops", "The axis as a tensor; overrides the attribute."),
               .optional = true,
               .types = {DType::int64, DType::int32}}};
  s.outputs = {{.name = "y", .help = ESP_TEXT("ops", "The running sums.")}};
  s.infer = infer_cumsum;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.gradient = [](GradientContext& c) {
    AttributeMap a = c.node().attributes;
    a["reverse"] = !c.flag("reverse");
    std::vector<ValueRef> inputs{c.output_gradient(0)};
    if (c.has(1)) inputs.push_back(c.input(1));
    c.gradient(0, c.build().add(op("CumSum"), std::move(inputs), std::move(a)));
  };
  s.reference = reference_cumsum;
  s.onnx.versions = {11, 14};
  s.samples = [] {
    const SampleInput x{.shape = {3, 4, 2}};
    return std::vector<Sample>{
        {.name = "first axis", .inputs = {x}},
        {.name = "exclusive, from the end",
         .attributes = {{"axis", 1}, {"exclusive", true}, {"reverse", true}},
         .inputs = {x}},
        {.name = "wired", .inputs = {x, given(Tensor::scalar(std::int64_t{-1}))}}};
  };
  return s;
}

// ---- Trilu

void infer_trilu(InferContext& c) {
  if (const auto x = known_shape(c, 0); x && x->size() < 2)
    c.fail(message(ESP_TEXT("engine", "expected matrices, got {}"), shape_text(*x)), 0);
  output_like(c);
}

OpSpec trilu() {
  OpSpec s;
  s.name = "Trilu";
  s.category = Category::shape;
  s.summary = ESP_TEXT("ops", "The upper or lower triangle of matrices.");
  s.help =
      ESP_TEXT("ops",
               "Elements on the other side of the diagonal that is `k` above the main one become "
               "0. Source: ONNX operator specification, Trilu.");
  s.attributes = {{.name = "upper",
                   .type = AttrType::flag,
                   .fallback = true,
                   .help = ESP_TEXT("ops", "Keep the upper triangle, else the lower one.")},
                  {.name = "k",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{0},
                   .help = ESP_TEXT("ops", "Which diagonal; negative ones are below the main one."),
                   .as_input = 1,
                   .as_input_type = DType::int64}};
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "Matrices, […,rows,columns].")},
              {.name = "k",
               .help = ESP_TEXT("ops", "k as a tensor; overrides the attribute."),
               .optional = true,
               .types = {DType::int64}}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The triangles.")}};
  s.infer = infer_trilu;
  s.gradient = [](GradientContext& c) {
    std::vector<ValueRef> inputs{c.output_gradient(0)};
    if (c.has(1)) inputs.push_back(c.input(1));
    c.gradient(0, c.build().add(op("Trilu"), std::move(inputs), c.node().attributes));
  };
  s.reference = [](ReferenceContext& c) {
    const Shape& x = c.input(0).shape();
    const std::int64_t k = c.has(1) ? integers_of(c.input(1)).at(0) : c.integer("k");
    const bool upper = c.flag("upper");
    c.outputs[0] = moved(c, c.input(0), x, [&](const std::vector<std::int64_t>& i) {
      const std::int64_t row = i[i.size() - 2], column = i.back();
      const bool kept = upper ? column - row >= k : column - row <= k;
      return kept ? position_of(i, x) : -1;
    });
  };
  s.onnx.versions = {14};
  s.samples = [] {
    const SampleInput x{.shape = {2, 4, 5}};
    return std::vector<Sample>{
        {.name = "upper", .inputs = {x}},
        {.name = "lower, one less", .attributes = {{"upper", false}, {"k", -1}}, .inputs = {x}},
        {.name = "wired", .inputs = {x, given(Tensor::scalar(std::int64_t{2}))}}};
  };
  return s;
}

// ---- OneHot

void infer_one_hot(InferContext& c) {
  const DType dtype = known_dtype(c, 2);
  if (dtype == DType::undefined) return;
  const auto x = known_shape(c, 0);
  if (!x) return c.output(0, Type::of_unknown_rank(dtype));
  const std::size_t axis = axis_attribute(c, "axis", x->size() + 1);
  const auto& depth = c.input(1).elements;
  SymShape y = *x;
  y.insert(y.begin() + static_cast<std::ptrdiff_t>(axis),
           depth && depth->size() == 1 ? (*depth)[0] : c.fresh_symbol(0, axis));
  c.output(0, Type::tensor(dtype, std::move(y)));
}

Ints whole_numbers(const ReferenceContext& c, const Tensor& t) {
  Ints list;
  with_number(c, t.type(), [&]<class T>(T) {
    for (const T v : t.values<T>()) list.push_back(static_cast<std::int64_t>(v));
  });
  return list;
}

OpSpec one_hot() {
  OpSpec s;
  s.name = "OneHot";
  s.category = Category::data;
  s.summary = ESP_TEXT("ops", "A vector for each number, with one place marked.");
  s.help =
      ESP_TEXT("ops",
               "Along a new dimension of size `depth` the place of each index has the second of "
               "`values`, all others the first; an index outside marks nothing. Source: ONNX "
               "operator specification, OneHot.");
  s.attributes = {{.name = "axis",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{-1},
                   .help = ESP_TEXT("ops", "Where the new dimension is.")}};
  s.inputs = {
      {.name = "indices", .help = ESP_TEXT("ops", "The numbers."), .types = number_types},
      {.name = "depth",
       .help = ESP_TEXT("ops", "The size of the new dimension."),
       .types = number_types},
      {.name = "values", .help = ESP_TEXT("ops", "What stands elsewhere, and at the place.")}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The vectors.")}};
  s.infer = infer_one_hot;
  s.reference = [](ReferenceContext& c) {
    const Ints indices = whole_numbers(c, c.input(0));
    const std::int64_t depth = whole_numbers(c, c.input(1)).at(0);
    Shape y = c.input(0).shape();
    const std::size_t axis = axis_from_front(c.integer("axis"), y.size() + 1).value();
    if (depth < 0 || c.input(2).count() != 2)
      c.fail(
          message(ESP_TEXT("engine", "expected a depth of 0 or more and two values, got {} and {}"),
                  depth, c.input(2).count()));
    y.insert(y.begin() + static_cast<std::ptrdiff_t>(axis), depth);
    c.outputs[0] = moved(c, c.input(2), y, [&](std::vector<std::int64_t> i) {
      const std::int64_t place = i[axis];
      i.erase(i.begin() + static_cast<std::ptrdiff_t>(axis));
      const std::int64_t index =
          indices[static_cast<std::size_t>(position_of(i, c.input(0).shape()))];
      return std::int64_t{(index < 0 ? index + depth : index) == place};
    });
  };
  s.onnx.versions = {9, 11};
  s.samples = [] {
    const auto depth = given(Tensor::scalar(std::int64_t{4}));
    const auto values = given(Tensor::of<float>({2}, {-1, 3}));
    return std::vector<Sample>{
        {.name = "last axis",
         .inputs = {given(Tensor::of<std::int64_t>({2, 2}, {0, 3, -1, 7})), depth, values},
         .gradient = false},
        {.name = "first axis",
         .attributes = {{"axis", 0}},
         .inputs = {given(Tensor::of<std::int64_t>({3}, {1, 2, 0})), depth, values},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{cumsum, trilu, one_hot}};

}  // namespace
}  // namespace espalier
