// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shape/pad.h"

#include <algorithm>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {

PadMode pad_mode(const RuleContext& c) {
  const std::string mode = c.text("mode");
  return mode == "edge"      ? PadMode::edge
         : mode == "reflect" ? PadMode::reflect
         : mode == "wrap"    ? PadMode::wrap
                             : PadMode::constant;
}

std::optional<Padding> padding_of(const Ints& pads, const Ints& axes, std::size_t rank) {
  const std::size_t n = axes.empty() ? rank : axes.size();
  if (pads.empty() && axes.empty()) return Padding{Ints(rank, 0), Ints(rank, 0)};
  if (pads.size() != 2 * n) return std::nullopt;
  Padding p{Ints(rank, 0), Ints(rank, 0)};
  for (std::size_t i = 0; i < n; ++i) {
    const auto d = axis_from_front(axes.empty() ? static_cast<std::int64_t>(i) : axes[i], rank);
    if (!d) return std::nullopt;
    p.before[*d] = pads[i];
    p.behind[*d] = pads[n + i];
  }
  return p;
}

std::int64_t pad_source(PadMode mode, std::int64_t i, std::int64_t before, std::int64_t n) {
  const std::int64_t at = i - before;
  if (at >= 0 && at < n) return at;
  switch (mode) {
    case PadMode::edge:
      return at < 0 ? 0 : n - 1;
    case PadMode::reflect: {
      if (n == 1) return 0;
      const std::int64_t period = 2 * (n - 1), k = ((at % period) + period) % period;
      return k < n ? k : period - k;
    }
    case PadMode::wrap:
      return ((at % n) + n) % n;
    default:
      return -1;
  }
}

namespace {

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  if (dtype == DType::undefined) return;
  if (!x) return c.output(0, Type::of_unknown_rank(dtype));
  const auto elements = known_elements(c, "pads", 1);
  const auto axes = known_numbers(c, "axes", 3);
  SymShape y = *x;
  if (!elements || !axes) {
    for (std::size_t d = 0; d < y.size(); ++d) y[d] = c.fresh_symbol(0, d);
    return c.output(0, Type::tensor(dtype, std::move(y)));
  }
  // The places of the numbers, found by padding with their numbers from 1 on.
  Ints order;
  for (std::size_t i = 0; i < elements->size(); ++i)
    order.push_back(static_cast<std::int64_t>(i) + 1);
  const auto places = padding_of(order, *axes, x->size());
  if (!places)
    c.fail(message(ESP_TEXT("engine",
                            "pads: expected two numbers for each padded dimension of {}, all "
                            "beginnings first, got {}"),
                   shape_text(*x), shape_text(*elements)),
           is_wired(c.node(), 1) ? 1 : -1, "pads");
  const bool mirrors = pad_mode(c) == PadMode::reflect;
  for (std::size_t d = 0; d < y.size(); ++d) {
    const auto pad = [&](std::int64_t place) {
      return place == 0 ? Dim(0) : (*elements)[static_cast<std::size_t>(place) - 1];
    };
    const Dim before = pad(places->before[d]), behind = pad(places->behind[d]);
    y[d] = y[d] + before + behind;
    const auto n = (*x)[d].constant(), a = before.constant(), b = behind.constant();
    if (const auto total = y[d].constant(); total && *total < 0)
      c.fail(message(ESP_TEXT("engine", "pads: dimension {} of {} would be {}"), d, shape_text(*x),
                     *total),
             -1, "pads");
    if (mirrors && n && a && b &&
        (*a >= std::max<std::int64_t>(*n, 1) || *b >= std::max<std::int64_t>(*n, 1)))
      c.fail(message(ESP_TEXT("engine",
                              "pads: a reflection needs less than the size {} of dimension {}, "
                              "got {} and {}"),
                     *n, d, *a, *b),
             -1, "pads");
  }
  c.output(0, Type::tensor(dtype, std::move(y)));
}

Padding padding(const ReferenceContext& c, std::size_t rank) {
  auto p = padding_of(given_numbers(c, "pads", 1), given_numbers(c, "axes", 3), rank);
  if (!p)
    c.fail(message(ESP_TEXT("engine", "pads: expected two numbers for each padded dimension")));
  return std::move(*p);
}

// Position in x of an index of the padded tensor; -1 outside.
std::int64_t source(PadMode mode, const std::vector<std::int64_t>& index, const Ints& before,
                    const Shape& x) {
  std::int64_t at = 0;
  for (std::size_t d = 0; d < x.size(); ++d) {
    const std::int64_t k = pad_source(mode, index[d], before[d], x[d]);
    if (k < 0) return -1;
    at = at * x[d] + k;
  }
  return at;
}

void reference(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  const Padding p = padding(c, x.size());
  Shape y = x;
  for (std::size_t d = 0; d < y.size(); ++d) y[d] += p.before[d] + p.behind[d];
  Tensor rest;
  if (c.has(2))
    rest = c.input(2);
  else if (c.real("value") != 0)
    rest = filled(c.input(0).type(), {}, c.real("value"));
  const PadMode mode = pad_mode(c);
  if (mode != PadMode::constant && count(x) == 0 && count(y) > 0)
    c.fail(message(ESP_TEXT("engine", "expected elements to pad with, got {}"), to_string(x)));
  c.outputs[0] = moved(
      c, c.input(0), y,
      [&](const std::vector<std::int64_t>& i) { return source(mode, i, p.before, x); },
      rest ? &rest : nullptr);
}

void gradient(GradientContext& c) {
  Ints pads = known_numbers(c, "pads", 1);
  const Ints axes = known_numbers(c, "axes", 3);
  if (pad_mode(c) != PadMode::constant) {
    c.gradient(0, c.build().add(internal_op("PadGrad"), {c.output_gradient(0)},
                                {{"pads", pads},
                                 {"axes", axes},
                                 {"mode", c.text("mode")},
                                 {"shape", c.type(c.input(0)).shape.value()}}));
    return;
  }
  for (std::int64_t& p : pads) p = -p;
  c.gradient(0, c.build().add(op("Pad"), {c.output_gradient(0)}, {{"pads", pads}, {"axes", axes}}));
}

std::vector<AttrSpec> attributes() {
  return {{.name = "pads",
           .type = AttrType::integers,
           .fallback = Ints{},
           .help = ESP_TEXT("ops",
                            "How much is added before each dimension, then how much behind each; "
                            "negative numbers take away. None means nothing."),
           .as_input = 1,
           .as_input_type = DType::int64},
          {.name = "mode",
           .type = AttrType::text,
           .fallback = std::string("constant"),
           .help = ESP_TEXT("ops",
                            "What is added: a number, the nearest element, a reflection, or "
                            "the other end."),
           .choices = {"constant", "edge", "reflect", "wrap"}},
          {.name = "axes",
           .type = AttrType::integers,
           .fallback = Ints{},
           .help = ESP_TEXT("ops", "The dimensions that `pads` is about; none means all."),
           .as_input = 3,
           .as_input_type = DType::int64,
           .advanced = true}};
}

OpSpec pad() {
  OpSpec s;
  s.name = "Pad";
  s.category = Category::shape;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Adds elements around a tensor.");
  s.help = ESP_TEXT("ops",
                    "Before and behind each dimension come so many elements: a number, the nearest "
                    "one, a reflection without the edge, or those of the other end. Source: ONNX "
                    "operator specification, Pad.");
  s.attributes = attributes();
  s.attributes.push_back({.name = "value",
                          .type = AttrType::real,
                          .fallback = 0.0,
                          .help = ESP_TEXT("ops", "The number that mode constant adds."),
                          .as_input = 2,
                          .as_input_type = DType::float32});
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The tensor, of any type.")},
              {.name = "pads",
               .help = ESP_TEXT("ops", "The numbers as a tensor; override the attribute."),
               .optional = true,
               .types = {DType::int64}},
              {.name = "constant_value",
               .help = ESP_TEXT("ops", "A scalar of the type of data; overrides `value`."),
               .optional = true},
              {.name = "axes",
               .help = ESP_TEXT("ops", "The axes as a tensor; override the attribute."),
               .optional = true,
               .types = {DType::int64, DType::int32}}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The padded tensor.")}};
  s.infer = infer;
  s.gradient = gradient;
  s.reference = reference;
  s.onnx = {
      .versions = {1, 2, 11, 13, 18, 19, 21, 23, 24, 25}, .import = import_pad, .write = write_pad};
  s.card = [](const Node& node) {
    return is_wired(node, 1) ? attribute<std::string>(node, "mode")
                             : fmt::format("{}", fmt::join(attribute<Ints>(node, "pads"), " "));
  };
  s.samples = pad_samples;
  return s;
}

// What flows back through copies of the tensor's own elements.
OpSpec pad_grad() {
  OpSpec s;
  s.name = "PadGrad";
  s.domain = internal_domain;
  s.attributes = attributes();
  for (AttrSpec& a : s.attributes) a.as_input = -1;
  s.attributes.push_back({.name = "shape", .type = AttrType::shape});
  s.inputs = {{.name = "dY"}};
  s.outputs = {{.name = "dX"}};
  s.infer = infer_shape_attribute;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.input(0)); };
  s.reference = [](ReferenceContext& c) {
    const Shape x = concrete_shape(c, "shape");
    const Padding p = padding_of(c.integers("pads"), c.integers("axes"), x.size()).value();
    const PadMode mode = pad_mode(c);
    add_moved(c, c.input(0), x,
              [&](const std::vector<std::int64_t>& i) { return source(mode, i, p.before, x); });
  };
  s.samples = [] {
    return std::vector<Sample>{{.name = "reflect",
                                .attributes = {{"pads", Ints{2, 1, 1, 3}},
                                               {"mode", std::string("reflect")},
                                               {"shape", to_symbolic(Shape{3, 4})}},
                                .inputs = {{.shape = {6, 8}}},
                                .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{pad, pad_grad}};

}  // namespace
}  // namespace espalier
