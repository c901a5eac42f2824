// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/pooling/pool.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

// How many elements each window of a plane is divided by.
std::vector<double> divisors(const PoolGeometry& g, bool include_pad) {
  std::vector<double> n(static_cast<std::size_t>(g.out()));
  for_each_window_element(g, [&](std::int64_t o, std::int64_t i) {
    if (i >= 0 || include_pad) n[static_cast<std::size_t>(o)] += 1;
  });
  return n;
}

// Calls f(output, input, divisor) for every element of every window of all planes.
template <class F> void for_each_share(const PoolGeometry& g, bool include_pad, F f) {
  const std::vector<double> n = divisors(g, include_pad);
  for (std::int64_t plane = 0; plane < g.planes; ++plane)
    for_each_window_element(g, [&](std::int64_t o, std::int64_t i) {
      if (i >= 0)
        f(static_cast<std::size_t>(plane * g.out() + o),
          static_cast<std::size_t>(plane * g.in() + i), n[static_cast<std::size_t>(o)]);
    });
}

void reference(ReferenceContext& c) {
  const PoolGeometry g = pool_geometry(c, c.input(0).shape());
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto x = c.input(0).values<T>();
    std::vector<double> sums(static_cast<std::size_t>(count(g.y)));
    for_each_share(g, c.flag("count_include_pad"),
                   [&](std::size_t o, std::size_t i, double n) { sums[o] += x[i] / n; });
    const auto y = c.output<T>(0, g.y);
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = static_cast<T>(sums[k]);
  });
}

void reference_grad(ReferenceContext& c) {
  const Shape shape = concrete_shape(c, "shape");
  const PoolGeometry g = pool_geometry(c, shape);
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto dy = c.input(0).values<T>();
    std::vector<double> sums(static_cast<std::size_t>(count(shape)));
    for_each_share(g, c.flag("count_include_pad"),
                   [&](std::size_t o, std::size_t i, double n) { sums[i] += dy[o] / n; });
    const auto dx = c.output<T>(0, shape);
    for (std::size_t k = 0; k < dx.size(); ++k) dx[k] = static_cast<T>(sums[k]);
  });
}

void gradient(GradientContext& c) {
  AttributeMap attributes = pool_values(c);
  attributes.emplace("count_include_pad", c.flag("count_include_pad"));
  attributes.emplace("shape", c.type(c.input(0)).shape.value());
  c.gradient(0, c.build().add(internal_op("AveragePoolGrad"), {c.output_gradient(0)},
                              std::move(attributes)));
}

void write(OnnxExportContext& c) {
  write_pool(c);
  if (c.opset >= 19) return;
  for (const std::int64_t d : attribute<Ints>(c.source, "dilations"))
    if (d != 1)
      throw Error(ESP_TEXT("engine",
                           "{}: AveragePool has dilations from opset 19 on; choose that or a "
                           "later one"),
                  c.source.name);
  c.node.attributes.erase("dilations");
}

std::vector<Sample> samples() {
  const auto in = [](Shape s) { return SampleInput{.shape = std::move(s)}; };
  return {{.name = "2x2", .inputs = {in({2, 3, 6, 8})}},
          {.name = "padding counts",
           .attributes = {{"kernel_shape", Ints{3, 3}},
                          {"pads", Ints{1, 0, 2, 1}},
                          {"count_include_pad", true}},
           .inputs = {in({1, 2, 7, 8})}},
          {.name = "padding does not count",
           .attributes = {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 2, 2, 1}}},
           .inputs = {in({1, 2, 5, 6})}},
          {.name = "rounded up, padding counts",
           .attributes = {{"kernel_shape", Ints{3, 3}},
                          {"ceil_mode", true},
                          {"count_include_pad", true},
                          {"pads", Ints{1, 1, 1, 1}}},
           .inputs = {in({1, 1, 6, 6})}},
          {.name = "same upper",
           .attributes = {{"kernel_shape", Ints{3, 2}}, {"auto_pad", "SAME_UPPER"}},
           .inputs = {in({1, 2, 5, 5})}},
          {.name = "signal",
           .attributes = {{"kernel_shape", Ints{4}}, {"strides", Ints{3}}},
           .inputs = {in({2, 2, 11})}},
          {.name = "volume",
           .attributes = {{"kernel_shape", Ints{2, 2, 1}}, {"strides", Ints{1, 2, 1}}},
           .inputs = {in({1, 2, 3, 4, 2})}},
          {.name = "dilated",
           .attributes = {{"strides", Ints{1, 1}}, {"dilations", Ints{2, 3}}},
           .inputs = {in({1, 1, 5, 6})},
           .onnx = false},
          {.name = "empty batch", .inputs = {in({0, 2, 4, 4})}, .gradient = false}};
}

std::vector<AttrSpec> attributes() {
  std::vector<AttrSpec> all = pool_attributes();
  all.push_back(
      {.name = "count_include_pad",
       .type = AttrType::flag,
       .fallback = false,
       .help = ESP_TEXT("ops",
                        "Divide by the size of the window, padding included, instead of by "
                        "the elements that it holds."),
       .advanced = true});
  return all;
}

OpSpec average_pool() {
  OpSpec s;
  s.name = "AveragePool";
  s.category = Category::pooling;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "The mean of every window.");
  s.help =
      ESP_TEXT("ops",
               "Y is the mean of X over a sliding window. An output axis has floor((input + pads − "
               "dilation·(kernel − 1) − 1) / stride) + 1 elements, or that rounded up. Source: "
               "ONNX operator "
               "specification, AveragePool.");
  s.attributes = attributes();
  s.inputs = {{.name = "X",
               .help = ESP_TEXT("ops", "The input, [N,C,H,W] for images."),
               .types = float_types}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The means.")}};
  s.infer = [](InferContext& c) { infer_pool(c); };
  s.cost = pool_cost;
  s.gradient = gradient;
  s.reference = reference;
  s.onnx = {.versions = {1, 7, 10, 11, 19, 22}, .import = import_pool, .write = write};
  s.card = pool_card;
  s.samples = samples;
  return s;
}

OpSpec average_pool_grad() {
  OpSpec s;
  s.name = "AveragePoolGrad";
  s.domain = internal_domain;
  s.attributes = attributes();
  s.attributes.push_back({.name = "shape", .type = AttrType::shape});
  s.inputs = {{.name = "dY"}};
  s.outputs = {{.name = "dX"}};
  s.infer = infer_shape_attribute;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.reference = reference_grad;
  s.samples = [] {
    return std::vector<Sample>{{.name = "overlapping, padded",
                                .attributes = {{"kernel_shape", Ints{3, 3}},
                                               {"pads", Ints{1, 1, 1, 1}},
                                               {"count_include_pad", true},
                                               {"shape", to_symbolic(Shape{2, 1, 6, 5})}},
                                .inputs = {{.shape = {2, 1, 3, 3}}},
                                .gradient = false}};
  };
  return s;
}

// ---- GlobalAveragePool

void infer_global(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) return;
  if (x->size() < 3) require_rank(c, 0, 4, "[N,C,H,W]");
  SymShape y(x->size(), Dim(1));
  y[0] = (*x)[0];
  y[1] = (*x)[1];
  c.output(0, Type::tensor(known_dtype(c, 0), std::move(y)));
}

void cost_global(CostContext& c) {
  c.cost.operations = product(c.input(0));
  Window w;
  for (std::size_t d = 2; d < c.input(0).size(); ++d) {
    w.kernel.push_back(c.input(0)[d].constant().value_or(1));
    w.stride.push_back(1);
    w.dilation.push_back(1);
    w.pad_begin.push_back(0);
  }
  c.cost.window = std::move(w);
}

void reference_global(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  Shape y(x.size(), 1);
  y[0] = x[0];
  y[1] = x[1];
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto in = c.input(0).values<T>();
    const auto out = c.output<T>(0, y);
    const auto pixels = static_cast<std::size_t>(count(Shape(x.begin() + 2, x.end())));
    for (std::size_t k = 0; k < out.size(); ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < pixels; ++i) sum += in[k * pixels + i];
      out[k] = static_cast<T>(sum / static_cast<double>(pixels));
    }
  });
}

OpSpec global_average_pool() {
  OpSpec s;
  s.name = "GlobalAveragePool";
  s.category = Category::pooling;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "The mean of every channel's whole plane.");
  s.help = ESP_TEXT(
      "ops",
      "Y[n,c] is the mean of X[n,c] over all spatial positions; the spatial axes stay with "
      "size 1. Source: ONNX operator specification, GlobalAveragePool.");
  s.inputs = {{.name = "X",
               .help = ESP_TEXT("ops", "The input, [N,C,H,W] for images."),
               .types = float_types}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The means, [N,C,1,1] for images.")}};
  s.infer = infer_global;
  s.cost = cost_global;
  s.gradient = [](GradientContext& c) {
    c.gradient(0, c.build().add(internal_op("ExpandTo"), {c.output_gradient(0)},
                                {{"shape", c.type(c.input(0)).shape.value()}, {"mean", true}}));
  };
  s.reference = reference_global;
  s.onnx.versions = {1, 22};
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "image", .inputs = {{.shape = {2, 3, 7, 5}}}},
        {.name = "signal", .inputs = {{.shape = {3, 2, 129}}}},
        {.name = "one pixel", .inputs = {{.shape = {2, 5, 1, 1}}}},
        {.name = "empty batch", .inputs = {{.shape = {0, 5, 2, 2}}}, .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{average_pool, average_pool_grad, global_average_pool}};

}  // namespace
}  // namespace espalier
