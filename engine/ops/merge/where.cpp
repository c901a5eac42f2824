// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/ops/support/gradients.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

// Shape arithmetic: sizes that are chosen by what is known of others.
std::optional<std::vector<Dim>> chosen(const InferContext& c) {
  const auto &cond = c.input(0).elements, &x = c.input(1).elements, &y = c.input(2).elements;
  if (!cond || !x || !y) return std::nullopt;
  const std::size_t n = std::max({cond->size(), x->size(), y->size()});
  std::vector<Dim> out;
  for (const auto* list : {&*cond, &*x, &*y})
    if (list->size() != n && list->size() != 1) return std::nullopt;
  for (std::size_t i = 0; i < n; ++i) {
    const auto yes = (*cond)[cond->size() == 1 ? 0 : i].constant();
    if (!yes) return std::nullopt;
    const auto& from = *yes ? *x : *y;
    out.push_back(from[from.size() == 1 ? 0 : i]);
  }
  return out;
}

void infer(InferContext& c) {
  require_same_dtype(c, 2, 1);
  const DType dtype = known_dtype(c, 1) == DType::undefined ? known_dtype(c, 2) : known_dtype(c, 1);
  const auto cond = known_shape(c, 0), x = known_shape(c, 1), y = known_shape(c, 2);
  if (dtype == DType::undefined) return;
  if (!cond || !x || !y) return c.output(0, Type::of_unknown_rank(dtype));
  const SymShape both = broadcast_shapes(c, *x, *y, 2);
  Type out = Type::tensor(dtype, broadcast_shapes(c, both, *cond, 0));
  out.elements = chosen(c);
  c.output(0, std::move(out));
}

// What flows back goes where it came from; the other side gets 0.
void gradient(GradientContext& c) {
  GraphBuilder& build = c.build();
  const ValueRef dy = c.output_gradient(0);
  const ValueRef zero = build.constant(filled(c.type(dy).dtype, {}, 0));
  if (c.wanted(1))
    c.gradient(1, sum_to_input(c, build.add(op("Where"), {c.input(0), dy, zero}), 1));
  if (c.wanted(2))
    c.gradient(2, sum_to_input(c, build.add(op("Where"), {c.input(0), zero, dy}), 2));
}

void reference(ReferenceContext& c) {
  const Shape &p = c.input(0).shape(), &a = c.input(1).shape(), &b = c.input(2).shape();
  auto shape = broadcast(a, b);
  if (shape) shape = broadcast(*shape, p);
  if (!shape)
    c.fail(message(ESP_TEXT("engine", "expected shapes that broadcast together, got {} and {}"),
                   to_string(a), to_string(b)));
  const auto cond = c.input(0).values<bool>();
  const auto pick = [&](std::size_t port, bool wanted) {
    return moved(c, c.input(port), *shape, [&](const std::vector<std::int64_t>& index) {
      const bool yes = cond[static_cast<std::size_t>(broadcast_position(index, p))];
      return yes == wanted ? broadcast_position(index, c.input(port).shape()) : -1;
    });
  };
  const Tensor x = pick(1, true), y = pick(2, false);
  // The two are laid over one another: each is taken where the condition says so.
  std::int64_t i = 0;
  std::vector<bool> from_x;
  for_each_index(*shape, [&](const std::vector<std::int64_t>& index) {
    from_x.push_back(cond[static_cast<std::size_t>(broadcast_position(index, p))]);
  });
  if (x.type() == DType::string) {
    std::vector<std::string> out;
    for (; i < x.count(); ++i)
      out.push_back(
          (from_x[static_cast<std::size_t>(i)] ? x : y).strings()[static_cast<std::size_t>(i)]);
    c.outputs[0] = Tensor::of_strings(*shape, std::move(out));
    return;
  }
  Tensor out = x;
  const auto size = static_cast<std::size_t>(bits(x.type()) / 8);
  std::byte* to = out.mutable_data();
  for (; i < x.count(); ++i)
    if (!from_x[static_cast<std::size_t>(i)])
      std::memcpy(to + static_cast<std::size_t>(i) * size,
                  y.data() + static_cast<std::size_t>(i) * size, size);
  c.outputs[0] = std::move(out);
}

OpSpec where() {
  OpSpec s;
  s.name = "Where";
  s.category = Category::merge;
  s.summary = ESP_TEXT("ops", "Takes each element from one of two tensors.");
  s.help = ESP_TEXT("ops",
                    "The output has X where the condition is true and Y elsewhere; the three "
                    "shapes broadcast as in numpy. Source: ONNX operator specification, Where.");
  s.inputs = {
      {.name = "condition", .help = ESP_TEXT("ops", "Truth values."), .types = {DType::boolean}},
      {.name = "X", .help = ESP_TEXT("ops", "Taken where it is true, of any type.")},
      {.name = "Y", .help = ESP_TEXT("ops", "Taken elsewhere, of the type of X.")}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The elements taken.")}};
  s.infer = infer;
  s.gradient = gradient;
  s.reference = reference;
  s.onnx.versions = {9, 16};
  s.samples = [] {
    const auto cond = [](Shape shape) {
      return SampleInput{.dtype = DType::boolean, .shape = std::move(shape), .low = 0, .high = 1};
    };
    return std::vector<Sample>{
        {.name = "equal shapes", .inputs = {cond({2, 3}), {.shape = {2, 3}}, {.shape = {2, 3}}}},
        {.name = "all ways", .inputs = {cond({3, 1, 2}), {.shape = {4, 1}}, {.shape = {2}}}},
        {.name = "integers",
         .inputs = {cond({4}), given(Tensor::of<std::int64_t>({4}, {1, 2, 3, 4})),
                    given(Tensor::of<std::int64_t>({1}, {-1}))},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{where}};

}  // namespace
}  // namespace espalier
