// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/control/control.h"

#include <algorithm>

#include "engine/ops/support/shapes.h"
#include "engine/ops/support/slices.h"

namespace espalier {
namespace {

const char* kind_name(Type::Kind k) {
  return k == Type::Kind::tensor     ? "a tensor"
         : k == Type::Kind::sequence ? "a sequence"
         : k == Type::Kind::optional ? "an optional"
                                     : "unknown";
}

}  // namespace

AttrSpec captures_spec() {
  return {.name = "captures",
          .type = AttrType::integer,
          .fallback = std::int64_t{0},
          .help = ESP_TEXT("ops", "How many of the last inputs are values that the body captures."),
          .minimum = 0,
          .authored = true,
          .advanced = true};
}

std::size_t formal_inputs(const RuleContext& c) {
  const auto captured = static_cast<std::size_t>(std::max<std::int64_t>(c.integer("captures"), 0));
  const std::size_t all = c.node().inputs.size();
  return all - std::min(all, captured);
}

bool truth(const Tensor& condition) {
  if (condition.type() != DType::boolean || condition.count() != 1)
    throw Error(ESP_TEXT("engine", "cond: expected one bool, got {} {}"), name(condition.type()),
                to_string(condition.shape()));
  return condition.values<bool>()[0];
}

Type joined(InferContext& c, const Type& a, const Type& b, std::size_t output) {
  if (a.kind == Type::Kind::unknown || b.kind == Type::Kind::unknown) return {};
  if (a.kind != b.kind && (a.kind == Type::Kind::optional || b.kind == Type::Kind::optional)) {
    const Type &may = a.kind == Type::Kind::optional ? a : b, &is = &may == &a ? b : a;
    Type both = may;  // a value may stand where one that may be missing is expected
    if (may.element)
      both.element = std::make_shared<const Type>(joined(c, *may.element, is, output));
    return both;
  }
  if (a.kind != b.kind)
    c.fail(message(ESP_TEXT("engine", "output {} is {} one time and {} the other"), output,
                   kind_name(a.kind), kind_name(b.kind)));
  if (!a.is_tensor()) {
    Type both = a;
    if (a.element && b.element)
      both.element = std::make_shared<const Type>(joined(c, *a.element, *b.element, output));
    return both;
  }
  if (a.dtype != b.dtype)
    c.fail(message(ESP_TEXT("engine", "output {} is {} one time and {} the other"), output,
                   name(a.dtype), name(b.dtype)));
  if (!a.shape || !b.shape || a.shape->size() != b.shape->size())
    return Type::of_unknown_rank(a.dtype);
  Type both = Type::tensor(a.dtype, *a.shape);
  for (std::size_t axis = 0; axis < a.shape->size(); ++axis)
    if ((*a.shape)[axis] != (*b.shape)[axis]) (*both.shape)[axis] = c.fresh_symbol(output, axis);
  if (a.elements == b.elements && *a.shape == *b.shape) both.elements = a.elements;
  return both;
}

std::vector<Type> carried_types(InferContext& c, std::vector<Type> first, std::size_t skipped,
                                const std::function<std::vector<Type>(std::vector<Type>)>& turn) {
  std::vector<Type> now = std::move(first);
  for (Type& t : now) t.elements.reset();
  // A dimension turns into a symbol once and into an unknown rank once: then nothing changes.
  constexpr int most_rounds = 3;
  for (int round = 0; round < most_rounds; ++round) {
    const std::vector<Type> after = turn(now);
    bool same = true;
    for (std::size_t i = 0; i < now.size() && skipped + i < after.size(); ++i) {
      Type both = joined(c, now[i], after[skipped + i], i);
      both.elements.reset();
      same = same && both == now[i];
      now[i] = std::move(both);
    }
    if (same) return now;
  }
  for (Type& t : now)
    if (t.is_tensor()) t = Type::of_unknown_rank(t.dtype);
  return now;
}

Tensor stacked(std::vector<Tensor> slices, std::size_t axis) {
  for (Tensor& slice : slices) slice = with_axis(slice, axis);
  return joined_tensors(slices, axis);
}

ValueRef stacked(GraphBuilder& build, std::vector<ValueRef> slices, std::int64_t axis) {
  for (ValueRef& slice : slices)
    slice = build.add(op("Unsqueeze"), {slice}, {{"axes", Ints{axis}}});
  return slices.size() == 1 ? slices[0]
                            : build.add(op("Concat"), std::move(slices), {{"axis", axis}});
}

}  // namespace espalier
