// SPDX-License-Identifier: Apache-2.0
//
// SumTo and ExpandTo, the gradients of broadcasting and of reductions.
#include "engine/ops/reduction/axes.h"
#include "engine/ops/support/index.h"
#include "engine/ops/support/typed.h"

namespace espalier {

std::vector<bool> summed_dimensions(const Shape& from, const Shape& to) {
  std::vector<bool> summed(from.size(), true);
  for (std::size_t i = 1; i <= to.size(); ++i)
    summed[from.size() - i] = to[to.size() - i] == 1 && from[from.size() - i] != 1;
  return summed;
}

namespace {

// scale · the sum of x over what `shape` was repeated along.
OpSpec sum_to() {
  OpSpec s;
  s.name = "SumTo";
  s.domain = internal_domain;
  s.attributes = {{.name = "shape", .type = AttrType::shape},
                  {.name = "scale", .type = AttrType::real, .fallback = 1.0}};
  s.inputs = {{.name = "X"}};
  s.outputs = {{.name = "Y"}};
  s.infer = infer_shape_attribute;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.input(0)); };
  s.reference = [](ReferenceContext& c) {
    const Shape shape = concrete_shape(c, "shape");
    with_float(c, c.input(0).type(), [&]<class T>(T) {
      const auto x = c.input(0).values<T>();
      std::vector<double> sums(static_cast<std::size_t>(count(shape)));
      std::size_t i = 0;
      for_each_index(c.input(0).shape(), [&](const std::vector<std::int64_t>& index) {
        sums[static_cast<std::size_t>(broadcast_position(index, shape))] += x[i++];
      });
      const auto y = c.output<T>(0, shape);
      for (std::size_t k = 0; k < sums.size(); ++k)
        y[k] = static_cast<T>(c.real("scale") * sums[k]);
    });
  };
  s.samples = [] {
    const auto to = [](Shape shape) { return AttrValue(to_symbolic(shape)); };
    return std::vector<Sample>{{.name = "channels",
                                .attributes = {{"shape", to({3, 1, 1})}},
                                .inputs = {{.shape = {2, 3, 4, 5}}},
                                .gradient = false},
                               {.name = "negated",
                                .attributes = {{"shape", to({2, 3})}, {"scale", -1.0}},
                                .inputs = {{.shape = {2, 3}}},
                                .gradient = false},
                               {.name = "scalar",
                                .attributes = {{"shape", to({})}, {"scale", 0.5}},
                                .inputs = {{.shape = {4, 7}}},
                                .gradient = false},
                               {.name = "alternating",
                                .attributes = {{"shape", to({2, 1, 3, 1})}},
                                .inputs = {{.shape = {5, 2, 4, 3, 6}}},
                                .gradient = false},
                               {.name = "empty batch",
                                .attributes = {{"shape", to({3})}},
                                .inputs = {{.shape = {0, 3}}},
                                .gradient = false}};
  };
  return s;
}

// x repeated to `shape`, divided by the number of repetitions where it flows back through a mean.
OpSpec expand_to() {
  OpSpec s;
  s.name = "ExpandTo";
  s.domain = internal_domain;
  s.attributes = {{.name = "shape", .type = AttrType::shape},
                  {.name = "mean", .type = AttrType::flag, .fallback = false}};
  s.inputs = {{.name = "X"}};
  s.outputs = {{.name = "Y"}};
  s.infer = infer_shape_attribute;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.reference = [](ReferenceContext& c) {
    const Shape shape = concrete_shape(c, "shape");
    with_float(c, c.input(0).type(), [&]<class T>(T) {
      const auto x = c.input(0).values<T>();
      const auto y = c.output<T>(0, shape);
      const double scale = c.flag("mean") && !y.empty()
                               ? static_cast<double>(x.size()) / static_cast<double>(y.size())
                               : 1;
      std::size_t i = 0;
      for_each_index(shape, [&](const std::vector<std::int64_t>& index) {
        y[i++] = static_cast<T>(
            scale * x[static_cast<std::size_t>(broadcast_position(index, c.input(0).shape()))]);
      });
    });
  };
  s.samples = [] {
    const auto to = [](Shape shape) { return AttrValue(to_symbolic(shape)); };
    return std::vector<Sample>{{.name = "mean of rows",
                                .attributes = {{"shape", to({3, 5})}, {"mean", true}},
                                .inputs = {{.shape = {3, 1}}},
                                .gradient = false},
                               {.name = "both ways",
                                .attributes = {{"shape", to({4, 3, 2})}},
                                .inputs = {{.shape = {3, 1}}},
                                .gradient = false},
                               {.name = "scalar",
                                .attributes = {{"shape", to({2, 2})}, {"mean", true}},
                                .inputs = {{.shape = {}}},
                                .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{sum_to, expand_to}};

}  // namespace
}  // namespace espalier
