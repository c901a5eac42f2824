// SPDX-License-Identifier: Apache-2.0
//
// Comparisons and logic: tensors of truth values, with broadcasting.
#include "engine/ops/merge/compare.h"

#include <algorithm>
#include <cmath>

#include "engine/graph/onnx_form.h"
#include "engine/ops/merge/arithmetic.h"
#include "engine/ops/support/index.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

struct Row {
  const char* name;
  const char* summary;
  const char* help;
  std::vector<int> versions;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> list = {
      {"Equal",
       ESP_TEXT("ops", "Where two tensors are equal."),
       ESP_TEXT("ops",
                "C is true where A = B; a NaN is equal to nothing. Shapes broadcast as in numpy. "
                "Source: ONNX operator specification, Equal."),
       {1, 7, 11, 13, 19}},
      {"Greater",
       ESP_TEXT("ops", "Where the first tensor is greater."),
       ESP_TEXT("ops",
                "C is true where A > B. Shapes broadcast as in numpy. Source: ONNX operator "
                "specification, Greater."),
       {1, 7, 9, 13}},
      {"Less",
       ESP_TEXT("ops", "Where the first tensor is less."),
       ESP_TEXT("ops",
                "C is true where A < B. Shapes broadcast as in numpy. Source: ONNX operator "
                "specification, Less."),
       {1, 7, 9, 13}},
      {"GreaterOrEqual",
       ESP_TEXT("ops", "Where the first tensor is greater or equal."),
       ESP_TEXT("ops",
                "C is true where A ≥ B. Shapes broadcast as in numpy. Source: ONNX operator "
                "specification, GreaterOrEqual."),
       {12, 16}},
      {"LessOrEqual",
       ESP_TEXT("ops", "Where the first tensor is less or equal."),
       ESP_TEXT("ops",
                "C is true where A ≤ B. Shapes broadcast as in numpy. Source: ONNX operator "
                "specification, LessOrEqual."),
       {12, 16}},
      {"And",
       ESP_TEXT("ops", "Where both are true."),
       ESP_TEXT("ops",
                "C is true where A and B are. Shapes broadcast as in numpy. Source: ONNX operator "
                "specification, And."),
       {1, 7}},
      {"Or",
       ESP_TEXT("ops", "Where one of two is true."),
       ESP_TEXT("ops",
                "C is true where A or B is. Shapes broadcast as in numpy. Source: ONNX operator "
                "specification, Or."),
       {1, 7}},
      {"Xor",
       ESP_TEXT("ops", "Where one of two is true, but not both."),
       ESP_TEXT("ops",
                "C is true where A and B differ. Shapes broadcast as in numpy. Source: ONNX "
                "operator specification, Xor."),
       {1, 7}}};
  return list;
}

bool logic(Comparison k) { return k >= Comparison::both; }

// What can be said of sizes that are symbols.
std::optional<Dim> compared(Comparison kind, const Dim& a, const Dim& b) {
  if (kind == Comparison::equal) {
    const Known k = equal(a, b);
    if (k == Known::unknown) return std::nullopt;
    return Dim(k == Known::yes ? 1 : 0);
  }
  const auto x = a.constant(), y = b.constant();
  if (!x || !y) return std::nullopt;
  switch (kind) {
    case Comparison::greater:
      return Dim(*x > *y);
    case Comparison::less:
      return Dim(*x < *y);
    case Comparison::greater_or_equal:
      return Dim(*x >= *y);
    default:
      return Dim(*x <= *y);
  }
}

void infer_elements(InferContext& c, Type& y) {
  const auto &a = c.input(0).elements, &b = c.input(1).elements;
  const Comparison kind = comparison_of(c);
  if (logic(kind) || !a || !b || (a->size() != b->size() && a->size() != 1 && b->size() != 1))
    return;
  std::vector<Dim> out;
  for (std::size_t i = 0; i < std::max(a->size(), b->size()); ++i) {
    const auto d = compared(kind, (*a)[a->size() == 1 ? 0 : i], (*b)[b->size() == 1 ? 0 : i]);
    if (!d) return;
    out.push_back(*d);
  }
  y.elements = std::move(out);
}

void infer(InferContext& c) {
  require_same_dtype(c, 1, 0);
  if (!known_shape(c, 0) || !known_shape(c, 1)) {
    c.output(0, Type::of_unknown_rank(DType::boolean));
    return;
  }
  Type y = Type::tensor(DType::boolean, broadcast_inputs(c, 0, 1));
  infer_elements(c, y);
  c.output(0, std::move(y));
}

template <class T> bool compare(Comparison kind, T a, T b) {
  switch (kind) {
    case Comparison::equal:
      return a == b;
    case Comparison::greater:
      return a > b;
    case Comparison::less:
      return a < b;
    case Comparison::greater_or_equal:
      return a >= b;
    case Comparison::less_or_equal:
      return a <= b;
    case Comparison::both:
      return a != T{} && b != T{};
    case Comparison::either:
      return a != T{} || b != T{};
    default:
      return (a != T{}) != (b != T{});
  }
}

void reference(ReferenceContext& c) {
  const Comparison kind = comparison_of(c);
  const Shape &a = c.input(0).shape(), &b = c.input(1).shape();
  const auto shape = broadcast(a, b);
  if (!shape)
    c.fail(message(ESP_TEXT("engine", "expected shapes that broadcast together, got {} and {}"),
                   to_string(a), to_string(b)));
  const auto y = c.output<bool>(0, *shape);
  const auto fill = [&](auto x, auto z) {
    std::size_t i = 0;
    for_each_index(*shape, [&](const std::vector<std::int64_t>& index) {
      y[i++] = compare(kind, x[static_cast<std::size_t>(broadcast_position(index, a))],
                       z[static_cast<std::size_t>(broadcast_position(index, b))]);
    });
  };
  if (c.input(0).type() == DType::string)
    return fill(std::span(c.input(0).strings()), std::span(c.input(1).strings()));
  if (c.input(0).type() == DType::boolean)
    return fill(c.input(0).values<bool>(), c.input(1).values<bool>());
  with_number(c, c.input(0).type(),
              [&]<class T>(T) { fill(c.input(0).values<T>(), c.input(1).values<T>()); });
}

std::vector<Sample> number_samples() {
  const auto a = given(Tensor::of<float>({2, 3}, {1, 2, 3, -1, 0, NAN}));
  return {
      {.name = "equal and not",
       .inputs = {a, given(Tensor::of<float>({2, 3}, {1, 3, 2, -1, -0.0F, NAN}))},
       .gradient = false},
      {.name = "against one number", .inputs = {a, given(Tensor::scalar(1.0F))}, .gradient = false},
      {.name = "both ways", .inputs = {{.shape = {4, 1, 3}}, {.shape = {2, 1}}}, .gradient = false},
      {.name = "integers",
       .inputs = {given(Tensor::of<std::int64_t>({3}, {1, 5, 7})),
                  given(Tensor::of<std::int64_t>({3}, {2, 5, 6}))},
       .gradient = false},
      {.name = "empty", .inputs = {{.shape = {0, 3}}, {.shape = {3}}}, .gradient = false}};
}

std::vector<Sample> logic_samples() {
  const SampleInput a{.dtype = DType::boolean, .shape = {3, 1, 5}, .low = 0, .high = 1};
  const SampleInput b{.dtype = DType::boolean, .shape = {2, 5}, .low = 0, .high = 1};
  return {{.name = "both ways", .inputs = {a, b}, .gradient = false},
          {.name = "alike", .inputs = {a, a}, .gradient = false}};
}

template <std::size_t row> OpSpec make() {
  const Row& r = rows()[row];
  OpSpec s;
  s.name = r.name;
  s.category = Category::merge;
  s.summary = r.summary;
  s.help = r.help;
  std::vector<DType> types{DType::boolean};
  if (row < 5) types.insert(types.begin(), number_types.begin(), number_types.end());
  if (row == 0) types.push_back(DType::string);
  s.inputs = {{.name = "A", .help = ESP_TEXT("ops", "The first operand."), .types = types},
              {.name = "B", .help = ESP_TEXT("ops", "The second operand."), .types = types}};
  s.outputs = {{.name = "C", .help = ESP_TEXT("ops", "Truth values, of the broadcast shape.")}};
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.reference = reference;
  s.onnx = {.versions = r.versions, .import = import_aligned_broadcast, .write = nullptr};
  s.samples = row < 5 ? number_samples : logic_samples;
  return s;
}

OpSpec logical_not() {
  OpSpec s;
  s.name = "Not";
  s.category = Category::merge;
  s.summary = ESP_TEXT("ops", "True where the input is false.");
  s.help = ESP_TEXT("ops", "Y is true where X is not. Source: ONNX operator specification, Not.");
  s.inputs = {{.name = "X", .help = ESP_TEXT("ops", "Truth values."), .types = {DType::boolean}}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "Their opposites.")}};
  s.elementwise = true;
  s.infer = infer_like_first;
  s.reference = [](ReferenceContext& c) {
    const auto x = c.input(0).values<bool>();
    const auto y = c.output<bool>(0, c.input(0).shape());
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = !x[i];
  };
  s.onnx.versions = {1};
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "matrix",
         .inputs = {{.dtype = DType::boolean, .shape = {3, 5}, .low = 0, .high = 1}},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{
    {make<0>, make<1>, make<2>, make<3>, make<4>, make<5>, make<6>, make<7>, logical_not}};

}  // namespace

Comparison comparison_of(const RuleContext& c) {
  const auto& list = rows();
  const auto at = std::find_if(list.begin(), list.end(), [&](const Row& r) {
    return std::string_view(r.name) == c.node().op->name;
  });
  return static_cast<Comparison>(at - list.begin());
}

}  // namespace espalier
