// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/shapes.h"

#include <algorithm>

namespace espalier {

std::string shape_text(const SymShape& s) {
  std::string out = "[";
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (i > 0) out += ',';
    out += s[i].text();
  }
  return out + "]";
}

std::string ints_text(const Ints& v) { return to_string(Shape(v)); }

std::optional<SymShape> known_shape(InferContext& c, std::size_t port) {
  if (port >= c.input_count()) return std::nullopt;
  const Type& type = c.input(port);
  if (type.kind == Type::Kind::unknown) return std::nullopt;
  if (!type.is_tensor())
    c.fail(message(ESP_TEXT("engine", "expected a tensor for {}, got {}"),
                   c.node().op->input(port).name, to_string(type)),
           static_cast<int>(port));
  return type.shape;
}

DType known_dtype(const InferContext& c, std::size_t port) {
  return port < c.input_count() && c.input(port).is_tensor() ? c.input(port).dtype
                                                             : DType::undefined;
}

void require_rank(InferContext& c, std::size_t port, std::size_t rank, const char* axes) {
  const auto s = known_shape(c, port);
  if (s && s->size() != rank)
    c.fail(message(ESP_TEXT("engine", "expected a {}-D input {} for {}, got {}"), rank, axes,
                   c.node().op->input(port).name, shape_text(*s)),
           static_cast<int>(port));
}

void require_same_dtype(InferContext& c, std::size_t port, std::size_t as) {
  const DType got = known_dtype(c, port);
  const DType want = known_dtype(c, as);
  if (got == DType::undefined || want == DType::undefined || got == want) return;
  c.fail(message(ESP_TEXT("engine", "expected {} elements for {}, the type of {}, got {}"),
                 name(want), c.node().op->input(port).name, c.node().op->input(as).name, name(got)),
         static_cast<int>(port));
}

std::optional<std::size_t> axis_from_front(std::int64_t axis, std::size_t rank) {
  const auto n = static_cast<std::int64_t>(rank);
  if (axis < -n || axis >= n) return std::nullopt;
  return static_cast<std::size_t>(axis < 0 ? axis + n : axis);
}

std::size_t axis_attribute(InferContext& c, std::string_view name, std::size_t rank,
                           bool last_end) {
  const std::int64_t value = c.integer(name);
  const auto n = static_cast<std::int64_t>(rank);
  if (last_end && value == n) return rank;
  if (const auto axis = axis_from_front(value, rank)) return *axis;
  if (n == 0 && last_end && value == 0) return 0;
  if (n == 0)
    c.fail(message(ESP_TEXT("engine", "{}: expected an input with dimensions, got a scalar"), name),
           0, std::string(name));
  const std::int64_t top = last_end ? n : n - 1;
  Message text = message(ESP_TEXT("engine", "{}: expected {} to {} for a {}-D input, got {}"), name,
                         -n, top, n, value);
  const std::int64_t nearest = std::clamp(value, -n, top);
  c.fail(
      std::move(text), -1, std::string(name),
      Fix{message(ESP_TEXT("engine", "Set {} to {}"), name, nearest), std::string(name), nearest});
}

void output_like(InferContext& c, std::size_t port) {
  known_shape(c, port);  // refuses what is no tensor
  if (port >= c.input_count()) return;
  const Type& in = c.input(port);
  c.output(0, Type{in.kind, in.dtype, in.shape, in.element, {}});  // elements become others
}

void infer_like_first(InferContext& c) { output_like(c, 0); }

void infer_shape_attribute(InferContext& c) {
  known_shape(c, 0);
  c.output(0, Type::tensor(known_dtype(c, 0), attribute<SymShape>(c.node(), "shape")));
}

SymShape broadcast_inputs(InferContext& c, std::size_t a, std::size_t b) {
  const SymShape x = known_shape(c, a).value();
  const SymShape y = known_shape(c, b).value();
  const auto refusal = [&] {
    return message(ESP_TEXT("engine", "expected shapes that broadcast together, got {} and {}"),
                   shape_text(x), shape_text(y));
  };
  SymShape out(std::max(x.size(), y.size()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Dim p = i < x.size() ? x[x.size() - 1 - i] : Dim(1);
    const Dim q = i < y.size() ? y[y.size() - 1 - i] : Dim(1);
    Dim& to = out[out.size() - 1 - i];
    if (p == Dim(1)) {
      to = q;
    } else if (q == Dim(1)) {
      to = p;
    } else {
      c.require_equal(p, q, refusal(), static_cast<int>(b));
      to = q.is_constant() ? q : p;
    }
  }
  return out;
}

Shape concrete_shape(const RuleContext& c, std::string_view name) {
  const auto symbolic = attribute<SymShape>(c.node(), name);
  auto shape = evaluate(symbolic, {});
  if (!shape)
    throw Error(ESP_TEXT("engine", "{}: {} has symbols that are not bound to sizes: {}"),
                c.node().name, name, shape_text(symbolic));
  return std::move(*shape);
}

}  // namespace espalier
