// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "engine/ops/pooling/pool.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

// For every output its element's position in the plane: the first greatest one, or the first NaN;
// −1 for a window in the padding.
template <class T> std::vector<std::int64_t> greatest(const PoolGeometry& g, std::span<const T> x) {
  std::vector<std::int64_t> index(static_cast<std::size_t>(g.planes * g.out()), -1);
  for (std::int64_t plane = 0; plane < g.planes; ++plane) {
    const T* in = x.data() + plane * g.in();
    for_each_window_element(g, [&](std::int64_t o, std::int64_t i) {
      std::int64_t& best = index[static_cast<std::size_t>(plane * g.out() + o)];
      if (i < 0) return;
      if (best < 0 || in[i] > in[best] || (in[i] != in[i] && in[best] == in[best])) best = i;
    });
  }
  return index;
}

template <class T>
void store_greatest(const PoolGeometry& g, std::span<const T> x,
                    const std::vector<std::int64_t>& index, std::span<T> y) {
  using Limits = std::numeric_limits<T>;
  for (std::size_t k = 0; k < y.size(); ++k) {
    const std::int64_t plane = static_cast<std::int64_t>(k) / g.out();
    y[k] = index[k] >= 0          ? x[static_cast<std::size_t>(plane * g.in() + index[k])]
           : Limits::has_infinity ? -Limits::infinity()
                                  : Limits::lowest();
  }
}

// ONNX numbers an element within the whole tensor, with storage_order 1 by columns in its plane.
std::int64_t onnx_index(const PoolGeometry& g, std::int64_t plane, std::int64_t i,
                        bool by_columns) {
  if (by_columns && g.placed.in.size() == 2)
    i = i % g.placed.in[1] * g.placed.in[0] + i / g.placed.in[1];
  return plane * g.in() + i;
}

void reference(ReferenceContext& c) {
  const PoolGeometry g = pool_geometry(c, c.input(0).shape());
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    const auto x = c.input(0).values<T>();
    const std::vector<std::int64_t> index = greatest(g, x);
    store_greatest(g, x, index, c.output<T>(0, g.y));
    if (c.outputs.size() < 2) return;
    const auto out = c.output<std::int64_t>(1, g.y);
    for (std::size_t k = 0; k < out.size(); ++k)
      out[k] = index[k] < 0 ? -1
                            : onnx_index(g, static_cast<std::int64_t>(k) / g.out(), index[k],
                                         c.integer("storage_order") == 1);
  });
}

void reference_training(ReferenceContext& c) {
  const PoolGeometry g = pool_geometry(c, c.input(0).shape());
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto x = c.input(0).values<T>();
    const std::vector<std::int64_t> index = greatest(g, x);
    store_greatest(g, x, index, c.output<T>(0, g.y));
    const auto out = c.output<std::int32_t>(1, g.y);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = static_cast<std::int32_t>(index[k]);
  });
}

void reference_grad(ReferenceContext& c) {
  const Shape shape = concrete_shape(c, "shape");
  const std::int64_t planes = shape[0] * shape[1];
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto dy = c.input(0).values<T>();
    const auto index = c.input(1).values<std::int32_t>();
    std::vector<double> sums(static_cast<std::size_t>(count(shape)));
    for (std::size_t k = 0; k < dy.size(); ++k) {
      const std::size_t plane = k / (dy.size() / static_cast<std::size_t>(planes));
      const std::size_t in = sums.size() / static_cast<std::size_t>(planes);
      if (index[k] >= 0) sums[plane * in + static_cast<std::size_t>(index[k])] += dy[k];
    }
    const auto dx = c.output<T>(0, shape);
    for (std::size_t i = 0; i < dx.size(); ++i) dx[i] = static_cast<T>(sums[i]);
  });
}

ValueRef with_index(GraphBuilder& build, const RuleContext& c, ValueRef x) {
  return build.add(internal_op("MaxPoolTraining"), {x}, pool_values(c), 2);
}

void lower(LowerContext& c) {
  if (c.training() && c.outputs.size() == 1) c.output(0, with_index(c.build(), c, c.input(0)));
}

void gradient_by(GradientContext& c, ValueRef index) {
  c.gradient(0, c.build().add(internal_op("MaxPoolGrad"), {c.output_gradient(0), index},
                              {{"shape", c.type(c.input(0)).shape.value()}}));
}

// Where the operator was not lowered for training: the positions are found again.
void gradient(GradientContext& c) {
  gradient_by(c, GraphBuilder::output(with_index(c.build(), c, c.input(0)), 1));
}

void import(OnnxImportContext& c) {
  import_pool(c);
  if (c.node.outputs.size() > 1 && c.node.outputs[1].empty()) c.node.outputs.resize(1);
}

std::vector<Sample> samples() {
  return {{.name = "2x2", .inputs = {spaced({2, 3, 6, 8})}},
          {.name = "overlapping, padded",
           .attributes = {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}},
           .inputs = {spaced({1, 2, 7, 9})}},
          {.name = "rounded up",
           .attributes = {{"kernel_shape", Ints{3, 2}}, {"ceil_mode", true}},
           .inputs = {spaced({1, 1, 6, 7})}},
          {.name = "asymmetric, dilated",
           .attributes = {{"kernel_shape", Ints{2, 3}},
                          {"strides", Ints{1, 2}},
                          {"dilations", Ints{2, 3}},
                          {"pads", Ints{0, 2, 1, 1}}},
           .inputs = {spaced({2, 1, 8, 9})}},
          {.name = "same lower",
           .attributes = {{"kernel_shape", Ints{4, 3}}, {"auto_pad", "SAME_LOWER"}},
           .inputs = {spaced({1, 2, 5, 5})}},
          {.name = "signal",
           .attributes = {{"kernel_shape", Ints{3}}, {"strides", Ints{1}}},
           .inputs = {spaced({2, 2, 11})}},
          {.name = "volume",
           .attributes = {{"kernel_shape", Ints{2, 2, 1}}, {"strides", Ints{1, 2, 1}}},
           .inputs = {spaced({1, 2, 3, 4, 2})}},
          {.name = "all negative",
           .attributes = {{"pads", Ints{1, 1, 1, 1}}},
           .inputs = {{.shape = {1, 1, 4, 4}, .low = -9, .high = -1}},
           .gradient = false},
          {.name = "empty batch", .inputs = {{.shape = {0, 2, 4, 4}}}, .gradient = false}};
}

const std::vector<DType> pooled_types{DType::float32,  DType::float64, DType::float16,
                                      DType::bfloat16, DType::int8,    DType::uint8};

OpSpec max_pool() {
  OpSpec s;
  s.name = "MaxPool";
  s.category = Category::pooling;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "The greatest value of every window.");
  s.help = ESP_TEXT(
      "ops",
      "Y is the maximum of X over a sliding window; padding is never chosen. An output axis has "
      "floor((input + pads − dilation·(kernel − 1) − 1) / stride) + 1 elements, or that rounded "
      "up. "
      "The gradient goes to the first greatest element. Source: ONNX operator specification, "
      "MaxPool.");
  s.attributes = pool_attributes();
  s.attributes.push_back(
      {.name = "storage_order",
       .type = AttrType::integer,
       .fallback = std::int64_t{0},
       .help = ESP_TEXT("ops", "How Indices number a plane's elements: 0 by rows, 1 by columns."),
       .minimum = 0,
       .maximum = 1,
       .advanced = true});
  s.inputs = {{.name = "X",
               .help = ESP_TEXT("ops", "The input, [N,C,H,W] for images."),
               .types = pooled_types}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The maxima.")},
               {.name = "Indices",
                .help = ESP_TEXT("ops", "Where they lie in X, counted through the whole tensor."),
                .optional = true}};
  s.infer = [](InferContext& c) { infer_pool(c, DType::int64); };
  s.cost = pool_cost;
  s.gradient = gradient;
  s.lower = lower;
  s.reference = reference;
  s.onnx = {.versions = {1, 8, 10, 11, 12, 22}, .import = import, .write = write_pool};
  s.card = pool_card;
  s.samples = samples;
  return s;
}

OpSpec max_pool_training() {
  OpSpec s;
  s.name = "MaxPoolTraining";
  s.domain = internal_domain;
  s.attributes = pool_attributes();
  s.inputs = {{.name = "X"}};
  s.outputs = {{.name = "Y"}, {.name = "index"}};
  s.visible_outputs = 2;
  s.infer = [](InferContext& c) { infer_pool(c, DType::int32); };
  s.cost = pool_cost;
  s.gradient = [](GradientContext& c) { gradient_by(c, c.output(1)); };
  s.reference = reference_training;
  s.samples = [] {
    std::vector<Sample> all = samples();
    for (Sample& sample : all) sample.gradient = false;
    return all;
  };
  return s;
}

OpSpec max_pool_grad() {
  OpSpec s;
  s.name = "MaxPoolGrad";
  s.domain = internal_domain;
  s.attributes = {{.name = "shape", .type = AttrType::shape}};
  s.inputs = {{.name = "dY"}, {.name = "index"}};
  s.outputs = {{.name = "dX"}};
  s.infer = infer_shape_attribute;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.input(0)); };
  s.reference = reference_grad;
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "overlapping",
         .attributes = {{"shape", to_symbolic(Shape{1, 2, 2, 3})}},
         .inputs = {{.shape = {1, 2, 1, 2}},
                    given(Tensor::of<std::int32_t>({1, 2, 1, 2}, {1, 1, -1, 5}))},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{max_pool, max_pool_training, max_pool_grad}};

}  // namespace
}  // namespace espalier
