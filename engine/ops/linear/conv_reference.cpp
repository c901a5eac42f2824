// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/linear/conv.h"
#include "engine/ops/linear/conv_geometry.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

template <class T> void store(const std::vector<double>& sums, std::span<T> to) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<T>(sums[i]);
}

std::size_t at(std::int64_t position) { return static_cast<std::size_t>(position); }

std::vector<double> zeros(const Shape& shape) {
  return std::vector<double>(static_cast<std::size_t>(count(shape)));
}

}  // namespace

ConvGeometry conv_geometry(const RuleContext& c, const Shape& x, const Shape& w) {
  const WindowSettings window = window_settings(c, Ints(w.begin() + 2, w.end()));
  const PlacedWindow placed = place(window, Ints(x.begin() + 2, x.end()));
  ConvGeometry g{
      x, w, {x[0], w[0]}, window.strides, window.dilations, placed.pad_begin, c.integer("group")};
  g.y.insert(g.y.end(), placed.out.begin(), placed.out.end());
  return g;
}

void conv_reference(ReferenceContext& c) {
  const ConvGeometry g = conv_geometry(c, c.input(0).shape(), c.input(1).shape());
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto x = c.input(0).values<T>();
    const auto w = c.input(1).values<T>();
    std::vector<double> sums = zeros(g.y);
    for_each_product(g, [&](std::int64_t yi, std::int64_t xi, std::int64_t wi) {
      sums[at(yi)] += static_cast<double>(x[at(xi)]) * static_cast<double>(w[at(wi)]);
    });
    if (c.has(2)) {
      const auto bias = c.input(2).values<T>();
      std::size_t i = 0;
      for_each_index(g.y, [&](const auto& index) { sums[i++] += bias[at(index[1])]; });
    }
    store(sums, c.output<T>(0, g.y));
  });
}

void conv_grad_input_reference(ReferenceContext& c) {
  const ConvGeometry g = conv_geometry(c, concrete_shape(c, "shape"), c.input(1).shape());
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto dy = c.input(0).values<T>();
    const auto w = c.input(1).values<T>();
    std::vector<double> sums = zeros(g.x);
    for_each_product(g, [&](std::int64_t yi, std::int64_t xi, std::int64_t wi) {
      sums[at(xi)] += static_cast<double>(dy[at(yi)]) * static_cast<double>(w[at(wi)]);
    });
    store(sums, c.output<T>(0, g.x));
  });
}

void conv_grad_weight_reference(ReferenceContext& c) {
  const ConvGeometry g = conv_geometry(c, c.input(0).shape(), concrete_shape(c, "shape"));
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto x = c.input(0).values<T>();
    const auto dy = c.input(1).values<T>();
    std::vector<double> sums = zeros(g.w);
    for_each_product(g, [&](std::int64_t yi, std::int64_t xi, std::int64_t wi) {
      sums[at(wi)] += static_cast<double>(dy[at(yi)]) * static_cast<double>(x[at(xi)]);
    });
    store(sums, c.output<T>(0, g.w));
    if (c.outputs.size() < 2) return;
    std::vector<double> bias = zeros({g.w[0]});
    std::size_t i = 0;
    for_each_index(g.y, [&](const auto& index) { bias[at(index[1])] += dy[i++]; });
    store(bias, c.output<T>(1, {g.w[0]}));
  });
}

}  // namespace espalier
