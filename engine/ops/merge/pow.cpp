// SPDX-License-Identifier: Apache-2.0
//
// Pow and Mod: arithmetic of two tensors with rules of their own.
#include <cmath>

#include "engine/graph/onnx_form.h"
#include "engine/ops/merge/arithmetic.h"
#include "engine/ops/support/gradients.h"
#include "engine/ops/support/index.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  if (dtype == DType::undefined) return;
  if (!known_shape(c, 0) || !known_shape(c, 1)) return c.output(0, Type::of_unknown_rank(dtype));
  c.output(0, Type::tensor(dtype, broadcast_inputs(c, 0, 1)));
}

// f(a, b) for every pair, of the types T and U.
template <class T, class U, class F> void combine(ReferenceContext& c, F f) {
  const Shape &a = c.input(0).shape(), &b = c.input(1).shape();
  const auto shape = broadcast(a, b);
  if (!shape)
    c.fail(message(ESP_TEXT("engine", "expected shapes that broadcast together, got {} and {}"),
                   to_string(a), to_string(b)));
  const auto x = c.input(0).values<T>();
  const auto y = c.input(1).values<U>();
  const auto out = c.output<T>(0, *shape);
  std::size_t i = 0;
  for_each_index(*shape, [&](const std::vector<std::int64_t>& index) {
    out[i++] = f(x[static_cast<std::size_t>(broadcast_position(index, a))],
                 y[static_cast<std::size_t>(broadcast_position(index, b))]);
  });
}

// ---- Pow

// By squaring, wrapping around as products of integers do; a negative power is 0 but for 1 and −1.
template <class T> T whole_power(T base, std::int64_t power) {
  if (power < 0) {
    if (base == T{1}) return 1;
    if constexpr (std::is_signed_v<T>)
      if (base == T{-1}) return power % 2 == 0 ? T{1} : T{-1};
    return 0;
  }
  std::uint64_t result = 1, square = static_cast<std::uint64_t>(base);
  for (; power > 0; power /= 2, square *= square)
    if (power % 2 == 1) result *= square;
  return static_cast<T>(result);
}

template <class T, class U> T power_of(T a, U b) {
  if constexpr (std::is_integral_v<T> && std::is_integral_v<U>)
    return whole_power(a, static_cast<std::int64_t>(b));
  else
    return static_cast<T>(std::pow(static_cast<double>(a), static_cast<double>(b)));
}

void pow_reference(ReferenceContext& c) {
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    with_number(c, c.input(1).type(), [&]<class U>(U) { combine<T, U>(c, power_of<T, U>); });
  });
}

void pow_gradient(GradientContext& c) {
  GraphBuilder& build = c.build();
  const ValueRef dy = c.output_gradient(0), x = c.input(0);
  const DType dtype = c.type(x).dtype;
  ValueRef power = c.input(1);
  if (c.type(power).dtype != dtype)
    power = build.add(op("Cast"), {power}, {{"to", static_cast<std::int64_t>(dtype)}});
  if (c.wanted(0)) {  // dy · b · x^(b − 1)
    const ValueRef less = build.add(op("Sub"), {power, build.constant(filled(dtype, {}, 1))});
    const ValueRef slope = build.add(op("Mul"), {power, build.add(op("Pow"), {x, less})});
    c.gradient(0, sum_to_input(c, build.add(op("Mul"), {dy, slope}), 0));
  }
  if (c.wanted(1)) {  // dy · y · ln x
    const ValueRef slope = build.add(op("Mul"), {c.output(0), build.add(op("Log"), {x})});
    c.gradient(1, sum_to_input(c, build.add(op("Mul"), {dy, slope}), 1));
  }
}

std::vector<Sample> pow_samples() {
  const auto base = [](Shape s) {
    return SampleInput{.shape = std::move(s), .low = 0.3, .high = 2};
  };
  return {
      {.name = "a power an element", .inputs = {base({2, 3, 4}), {.shape = {2, 3, 4}}}},
      {.name = "squares", .inputs = {{.shape = {3, 5}}, given(Tensor::of<std::int64_t>({}, {2}))}},
      {.name = "float squares",
       .inputs = {base({3, 5}), given(Tensor::scalar(2.0F))},
       .gradient = false},
      {.name = "roots", .inputs = {base({33}), given(Tensor::scalar(0.5F))}, .gradient = false},
      {.name = "both ways", .inputs = {base({4, 1, 3}), {.shape = {2, 1}}}},
      {.name = "integers",
       .inputs = {given(Tensor::of<std::int64_t>({2, 2}, {7, -7, 1, 0})),
                  given(Tensor::of<std::int64_t>({2}, {3, -2}))},
       .gradient = false}};
}

OpSpec pow_spec() {
  OpSpec s;
  s.name = "Pow";
  s.category = Category::merge;
  s.summary = ESP_TEXT("ops", "A power of every element.");
  s.help = ESP_TEXT("ops",
                    "Z = X to the power of Y, with the element type of X. Shapes broadcast as in "
                    "numpy. The gradient of Y needs X > 0. Source: ONNX operator specification, "
                    "Pow.");
  s.inputs = {{.name = "X", .help = ESP_TEXT("ops", "The bases."), .types = number_types},
              {.name = "Y", .help = ESP_TEXT("ops", "The exponents."), .types = number_types}};
  s.outputs = {{.name = "Z", .help = ESP_TEXT("ops", "The powers, of the broadcast shape.")}};
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.gradient = pow_gradient;
  s.reference = pow_reference;
  s.onnx = {.versions = {1, 7, 12, 13, 15}, .import = import_aligned_broadcast, .write = nullptr};
  s.samples = pow_samples;
  return s;
}

// ---- Mod

template <class T> T remainder(T a, T b, bool like_c) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(a, b);
  } else {
    if (b == 0) return 0;
    if constexpr (std::is_signed_v<T>) {
      if (b == T{-1}) return 0;
      const T r = static_cast<T>(a % b);
      return !like_c && r != 0 && (r < 0) != (b < 0) ? static_cast<T>(r + b) : r;
    }
    return static_cast<T>(a % b);
  }
}

void infer_mod(InferContext& c) {
  require_same_dtype(c, 1, 0);
  if (is_floating(known_dtype(c, 0)) && !c.flag("fmod"))
    c.fail(message(ESP_TEXT("engine", "fmod: expected on for {} elements, got off"),
                   name(known_dtype(c, 0))),
           -1, "fmod", Fix{message(ESP_TEXT("engine", "Set {} to {}"), "fmod", "1"), "fmod", true});
  infer(c);
}

OpSpec mod_spec() {
  OpSpec s;
  s.name = "Mod";
  s.category = Category::merge;
  s.summary = ESP_TEXT("ops", "The remainder of a division, element by element.");
  s.help = ESP_TEXT("ops",
                    "C = A mod B with the sign of B, or with `fmod` the sign of A as C's fmod. "
                    "Shapes broadcast as in numpy. Source: ONNX operator specification, Mod.");
  s.attributes = {{.name = "fmod",
                   .type = AttrType::flag,
                   .fallback = false,
                   .help = ESP_TEXT("ops", "The sign is A's; needed for real numbers.")}};
  s.inputs = {{.name = "A", .help = ESP_TEXT("ops", "The dividends."), .types = number_types},
              {.name = "B", .help = ESP_TEXT("ops", "The divisors."), .types = number_types}};
  s.outputs = {{.name = "C", .help = ESP_TEXT("ops", "The remainders, of the broadcast shape.")}};
  s.infer = infer_mod;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.reference = [](ReferenceContext& c) {
    const bool like_c = c.flag("fmod");
    with_number(c, c.input(0).type(), [&]<class T>(T) {
      combine<T, T>(c, [&](T a, T b) { return remainder(a, b, like_c); });
    });
  };
  s.onnx.versions = {10, 13};
  s.samples = [] {
    const auto a = given(Tensor::of<std::int64_t>({6}, {-4, 7, 5, 4, -7, 8}));
    const auto b = given(Tensor::of<std::int64_t>({6}, {2, -3, 8, -2, 3, 5}));
    return std::vector<Sample>{
        {.name = "integers", .inputs = {a, b}, .gradient = false},
        {.name = "as in C", .attributes = {{"fmod", true}}, .inputs = {a, b}, .gradient = false},
        {.name = "real numbers",
         .attributes = {{"fmod", true}},
         .inputs = {{.shape = {3, 4}, .low = -5, .high = 5}, {.shape = {4}, .low = 1, .high = 2}},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{pow_spec, mod_spec}};

}  // namespace
}  // namespace espalier
