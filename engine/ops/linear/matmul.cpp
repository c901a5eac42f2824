// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/linear/matmul.h"

#include "engine/ops/support/index.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

bool flag_if_any(const RuleContext& c, const char* name) {
  return c.node().op->attribute(name) != nullptr && c.flag(name);
}

// Two shapes with vectors made matrices, batches apart.
template <class S> struct Split {
  S a_batch, b_batch;
  typename S::value_type m, n, k, k_of_b;
  bool a_is_vector, b_is_vector;
};

template <class S> Split<S> split(const RuleContext& c, S a, S b) {
  Split<S> s{};
  s.a_is_vector = a.size() == 1;
  s.b_is_vector = b.size() == 1;
  if (s.a_is_vector) a.insert(a.begin(), 1);
  if (s.b_is_vector) b.push_back(1);
  const bool trans_a = flag_if_any(c, "transA");
  const bool trans_b = flag_if_any(c, "transB");
  s.m = a[a.size() - (trans_a ? 1 : 2)];
  s.k = a[a.size() - (trans_a ? 2 : 1)];
  s.k_of_b = b[b.size() - (trans_b ? 1 : 2)];
  s.n = b[b.size() - (trans_b ? 2 : 1)];
  s.a_batch = S(a.begin(), a.end() - 2);
  s.b_batch = S(b.begin(), b.end() - 2);
  return s;
}

SymShape broadcast_batches(InferContext& c, const SymShape& a, const SymShape& b,
                           const Message& misfit) {
  SymShape out(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Dim p = i < a.size() ? a[a.size() - 1 - i] : Dim(1);
    const Dim q = i < b.size() ? b[b.size() - 1 - i] : Dim(1);
    if (!(p == Dim(1)) && !(q == Dim(1))) c.require_equal(p, q, misfit, 1);
    out[out.size() - 1 - i] = p == Dim(1) || (q.is_constant() && !(q == Dim(1))) ? q : p;
  }
  return out;
}

void infer(InferContext& c) {
  require_same_dtype(c, 1, 0);
  const auto a = known_shape(c, 0);
  const auto b = known_shape(c, 1);
  const DType dtype = known_dtype(c, 0) == DType::undefined ? known_dtype(c, 1) : known_dtype(c, 0);
  if (!a || !b) {
    if (dtype != DType::undefined) c.output(0, Type::of_unknown_rank(dtype));
    return;
  }
  for (std::size_t port = 0; port < 2; ++port)
    if ((port == 0 ? a : b)->empty())
      c.fail(message(ESP_TEXT("engine", "expected a vector or matrices for {}, got a scalar"),
                     c.node().op->input(port).name),
             static_cast<int>(port));
  const Split<SymShape> s = split(c, *a, *b);
  const Message misfit =
      message(ESP_TEXT("engine", "expected matrices that can be multiplied, got {} and {}"),
              shape_text(*a), shape_text(*b));
  c.require_equal(s.k, s.k_of_b, misfit, 1);
  SymShape y = broadcast_batches(c, s.a_batch, s.b_batch, misfit);
  if (!s.a_is_vector) y.push_back(s.m);
  if (!s.b_is_vector) y.push_back(s.n);
  c.output(0, Type::tensor(dtype, std::move(y)));
}

void cost(CostContext& c) {
  c.cost.macs = product(c.output(0)) * split(c, c.input(0), c.input(1)).k;
}

void reference(ReferenceContext& c) {
  const MatMulSizes s = matmul_sizes(c, c.input(0).shape(), c.input(1).shape());
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    using Sum =
        std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;  // wraps around
    const auto a = c.input(0).values<T>();
    const auto b = c.input(1).values<T>();
    const auto y = c.output<T>(0, s.y);
    std::size_t out = 0;
    for_each_index(s.batch, [&](const std::vector<std::int64_t>& index) {
      const T* x = a.data() + broadcast_position(index, s.a_batch) * s.m * s.k;
      const T* w = b.data() + broadcast_position(index, s.b_batch) * s.k * s.n;
      for (std::int64_t i = 0; i < s.m; ++i)
        for (std::int64_t j = 0; j < s.n; ++j) {
          Sum sum = 0;
          for (std::int64_t k = 0; k < s.k; ++k)
            sum += static_cast<Sum>(x[s.trans_a ? k * s.m + i : i * s.k + k]) *
                   static_cast<Sum>(w[s.trans_b ? j * s.k + k : k * s.n + j]);
          y[out++] = static_cast<T>(sum);
        }
    });
  });
}

// ---- gradient

ValueRef reshaped(GradientContext& c, ValueRef v, const SymShape& to) {
  if (c.type(v).shape == to) return v;
  return c.build().add(internal_op("ReshapeTo"), {v}, {{"shape", to}});
}

ValueRef multiplied(GradientContext& c, ValueRef a, ValueRef b, bool trans_a, bool trans_b) {
  return c.build().add(internal_op("FusedMatMul"), {a, b},
                       {{"transA", trans_a}, {"transB", trans_b}});
}

void gradient(GradientContext& c) {
  SymShape a = c.type(c.input(0)).shape.value();
  SymShape b = c.type(c.input(1)).shape.value();
  const Split<SymShape> s = split(c, a, b);
  SymShape y = c.type(c.output(0)).shape.value();
  if (s.b_is_vector) y.push_back(1);
  if (s.a_is_vector) y.insert(y.end() - 1, Dim(1));
  if (s.a_is_vector) a.insert(a.begin(), Dim(1));
  if (s.b_is_vector) b.push_back(1);
  const ValueRef dy = reshaped(c, c.output_gradient(0), y);
  const auto back = [&](std::size_t port, ValueRef full, const SymShape& batch,
                        const SymShape& shape) {
    if (SymShape(y.begin(), y.end() - 2) != batch)
      full = c.build().add(internal_op("SumTo"), {full}, {{"shape", shape}});
    c.gradient(port, c.type(c.input(port)).shape == shape
                         ? full
                         : c.build().add(internal_op("ReshapeTo"), {full},
                                         {{"shape", c.type(c.input(port)).shape.value()}}));
  };
  if (c.wanted(0))
    back(0, multiplied(c, dy, reshaped(c, c.input(1), b), false, true), s.a_batch, a);
  if (!c.wanted(1)) return;
  if (s.b_batch.empty() && a.size() > 2) {  // all rows in one product instead of a sum of products
    const Dim rows = product(s.a_batch) * s.m;
    const ValueRef db = multiplied(c, reshaped(c, c.input(0), {rows, s.k}),
                                   reshaped(c, dy, {rows, s.n}), true, false);
    c.gradient(1, s.b_is_vector
                      ? c.build().add(internal_op("ReshapeTo"), {db}, {{"shape", SymShape{s.k}}})
                      : db);
    return;
  }
  back(1, multiplied(c, reshaped(c, c.input(0), a), dy, true, false), s.b_batch, b);
}

std::vector<Sample> samples() {
  const auto in = [](Shape s) { return SampleInput{.shape = std::move(s)}; };
  return {{.name = "matrices", .inputs = {in({5, 7}), in({7, 3})}},
          {.name = "stack times matrix", .inputs = {in({2, 3, 4, 5}), in({5, 6})}},
          {.name = "matrix times stack", .inputs = {in({4, 5}), in({3, 5, 2})}},
          {.name = "stacks", .inputs = {in({2, 3, 4, 5}), in({2, 3, 5, 2})}},
          {.name = "stacks that broadcast", .inputs = {in({2, 1, 3, 4}), in({3, 4, 5})}},
          {.name = "vector times matrix", .inputs = {in({4}), in({4, 3})}},
          {.name = "matrix times vector", .inputs = {in({3, 4}), in({4})}},
          {.name = "stack times vector", .inputs = {in({2, 3, 4}), in({4})}},
          {.name = "vector times stack", .inputs = {in({4}), in({2, 4, 3})}},
          {.name = "dot product", .inputs = {in({9}), in({9})}},
          {.name = "empty batch", .inputs = {in({0, 2, 3}), in({3, 4})}, .gradient = false},
          {.name = "nothing to sum", .inputs = {in({2, 0}), in({0, 3})}, .gradient = false}};
}

OpSpec matmul() {
  OpSpec s;
  s.name = "MatMul";
  s.category = Category::linear;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Product of two matrices, or of stacks of them.");
  s.help = ESP_TEXT(
      "ops",
      "Y = A · B over the last two dimensions, as numpy.matmul: the dimensions before them "
      "broadcast, a vector is taken as one row or one column. Source: ONNX operator "
      "specification, MatMul.");
  s.inputs = {
      {.name = "A", .help = ESP_TEXT("ops", "The first factor, […,M,K]."), .types = sum_types},
      {.name = "B", .help = ESP_TEXT("ops", "The second factor, […,K,N]."), .types = sum_types}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The product, […,M,N].")}};
  s.infer = infer;
  s.cost = cost;
  s.gradient = gradient;
  s.reference = reference;
  s.onnx.versions = {1, 9, 13};
  s.samples = samples;
  return s;
}

// With the last two dimensions of an operand changing places, for gradients.
OpSpec fused_matmul() {
  OpSpec s;
  s.name = "FusedMatMul";
  s.domain = internal_domain;
  s.attributes = {{.name = "transA", .type = AttrType::flag, .fallback = false},
                  {.name = "transB", .type = AttrType::flag, .fallback = false}};
  s.inputs = {{.name = "A"}, {.name = "B"}};
  s.outputs = {{.name = "Y"}};
  s.infer = infer;
  s.cost = cost;
  s.reference = reference;
  s.samples = [] {
    const auto in = [](Shape shape) { return SampleInput{.shape = std::move(shape)}; };
    return std::vector<Sample>{{.name = "A",
                                .attributes = {{"transA", true}},
                                .inputs = {in({3, 5, 4}), in({3, 5, 2})},
                                .gradient = false},
                               {.name = "B",
                                .attributes = {{"transB", true}},
                                .inputs = {in({2, 3, 5}), in({4, 5})},
                                .gradient = false},
                               {.name = "A, one matrix for all",
                                .attributes = {{"transA", true}},
                                .inputs = {in({5, 4}), in({3, 5, 2})},
                                .gradient = false},
                               {.name = "A, tall",
                                .attributes = {{"transA", true}},
                                .inputs = {in({5000, 4}), in({5000, 3})},
                                .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{matmul, fused_matmul}};

}  // namespace

MatMulSizes matmul_sizes(const RuleContext& c, const Shape& a, const Shape& b) {
  const Split<Shape> s = split(c, a, b);
  MatMulSizes out{s.a_batch,
                  s.b_batch,
                  broadcast(s.a_batch, s.b_batch).value(),
                  s.m,
                  s.n,
                  s.k,
                  flag_if_any(c, "transA"),
                  flag_if_any(c, "transB"),
                  {}};
  out.y = out.batch;
  if (!s.a_is_vector) out.y.push_back(s.m);
  if (!s.b_is_vector) out.y.push_back(s.n);
  return out;
}

}  // namespace espalier
