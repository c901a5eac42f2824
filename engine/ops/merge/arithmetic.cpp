// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/merge/arithmetic.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/gradients.h"
#include "engine/ops/support/index.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

// Integers wrap around; a division by 0 gives 0, for the specification leaves it open.
template <char sign, class T> T apply(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return sign == '+' ? a + b : sign == '-' ? a - b : sign == '*' ? a * b : a / b;
  } else {
    const auto x = static_cast<std::uint64_t>(a);
    const auto y = static_cast<std::uint64_t>(b);
    if constexpr (sign == '/') {
      if (b == 0) return 0;
      if constexpr (std::is_signed_v<T>)
        if (b == -1) return static_cast<T>(-x);
      return static_cast<T>(a / b);
    }
    return static_cast<T>(sign == '+' ? x + y : sign == '-' ? x - y : x * y);
  }
}

// Shapes that are computed in the graph stay known while few.
template <char sign> void infer_elements(InferContext& c, Type& y) {
  const auto& a = c.input(0).elements;
  const auto& b = c.input(1).elements;
  if (!a || !b || (a->size() != b->size() && a->size() != 1 && b->size() != 1)) return;
  std::vector<Dim> out;
  for (std::size_t i = 0; i < std::max(a->size(), b->size()); ++i) {
    const Dim& p = (*a)[a->size() == 1 ? 0 : i];
    const Dim& q = (*b)[b->size() == 1 ? 0 : i];
    if (sign != '/') {
      out.push_back(sign == '+' ? p + q : sign == '-' ? p - q : p * q);
      continue;
    }
    // Towards 0 is down where nothing is below 0.
    const auto by = q.constant();
    if (!by || *by <= 0 || !(max(p, Dim(0)) == p)) return;
    out.push_back(floor_div(p, q));
  }
  y.elements = std::move(out);
}

template <char sign> void infer(InferContext& c) {
  require_same_dtype(c, 1, 0);
  const DType dtype = known_dtype(c, 0) == DType::undefined ? known_dtype(c, 1) : known_dtype(c, 0);
  if (!known_shape(c, 0) || !known_shape(c, 1)) {
    if (dtype != DType::undefined) c.output(0, Type::of_unknown_rank(dtype));
    return;
  }
  Type y = Type::tensor(dtype, broadcast_inputs(c, 0, 1));
  infer_elements<sign>(c, y);
  c.output(0, std::move(y));
}

template <char sign> void reference(ReferenceContext& c) {
  const Shape& a = c.input(0).shape();
  const Shape& b = c.input(1).shape();
  const auto shape = broadcast(a, b);
  if (!shape)
    c.fail(message(ESP_TEXT("engine", "expected shapes that broadcast together, got {} and {}"),
                   to_string(a), to_string(b)));
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    const auto x = c.input(0).values<T>();
    const auto y = c.input(1).values<T>();
    const auto out = c.output<T>(0, *shape);
    std::size_t i = 0;
    for_each_index(*shape, [&](const std::vector<std::int64_t>& index) {
      out[i++] = apply<sign>(x[static_cast<std::size_t>(broadcast_position(index, a))],
                             y[static_cast<std::size_t>(broadcast_position(index, b))]);
    });
  });
}

template <char sign> void gradient(GradientContext& c) {
  GraphBuilder& build = c.build();
  const ValueRef dy = c.output_gradient(0);
  if (c.wanted(0)) {
    ValueRef da = dy;
    if (sign == '*') da = build.add(op("Mul"), {dy, c.input(1)});
    if (sign == '/') da = build.add(op("Div"), {dy, c.input(1)});
    c.gradient(0, sum_to_input(c, da, 0));
  }
  if (!c.wanted(1)) return;
  ValueRef db = dy;
  if (sign == '*') db = build.add(op("Mul"), {dy, c.input(0)});
  if (sign == '/')  // −dy · a / b² = −dy · y / b
    db = build.add(op("Div"), {build.add(op("Mul"), {dy, c.output(0)}), c.input(1)});
  c.gradient(1, sum_to_input(c, db, 1, sign == '-' || sign == '/' ? -1 : 1));
}

std::vector<Sample> samples() {
  const auto divisor = [](Shape s) {
    return SampleInput{.shape = std::move(s), .low = 0.5, .high = 2};
  };
  return {{.name = "equal shapes", .inputs = {{.shape = {2, 3, 4}}, divisor({2, 3, 4})}},
          {.name = "a number a channel", .inputs = {{.shape = {2, 3, 4, 5}}, divisor({3, 1, 1})}},
          {.name = "both ways", .inputs = {{.shape = {4, 1, 3}}, divisor({2, 1})}},
          {.name = "first one smaller", .inputs = {{.shape = {5}}, divisor({3, 2, 5})}},
          {.name = "scalar", .inputs = {{.shape = {7, 9}}, divisor({})}},
          {.name = "size 1", .inputs = {{.shape = {1}}, divisor({1, 1, 1})}},
          {.name = "alternating", .inputs = {{.shape = {2, 1, 3, 1, 2}}, divisor({1, 4, 3, 5, 2})}},
          {.name = "empty", .inputs = {{.shape = {0, 3}}, divisor({3})}, .gradient = false},
          {.name = "integers",
           .inputs = {given(Tensor::of<std::int64_t>({2, 2}, {7, -7, 9, 0})),
                      given(Tensor::of<std::int64_t>({2}, {2, -3}))},
           .gradient = false}};
}

struct Row {
  const char* name;
  const char* summary;
  const char* help;
  void (*infer)(InferContext&);
  void (*gradient)(GradientContext&);
  void (*reference)(ReferenceContext&);
};

constexpr Row table[] = {
    {"Add", ESP_TEXT("ops", "Sum of two tensors."),
     ESP_TEXT("ops",
              "C = A + B for every element; dimensions of size 1 and missing leading ones are "
              "repeated (numpy's broadcasting). Source: ONNX operator specification, Add."),
     infer<'+'>, gradient<'+'>, reference<'+'>},
    {"Sub", ESP_TEXT("ops", "Difference of two tensors."),
     ESP_TEXT("ops",
              "C = A − B for every element; dimensions of size 1 and missing leading ones are "
              "repeated (numpy's broadcasting). Source: ONNX operator specification, Sub."),
     infer<'-'>, gradient<'-'>, reference<'-'>},
    {"Mul", ESP_TEXT("ops", "Product of two tensors, element by element."),
     ESP_TEXT("ops",
              "C = A · B for every element; dimensions of size 1 and missing leading ones are "
              "repeated (numpy's broadcasting). Source: ONNX operator specification, Mul."),
     infer<'*'>, gradient<'*'>, reference<'*'>},
    {"Div", ESP_TEXT("ops", "Quotient of two tensors, element by element."),
     ESP_TEXT(
         "ops",
         "C = A / B for every element; integers are divided towards 0. Dimensions of size 1 and "
         "missing leading ones are repeated (numpy's broadcasting). Source: ONNX operator "
         "specification, Div."),
     infer<'/'>, gradient<'/'>, reference<'/'>}};

template <std::size_t row> OpSpec make() { return arithmetic_spec(table[row].name); }

const RegisterOps ops_of_this_file{{make<0>, make<1>, make<2>, make<3>}};

}  // namespace

void import_aligned_broadcast(OnnxImportContext& c) {
  AttributeMap& a = c.node.attributes;
  const auto axis = a.find("axis");
  if (c.opset < 7 && axis != a.end()) {
    const auto* at = std::get_if<std::int64_t>(&axis->second);
    const auto rank = [&](std::size_t input) -> std::int64_t {
      if (const Tensor* t = c.constant(input)) return static_cast<std::int64_t>(t->shape().size());
      return c.type(input).has_shape() ? static_cast<std::int64_t>(c.type(input).shape->size())
                                       : -1;
    };
    const bool at_end =
        at && rank(0) >= 0 && rank(1) >= 0 && (*at < 0 ? *at + rank(0) : *at) + rank(1) == rank(0);
    if (!at_end)
      c.fail(message(ESP_TEXT("engine",
                              "{}: broadcasting along axis {} as before opset 7 is only "
                              "supported at the end of the shape"),
                     c.node.name, to_string(axis->second)));
  }
  for (const char* old : {"axis", "broadcast", "consumed_inputs"}) a.erase(old);
}

OpSpec arithmetic_spec(std::string_view name) {
  const Row& row = *std::find_if(std::begin(table), std::end(table),
                                 [&](const Row& r) { return name == r.name; });
  OpSpec s;
  s.name = row.name;
  s.category = Category::merge;
  s.everyday = true;
  s.summary = row.summary;
  s.help = row.help;
  s.inputs = {{.name = "A", .help = ESP_TEXT("ops", "The first operand."), .types = number_types},
              {.name = "B", .help = ESP_TEXT("ops", "The second operand."), .types = number_types}};
  s.outputs = {{.name = "C", .help = ESP_TEXT("ops", "The result, of the broadcast shape.")}};
  s.elementwise = true;
  s.in_place = {{0, 0}, {0, 1}};
  s.infer = row.infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.gradient = row.gradient;
  s.reference = row.reference;
  s.onnx = {.versions = {1, 6, 7, 13, 14}, .import = import_aligned_broadcast, .write = nullptr};
  s.samples = samples;
  return s;
}

}  // namespace espalier
