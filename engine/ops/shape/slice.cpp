// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shape/slice.h"

#include <algorithm>
#include <limits>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {

std::optional<std::vector<TakenRange>> taken_ranges(const Ints& x, const Ints& starts,
                                                    const Ints& ends, const Ints& axes,
                                                    const Ints& steps) {
  std::vector<TakenRange> ranges;
  for (const std::int64_t n : x) ranges.push_back({0, 1, n});
  if (ends.size() != starts.size() || (!axes.empty() && axes.size() != starts.size()) ||
      (!steps.empty() && steps.size() != starts.size()) || starts.size() > x.size())
    return std::nullopt;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto axis =
        axis_from_front(axes.empty() ? static_cast<std::int64_t>(i) : axes[i], x.size());
    const std::int64_t step = steps.empty() ? 1 : steps[i];
    if (!axis || step == 0 || step == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
    const std::int64_t n = x[*axis];
    if (n == 0) continue;
    const auto at = [&](std::int64_t v, std::int64_t low, std::int64_t high) {
      return std::clamp(v < 0 ? v + n : v, low, high);
    };
    const std::int64_t first = step > 0 ? at(starts[i], 0, n) : at(starts[i], 0, n - 1);
    const std::int64_t last = step > 0 ? at(ends[i], 0, n) : at(ends[i], -1, n - 1);
    const std::int64_t room = step > 0 ? last - first : first - last;
    const std::int64_t size = step > 0 ? step : -step;
    ranges[*axis] = {first, step, room <= 0 ? 0 : (room - 1) / size + 1};
  }
  return ranges;
}

AttributeMap slice_numbers(const Ints& starts, const Ints& ends, const Ints& axes,
                           const Ints& steps) {
  return {{"starts", starts}, {"ends", ends}, {"axes", axes}, {"steps", steps}};
}

namespace {

struct Settings {
  std::vector<Dim> starts, ends;
  Ints axes, steps;
};

std::optional<Settings> known_settings(const InferContext& c) {
  auto starts = known_elements(c, "starts", 1), ends = known_elements(c, "ends", 2);
  auto axes = known_numbers(c, "axes", 3), steps = known_numbers(c, "steps", 4);
  if (!starts || !ends || !axes || !steps) return std::nullopt;
  return Settings{std::move(*starts), std::move(*ends), std::move(*axes), std::move(*steps)};
}

// A start or end counted from the front, kept within the size where that can be said of symbols.
std::optional<Dim> place(const Dim& v, const Dim& n) {
  const auto number = v.constant();
  if (number && *number < 0) return max(n + v, Dim(0));
  if (number && *number >= std::int64_t{1} << 31) return n;
  if (v == n) return n;
  return min(v, n);
}

// The size of what is left along one axis; nothing where symbols leave it open.
std::optional<Dim> size_of(const Dim& n, const Dim& start, const Dim& end, std::int64_t step) {
  const auto s = start.constant(), e = end.constant(), size = n.constant();
  if (s && e && size) {
    const auto range = taken_ranges({*size}, {*s}, {*e}, {}, {step});
    return Dim((*range)[0].count);
  }
  if (step < 0) {
    // All of it backwards.
    if (s && e && *s == -1 && *e <= -(std::int64_t{1} << 31)) return ceil_div(n, Dim(-step));
    return std::nullopt;
  }
  const auto from = place(start, n), to = place(end, n);
  return ceil_div(max(*to - *from, Dim(0)), Dim(step));
}

void refuse(InferContext& c, const Settings& s) {
  c.fail(message(ESP_TEXT("engine",
                          "expected as many ends, axes and steps as starts, axes of the input and "
                          "steps other than 0; got starts {}, ends {}, axes {}, steps {}"),
                 shape_text(s.starts), shape_text(s.ends), ints_text(s.axes), ints_text(s.steps)),
         -1, "axes");
}

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  if (dtype == DType::undefined) return;
  if (!x) return c.output(0, Type::of_unknown_rank(dtype));
  const auto s = known_settings(c);
  SymShape y = *x;
  if (!s) {
    // Which axes they are may still be known; the others keep their size.
    const auto axes = known_numbers(c, "axes", 3);
    const bool named = axes && !axes->empty();
    for (std::size_t d = 0; d < y.size(); ++d) {
      const bool cut = !named || std::any_of(axes->begin(), axes->end(), [&](std::int64_t a) {
        return axis_from_front(a, y.size()) == d;
      });
      if (cut) y[d] = c.fresh_symbol(0, d);
    }
    return c.output(0, Type::tensor(dtype, std::move(y)));
  }
  const std::size_t n = s->starts.size();
  if (s->ends.size() != n || (!s->axes.empty() && s->axes.size() != n) ||
      (!s->steps.empty() && s->steps.size() != n) || n > x->size())
    refuse(c, *s);
  for (std::size_t i = 0; i < n; ++i) {
    const auto axis =
        axis_from_front(s->axes.empty() ? static_cast<std::int64_t>(i) : s->axes[i], x->size());
    const std::int64_t step = s->steps.empty() ? 1 : s->steps[i];
    if (!axis || step == 0 || step == std::numeric_limits<std::int64_t>::min()) refuse(c, *s);
    const auto size = size_of((*x)[*axis], s->starts[i], s->ends[i], step);
    y[*axis] = size ? *size : c.fresh_symbol(0, *axis);
  }
  Type type = Type::tensor(dtype, std::move(y));
  const auto& from = c.input(0).elements;
  if (from && x->size() == 1 && n == 1) {
    const auto a = s->starts[0].constant(), b = s->ends[0].constant();
    if (a && b) {
      const auto range = taken_ranges({static_cast<std::int64_t>(from->size())}, {*a}, {*b}, {},
                                      {s->steps.empty() ? 1 : s->steps[0]});
      std::vector<Dim> out;
      for (std::int64_t i = 0; i < (*range)[0].count; ++i)
        out.push_back((*from)[static_cast<std::size_t>((*range)[0].first + i * (*range)[0].step)]);
      type.elements = std::move(out);
    }
  }
  c.output(0, std::move(type));
}

std::vector<TakenRange> ranges(const RuleContext& c, const Shape& x, const Ints& starts,
                               const Ints& ends, const Ints& axes, const Ints& steps) {
  auto r = taken_ranges(x, starts, ends, axes, steps);
  if (!r)
    throw Error(ESP_TEXT("engine",
                         "{}: expected as many ends, axes and steps as starts, axes of the input "
                         "and steps other than 0"),
                c.node().name);
  return std::move(*r);
}

std::int64_t source(const std::vector<TakenRange>& r, const Shape& x,
                    const std::vector<std::int64_t>& index) {
  std::int64_t at = 0;
  for (std::size_t d = 0; d < x.size(); ++d) at = at * x[d] + r[d].first + index[d] * r[d].step;
  return at;
}

Shape shape_of(const std::vector<TakenRange>& r) {
  Shape y;
  for (const TakenRange& t : r) y.push_back(t.count);
  return y;
}

void reference(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  const auto r = ranges(c, x, given_numbers(c, "starts", 1), given_numbers(c, "ends", 2),
                        given_numbers(c, "axes", 3), given_numbers(c, "steps", 4));
  c.outputs[0] = moved(c, c.input(0), shape_of(r),
                       [&](const std::vector<std::int64_t>& i) { return source(r, x, i); });
}

void gradient(GradientContext& c) {
  c.gradient(0, c.build().add(internal_op("SliceGrad"), {c.output_gradient(0)},
                              {{"starts", known_numbers(c, "starts", 1)},
                               {"ends", known_numbers(c, "ends", 2)},
                               {"axes", known_numbers(c, "axes", 3)},
                               {"steps", known_numbers(c, "steps", 4)},
                               {"shape", c.type(c.input(0)).shape.value()}}));
}

AttrSpec numbers_spec(const char* name, const char* help, int port) {
  return {.name = name,
          .type = AttrType::integers,
          .fallback = Ints{},
          .help = help,
          .as_input = port,
          .as_input_type = DType::int64};
}

std::vector<AttrSpec> attributes() {
  return {numbers_spec("starts",
                       ESP_TEXT("ops",
                                "The first element taken along each axis; "
                                "negative ones count from the end."),
                       1),
          numbers_spec("ends", ESP_TEXT("ops", "The element before which each axis stops."), 2),
          numbers_spec("axes", ESP_TEXT("ops", "The axes; none means the first ones."), 3),
          numbers_spec("steps", ESP_TEXT("ops", "The steps, negative for backwards; none means 1."),
                       4)};
}

OpSpec slice() {
  OpSpec s;
  s.name = "Slice";
  s.category = Category::shape;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "A part of a tensor along some dimensions.");
  s.help = ESP_TEXT("ops",
                    "Along each of `axes` the elements from start to end, end left out, in steps; "
                    "numbers outside are cut to the size, as in Python's slices. Source: ONNX "
                    "operator specification, Slice.");
  s.attributes = attributes();
  const std::vector<DType> whole{DType::int64, DType::int32};
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The tensor, of any type.")},
              {.name = "starts",
               .help = ESP_TEXT("ops", "The starts as a tensor; override the attribute."),
               .optional = true,
               .types = whole},
              {.name = "ends",
               .help = ESP_TEXT("ops", "The ends as a tensor; override the attribute."),
               .optional = true,
               .types = whole},
              {.name = "axes",
               .help = ESP_TEXT("ops", "The axes as a tensor; override the attribute."),
               .optional = true,
               .types = whole},
              {.name = "steps",
               .help = ESP_TEXT("ops", "The steps as a tensor; override the attribute."),
               .optional = true,
               .types = whole}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The part.")}};
  s.infer = infer;
  s.gradient = gradient;
  s.reference = reference;
  s.onnx = {.versions = {1, 10, 11, 13}, .import = nullptr, .write = write_slice};
  s.card = [](const Node& node) {
    return fmt::format("{}…{}", fmt::join(attribute<Ints>(node, "starts"), ","),
                       fmt::join(attribute<Ints>(node, "ends"), ","));
  };
  s.samples = slice_samples;
  return s;
}

// dY where the slice was taken, 0 elsewhere.
OpSpec slice_grad() {
  OpSpec s;
  s.name = "SliceGrad";
  s.domain = internal_domain;
  for (const char* name : {"starts", "ends", "axes", "steps"})
    s.attributes.push_back({.name = name, .type = AttrType::integers, .fallback = Ints{}});
  s.attributes.push_back({.name = "shape", .type = AttrType::shape});
  s.inputs = {{.name = "dY"}};
  s.outputs = {{.name = "dX"}};
  s.infer = infer_shape_attribute;
  s.reference = [](ReferenceContext& c) {
    const Shape x = concrete_shape(c, "shape");
    const auto r = ranges(c, x, c.integers("starts"), c.integers("ends"), c.integers("axes"),
                          c.integers("steps"));
    add_moved(c, c.input(0), x,
              [&](const std::vector<std::int64_t>& i) { return source(r, x, i); });
  };
  s.samples = [] {
    AttributeMap part = slice_numbers({1}, {5}, {1}, {2}),
                 back = slice_numbers({-1}, {-100}, {0}, {-1});
    part["shape"] = to_symbolic(Shape{2, 6});
    back["shape"] = to_symbolic(Shape{4, 3});
    return std::vector<Sample>{{.name = "every second",
                                .attributes = part,
                                .inputs = {{.shape = {2, 2}}},
                                .gradient = false},
                               {.name = "backwards",
                                .attributes = back,
                                .inputs = {{.shape = {4, 3}}},
                                .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{slice, slice_grad}};

}  // namespace
}  // namespace espalier
