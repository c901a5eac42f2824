// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shape/resize.h"

#include <algorithm>
#include <cmath>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

using Reals = std::vector<double>;
Reals reals(const RuleContext& c, const char* name) { return attribute<Reals>(c.node(), name); }

Reals reals_of(const ReferenceContext& c, const char* name, std::size_t port) {
  if (!c.has(port)) return reals(c, name);
  Reals list;
  with_float(c, c.input(port).type(), [&]<class T>(T) {
    const auto v = c.input(port).values<T>();
    list.assign(v.begin(), v.end());
  });
  return list;
}

void refuse(InferContext& c, const SymShape& x) {
  c.fail(message(ESP_TEXT("engine",
                          "expected scales above 0 or sizes, one for each resized dimension of {}, "
                          "and not both"),
                 shape_text(x)),
         -1, "scales");
}

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  if (dtype == DType::undefined) return;
  if (!x) return c.output(0, Type::of_unknown_rank(dtype));
  const Ints axes = c.integers("axes");
  const bool wired_scales = is_wired(c.node(), 2);
  const auto sizes = known_elements(c, "sizes", 3);
  const bool by_sizes = is_wired(c.node(), 3) || !c.integers("sizes").empty();
  const Reals scales = by_sizes ? Reals() : reals(c, "scales");
  const std::size_t count = axes.empty() ? x->size() : axes.size();
  SymShape y = *x;
  if (by_sizes ? sizes && sizes->size() != count : !wired_scales && scales.size() != count)
    refuse(c, *x);
  for (std::size_t i = 0; i < count; ++i) {
    const auto d =
        axis_from_front(axes.empty() ? static_cast<std::int64_t>(i) : axes[i], x->size());
    if (!d || (!by_sizes && !wired_scales && !(scales[i] > 0 && scales[i] < 1e6))) refuse(c, *x);
    std::optional<Dim> size;
    if (by_sizes)
      size = sizes ? std::optional((*sizes)[i]) : std::nullopt;
    else if (!wired_scales)
      size = scaled_size((*x)[*d], scales[i]);
    y[*d] = size ? *size : c.fresh_symbol(0, *d);
  }
  c.output(0, Type::tensor(dtype, std::move(y)));
}

std::vector<ResizedAxis> axes_of(const RuleContext& c, const Shape& x, const Reals& scales,
                                 const Ints& sizes, const Reals& roi) {
  auto list = resized_axes(x, sizes.empty() ? scales : Reals(), sizes, c.integers("axes"), roi);
  if (!list)
    throw Error(ESP_TEXT("engine",
                         "{}: expected scales above 0 or sizes, one for each resized dimension of "
                         "{}, and not both"),
                c.node().name, to_string(x));
  return std::move(*list);
}

// One axis after the other: `in` of shape x along dimension d becomes `out`. Backwards, what flows
// out of the taps is added.
struct Pass {
  std::vector<double> values;
  Shape shape;
};

Pass along(const Pass& in, std::size_t d, const std::vector<std::optional<std::vector<Tap>>>& taps,
           std::int64_t size, bool backwards) {
  Pass out;
  out.shape = in.shape;
  out.shape[d] = size;
  out.values.resize(static_cast<std::size_t>(count(out.shape)));
  const Shape& over = backwards ? in.shape : out.shape;
  const Shape& other = backwards ? out.shape : in.shape;
  std::size_t i = 0;
  for_each_index(over, [&](std::vector<std::int64_t> index) {
    const auto& list = taps[static_cast<std::size_t>(index[d])];
    if (list)
      for (const Tap& t : *list) {
        index[d] = t.index;
        const auto at = static_cast<std::size_t>(position_of(index, other));
        if (backwards)
          out.values[at] += t.weight * in.values[i];
        else
          out.values[i] += t.weight * in.values[at];
      }
    ++i;
  });
  return out;
}

template <class T>
void resize(ReferenceContext& c, const std::vector<ResizedAxis>& axes, bool backwards) {
  const ResizeSettings s = resize_settings(c);
  const auto from = c.input(0).values<T>();
  Pass pass{{from.begin(), from.end()}, c.input(0).shape()};
  std::vector<std::vector<bool>> outside(axes.size());
  for (std::size_t d = 0; d < axes.size(); ++d) {
    const ResizedAxis& a = axes[d];
    outside[d].assign(static_cast<std::size_t>(a.out), false);
    if (a.in == a.out && a.scale == 1 && s.coordinates != "tf_crop_and_resize") continue;
    std::vector<std::optional<std::vector<Tap>>> taps;
    for (std::int64_t i = 0; i < a.out; ++i) {
      taps.push_back(taps_of(s, a, i));
      outside[d][static_cast<std::size_t>(i)] = !taps.back();
    }
    pass = along(pass, d, taps, backwards ? a.in : a.out, backwards);
  }
  const auto y = c.output<T>(0, pass.shape);
  std::size_t i = 0;
  for_each_index(pass.shape, [&](const std::vector<std::int64_t>& index) {
    bool cropped = false;
    for (std::size_t d = 0; !backwards && d < index.size(); ++d)
      cropped = cropped || outside[d][static_cast<std::size_t>(index[d])];
    y[i] = static_cast<T>(cropped ? s.extrapolation : pass.values[i]);
    ++i;
  });
}

void reference(ReferenceContext& c) {
  const Ints sizes = given_numbers(c, "sizes", 3);
  const auto axes =
      axes_of(c, c.input(0).shape(), reals_of(c, "scales", 2), sizes, reals_of(c, "roi", 1));
  with_number(c, c.input(0).type(), [&]<class T>(T) { resize<T>(c, axes, false); });
}

void gradient(GradientContext& c) {
  AttributeMap a = c.node().attributes;
  for (const std::size_t port : {1, 2})
    if (is_wired(c.node(), port))
      throw Error(ESP_TEXT("engine", "{}: the numbers of {} must be known to train"), c.node().name,
                  c.node().op->input(port).name);
  a["sizes"] = known_numbers(c, "sizes", 3);
  a["shape"] = c.type(c.input(0)).shape.value();
  c.gradient(0, c.build().add(internal_op("ResizeGrad"), {c.output_gradient(0)}, std::move(a)));
}

std::vector<AttrSpec> placing() {
  return {
      {.name = "mode",
       .type = AttrType::text,
       .fallback = std::string("nearest"),
       .help = ESP_TEXT("ops", "The nearest element, or a straight or cubic curve between them."),
       .choices = {"nearest", "linear", "cubic"}},
      {.name = "coordinate_transformation_mode",
       .type = AttrType::text,
       .fallback = std::string("half_pixel"),
       .help = ESP_TEXT("ops", "How places in the output are those in the input."),
       .choices = {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
                   "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize"}},
      {.name = "nearest_mode",
       .type = AttrType::text,
       .fallback = std::string("round_prefer_floor"),
       .help = ESP_TEXT("ops", "Which element is nearest."),
       .choices = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}},
      {.name = "cubic_coeff_a",
       .type = AttrType::real,
       .fallback = -0.75,
       .help = ESP_TEXT("ops", "The coefficient of the cubic curve."),
       .advanced = true},
      {.name = "exclude_outside",
       .type = AttrType::flag,
       .fallback = false,
       .help = ESP_TEXT("ops", "Give places outside the tensor no weight."),
       .advanced = true},
      {.name = "extrapolation_value",
       .type = AttrType::real,
       .fallback = 0.0,
       .help = ESP_TEXT("ops", "What lies outside of a cropped region."),
       .advanced = true},
      {.name = "axes",
       .type = AttrType::integers,
       .fallback = Ints{},
       .help = ESP_TEXT("ops", "The dimensions that are resized; none means all."),
       .advanced = true}};
}

std::vector<AttrSpec> numbers() {
  return {
      {.name = "scales",
       .type = AttrType::reals,
       .fallback = Reals{1, 1, 2, 2},
       .help = ESP_TEXT("ops", "By how much each dimension grows; used where there are no sizes."),
       .as_input = 2,
       .as_input_type = DType::float32},
      {.name = "sizes",
       .type = AttrType::integers,
       .fallback = Ints{},
       .help = ESP_TEXT("ops", "The sizes wanted; none means that the scales count."),
       .minimum = 0,
       .as_input = 3,
       .as_input_type = DType::int64},
      {.name = "roi",
       .type = AttrType::reals,
       .fallback = Reals{},
       .help = ESP_TEXT("ops",
                        "The region that tf_crop_and_resize takes: all beginnings, then all "
                        "ends, as fractions of the sizes."),
       .as_input = 1,
       .as_input_type = DType::float32,
       .advanced = true}};
}

std::string card(const Node& node) {
  if (is_wired(node, 2) || is_wired(node, 3)) return attribute<std::string>(node, "mode");
  const Ints sizes = attribute<Ints>(node, "sizes");
  return sizes.empty() ? fmt::format("×{:g}", fmt::join(attribute<Reals>(node, "scales"), ", "))
                       : fmt::format("{}", fmt::join(sizes, "×"));
}

OpSpec resize_spec() {
  OpSpec s;
  s.name = "Resize";
  s.category = Category::shape;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Makes an image larger or smaller.");
  s.help = ESP_TEXT("ops",
                    "Each element of the output is read at its place in the input, as the nearest "
                    "element or between those around it; sizes are given, or ⌊size · scale⌋. "
                    "Source: ONNX operator specification, Resize.");
  s.attributes = numbers();
  for (const AttrSpec& a : placing()) s.attributes.push_back(a);
  s.inputs = {{.name = "X", .help = ESP_TEXT("ops", "The tensor."), .types = number_types},
              {.name = "roi",
               .help = ESP_TEXT("ops", "The region as a tensor; overrides the attribute."),
               .optional = true,
               .types = {DType::float32, DType::float64}},
              {.name = "scales",
               .help = ESP_TEXT("ops", "The scales as a tensor; override the attribute."),
               .optional = true,
               .types = {DType::float32}},
              {.name = "sizes",
               .help = ESP_TEXT("ops", "The sizes as a tensor; override the attribute."),
               .optional = true,
               .types = {DType::int64}}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The resized tensor.")}};
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)) * Dim(4); };
  s.gradient = gradient;
  s.reference = reference;
  s.onnx = {.versions = {10, 11, 13, 18, 19}, .import = import_resize, .write = write_resize};
  s.card = card;
  s.samples = resize_samples;
  return s;
}

OpSpec resize_grad() {
  OpSpec s;
  s.name = "ResizeGrad";
  s.domain = internal_domain;
  s.attributes = numbers();
  for (const AttrSpec& a : placing()) s.attributes.push_back(a);
  for (AttrSpec& a : s.attributes) a.as_input = -1;
  s.attributes.push_back({.name = "shape", .type = AttrType::shape});
  s.inputs = {{.name = "dY"}};
  s.outputs = {{.name = "dX"}};
  s.infer = infer_shape_attribute;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.input(0)) * Dim(4); };
  s.reference = [](ReferenceContext& c) {
    const auto axes = axes_of(c, concrete_shape(c, "shape"), reals(c, "scales"),
                              c.integers("sizes"), reals(c, "roi"));
    with_float(c, c.input(0).type(), [&]<class T>(T) { resize<T>(c, axes, true); });
  };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "twice",
         .attributes = {{"mode", std::string("linear")}, {"shape", to_symbolic(Shape{1, 2, 3, 4})}},
         .inputs = {{.shape = {1, 2, 6, 8}}},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{resize_spec, resize_grad}};

}  // namespace
}  // namespace espalier
