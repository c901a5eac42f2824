// SPDX-License-Identifier: Apache-2.0
//
// What BatchNormalization is in training: statistics of the batch, kept for the gradient.
#include <cmath>

#include "engine/ops/normalization/batch_norm_math.h"

namespace espalier {

ChannelView channel_view(const Shape& x) {
  ChannelView v{static_cast<std::size_t>(x[0]), static_cast<std::size_t>(x[1]), 1};
  for (std::size_t d = 2; d < x.size(); ++d) v.spatial *= static_cast<std::size_t>(x[d]);
  return v;
}

std::vector<double> as_doubles(const ReferenceContext& c, std::size_t port) {
  std::vector<double> out;
  with_float(c, c.input(port).type(), [&]<class T>(T) {
    const auto values = c.input(port).values<T>();
    out.assign(values.begin(), values.end());
  });
  return out;
}

void put(ReferenceContext& c, std::size_t port, const std::vector<double>& values) {
  with_float(c, c.input(3).type(), [&]<class T>(T) {
    const auto out = c.output<T>(port, {static_cast<std::int64_t>(values.size())});
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<T>(values[i]);
  });
}

std::vector<double> moved_average(std::vector<double> running, const std::vector<double>& batch,
                                  double momentum) {
  for (std::size_t i = 0; i < running.size(); ++i)
    running[i] = running[i] * momentum + batch[i] * (1 - momentum);
  return running;
}

std::vector<AttrSpec> batch_norm_attributes() {
  return {
      {.name = "epsilon",
       .type = AttrType::real,
       .fallback = 1e-5,
       .help = ESP_TEXT("ops", "Added to the variance so that nothing is divided by 0."),
       .minimum = 0},
      {.name = "momentum",
       .type = AttrType::real,
       .fallback = 0.9,
       .help = ESP_TEXT("ops",
                        "How much of the running statistics stays in a training step (PyTorch's "
                        "momentum is 1 minus this)."),
       .minimum = 0,
       .maximum = 1}};
}

namespace {

void infer_training(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) return;
  if (x->size() < 2) require_rank(c, 0, 4, "[N,C,H,W]");
  c.output(0, Type::tensor(known_dtype(c, 0), *x));
  for (std::size_t port = 1; port < 5; ++port)
    c.output(port, Type::tensor(known_dtype(c, 3), {(*x)[1]}));
}

void reference_training(ReferenceContext& c) {
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const ChannelView v = channel_view(c.input(0).shape());
    const auto x = c.input(0).values<T>();
    const Statistics s = batch_statistics(x, v);
    const std::vector<double> scale = as_doubles(c, 1);
    const std::vector<double> bias = as_doubles(c, 2);
    std::vector<double> inv_std;
    for (const double var : s.var) inv_std.push_back(1 / std::sqrt(var + c.real("epsilon")));
    const auto y = c.output<T>(0, c.input(0).shape());
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t k = v.channel(i);
      y[i] = static_cast<T>((x[i] - s.mean[k]) * inv_std[k] * scale[k] + bias[k]);
    }
    put(c, 1, s.mean);
    put(c, 2, inv_std);
    put(c, 3, moved_average(as_doubles(c, 3), s.mean, c.real("momentum")));
    put(c, 4, moved_average(as_doubles(c, 4), s.var, c.real("momentum")));
  });
}

void gradient_training(GradientContext& c) {
  const ValueRef dx = c.build().add(
      internal_op("BatchNormGrad"),
      {c.output_gradient(0), c.input(0), c.input(1), c.output(1), c.output(2)}, {}, 3);
  for (std::uint32_t port = 0; port < 3; ++port)
    if (c.wanted(port)) c.gradient(port, GraphBuilder::output(dx, port));
}

std::vector<Sample> samples_training() {
  const auto channel = [](std::int64_t n) { return SampleInput{.shape = {n}}; };
  return {{.name = "image",
           .attributes = {{"momentum", 0.75}},
           .inputs = {{.shape = {3, 4, 5, 3}}, channel(4), channel(4), channel(4), channel(4)},
           .gradient = false},
          {.name = "vectors",
           .inputs = {{.shape = {70, 5}}, channel(5), channel(5), channel(5), channel(5)},
           .gradient = false}};
}

OpSpec batch_norm_training() {
  OpSpec s;
  s.name = "BatchNormTraining";
  s.domain = internal_domain;
  s.attributes = batch_norm_attributes();
  s.inputs = {{.name = "X"}, {.name = "scale"}, {.name = "B"}, {.name = "mean"}, {.name = "var"}};
  s.outputs = {{.name = "Y"},
               {.name = "saved_mean"},
               {.name = "saved_inv_std"},
               {.name = "new_mean"},
               {.name = "new_var"}};
  s.visible_outputs = 5;
  s.in_place = {{0, 0}, {3, 3}, {4, 4}};
  s.infer = infer_training;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.gradient = gradient_training;
  s.reference = reference_training;
  s.samples = samples_training;
  return s;
}

// ---- dX, dScale, dB from dY, X, scale and the saved statistics

void infer_grad(InferContext& c) {
  const auto x = known_shape(c, 1);
  if (!x || x->size() < 2) return;
  c.output(0, Type::tensor(known_dtype(c, 1), *x));
  for (std::size_t port = 1; port < 3; ++port)
    c.output(port, Type::tensor(known_dtype(c, 3), {(*x)[1]}));
}

void reference_grad(ReferenceContext& c) {
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const ChannelView v = channel_view(c.input(1).shape());
    const auto dy = c.input(0).values<T>();
    const auto x = c.input(1).values<T>();
    const std::vector<double> scale = as_doubles(c, 2);
    const std::vector<double> mean = as_doubles(c, 3);
    const std::vector<double> inv_std = as_doubles(c, 4);
    std::vector<double> dscale(v.channels);
    std::vector<double> dbias(v.channels);
    const auto normalized = [&](std::size_t i) {
      return (x[i] - mean[v.channel(i)]) * inv_std[v.channel(i)];
    };
    for (std::size_t i = 0; i < x.size(); ++i) {
      dscale[v.channel(i)] += dy[i] * normalized(i);
      dbias[v.channel(i)] += dy[i];
    }
    const auto dx = c.output<T>(0, c.input(1).shape());
    const auto n = static_cast<double>(v.per_channel());
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t k = v.channel(i);
      dx[i] = static_cast<T>(scale[k] * inv_std[k] *
                             (dy[i] - (dbias[k] + normalized(i) * dscale[k]) / n));
    }
    put(c, 1, dscale);
    put(c, 2, dbias);
  });
}

std::vector<Sample> samples_grad() {
  const auto channel = [](std::int64_t n) { return SampleInput{.shape = {n}, .low = 0.2}; };
  return {
      {.name = "image",
       .inputs =
           {{.shape = {3, 4, 5, 3}}, {.shape = {3, 4, 5, 3}}, channel(4), channel(4), channel(4)},
       .gradient = false},
      {.name = "vectors",
       .inputs = {{.shape = {70, 5}}, {.shape = {70, 5}}, channel(5), channel(5), channel(5)},
       .gradient = false}};
}

OpSpec batch_norm_grad() {
  OpSpec s;
  s.name = "BatchNormGrad";
  s.domain = internal_domain;
  s.inputs = {{.name = "dY"},
              {.name = "X"},
              {.name = "scale"},
              {.name = "saved_mean"},
              {.name = "saved_inv_std"}};
  s.outputs = {{.name = "dX"}, {.name = "dScale"}, {.name = "dB"}};
  s.visible_outputs = 3;
  s.in_place = {{0, 0}};
  s.infer = infer_grad;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.reference = reference_grad;
  s.samples = samples_grad;
  return s;
}

const RegisterOps ops_of_this_file{{batch_norm_training, batch_norm_grad}};

}  // namespace
}  // namespace espalier
