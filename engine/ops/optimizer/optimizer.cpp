// SPDX-License-Identifier: Apache-2.0
//
// One step of an optimiser for one parameter, with the formulas of torch.optim. Ports: the
// parameter, its gradient, the learning rate, the step's number (1, 2, …), an optional factor for the
// gradient (clipping), then the optimiser's state, of the parameter's shape and zero at first.
// Outputs: the new parameter and the new state, in the same order; `state_updates` pairs them.
#include <cmath>

#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

constexpr std::size_t first_state = 5;

bool keeps_state(const RuleContext& c) {
  return c.node().op->attribute("nesterov") == nullptr || c.real("momentum") != 0 ||
         is_wired(c.node(), first_state);
}

// SGD without momentum keeps no state: its port stays undeclared.
void infer(InferContext& c) {
  const auto shape = known_shape(c, 0);
  if (!shape) return;
  const DType dtype = known_dtype(c, 0);
  c.output(0, Type::tensor(dtype, *shape));
  if (const auto grad = known_shape(c, 1); grad && *grad != *shape)
    c.fail(message(ESP_TEXT("engine", "expected a gradient of shape {}, got {}"),
                   shape_text(*shape), shape_text(*grad)),
           1);
  if (!keeps_state(c)) return;
  for (std::size_t port = first_state; port < c.node().op->inputs.size(); ++port) {
    c.param(port, dtype, *shape);
    c.output(port - first_state + 1, Type::tensor(dtype, *shape));
  }
}

double scalar(const ReferenceContext& c, std::size_t port) {
  return c.input(port).type() == DType::float64
             ? c.input(port).values<double>()[0]
             : static_cast<double>(c.input(port).values<float>()[0]);
}

struct StepNumbers {
  double rate, grad_scale, step;
};
StepNumbers numbers(const ReferenceContext& c) {
  return {scalar(c, 2), c.real("grad_scale") * (c.has(4) ? scalar(c, 4) : 1),
          static_cast<double>(c.input(3).values<std::int64_t>()[0])};
}

void sgd_reference(ReferenceContext& c) {
  const StepNumbers n = numbers(c);
  const double momentum = c.real("momentum");
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto p = c.input(0).values<T>();
    const auto grad = c.input(1).values<T>();
    const auto out = c.output<T>(0, c.input(0).shape());
    const bool state = c.has(first_state) && c.outputs.size() > 1;
    const auto v = state ? c.input(first_state).values<T>() : std::span<const T>();
    const auto new_v = state ? c.output<T>(1, c.input(0).shape()) : std::span<T>();
    for (std::size_t i = 0; i < p.size(); ++i) {
      double g = grad[i] * n.grad_scale + c.real("weight_decay") * p[i];
      if (momentum != 0) {
        const double velocity = n.step == 1 ? g : momentum * v[i] + (1 - c.real("dampening")) * g;
        new_v[i] = static_cast<T>(velocity);
        g = c.flag("nesterov") ? g + momentum * velocity : velocity;
      } else if (state) {
        new_v[i] = v[i];
      }
      out[i] = static_cast<T>(p[i] - n.rate * g);
    }
  });
}

template <bool decoupled> void adam_reference(ReferenceContext& c) {
  const StepNumbers n = numbers(c);
  const double beta1 = c.real("beta1");
  const double beta2 = c.real("beta2");
  const double decay = c.real("weight_decay");
  const double correction1 = 1 - std::pow(beta1, n.step);
  const double correction2 = std::sqrt(1 - std::pow(beta2, n.step));
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto p = c.input(0).values<T>();
    const auto grad = c.input(1).values<T>();
    const auto m = c.input(first_state).values<T>();
    const auto v = c.input(first_state + 1).values<T>();
    const auto out = c.output<T>(0, c.input(0).shape());
    const auto new_m = c.output<T>(1, c.input(0).shape());
    const auto new_v = c.output<T>(2, c.input(0).shape());
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double g = grad[i] * n.grad_scale + (decoupled ? 0 : decay * p[i]);
      const double first = beta1 * m[i] + (1 - beta1) * g;
      const double second = beta2 * v[i] + (1 - beta2) * g * g;
      new_m[i] = static_cast<T>(first);
      new_v[i] = static_cast<T>(second);
      const double kept = decoupled ? p[i] * (1 - n.rate * decay) : static_cast<double>(p[i]);
      out[i] = static_cast<T>(kept - n.rate / correction1 * first /
                                         (std::sqrt(second) / correction2 + c.real("epsilon")));
    }
  });
}

AttrSpec real(const char* name, double fallback) {
  return {.name = name, .type = AttrType::real, .fallback = fallback};
}

OpSpec base(const char* name, std::vector<const char*> states) {
  OpSpec s;
  s.name = name;
  s.domain = internal_domain;
  s.attributes = {real("weight_decay", 0), real("grad_scale", 1)};
  s.inputs = {{.name = "param", .kind = PortKind::parameter},
              {.name = "grad"},
              {.name = "lr"},
              {.name = "step", .types = {DType::int64}},
              {.name = "grad_factor", .optional = true}};
  s.outputs = {{.name = "new_param"}};
  s.state_updates = {{0, 0}};
  s.in_place = {{0, 0}};
  for (const char* state : states) {
    const int input = static_cast<int>(s.inputs.size());
    const int output = static_cast<int>(s.outputs.size());
    s.inputs.push_back({.name = state, .kind = PortKind::state, .initializer = {"zeros", 1}});
    s.outputs.push_back({.name = state});
    s.state_updates.push_back({input, output});
    s.in_place.push_back({output, input});
  }
  s.visible_outputs = s.outputs.size();
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  return s;
}

SampleInput rate() { return given(Tensor::scalar(0.05F)); }
SampleInput step(std::int64_t number) { return given(Tensor::scalar(number)); }

std::vector<Sample> sgd_samples() {
  const SampleInput w{.shape = {4, 9}};
  return {{.name = "plain", .inputs = {w, w, rate(), step(1), open_port(), w}, .gradient = false},
          {.name = "momentum, first step",
           .attributes = {{"momentum", 0.9}, {"dampening", 0.3}},
           .inputs = {w, w, rate(), step(1), open_port(), w},
           .gradient = false},
          {.name = "nesterov, decay, clipped",
           .attributes =
               {{"momentum", 0.9}, {"nesterov", true}, {"weight_decay", 0.01}, {"grad_scale", 0.5}},
           .inputs = {w, w, rate(), step(7), given(Tensor::scalar(0.25F)), w},
           .gradient = false}};
}

std::vector<Sample> adam_samples() {
  const SampleInput w{.shape = {3, 17}};
  const SampleInput positive{.shape = {3, 17}, .low = 0};
  return {{.name = "first step",
           .inputs = {w, w, rate(), step(1), open_port(), w, positive},
           .gradient = false},
          {.name = "later, decay, clipped",
           .attributes = {{"weight_decay", 0.1},
                          {"grad_scale", 2.0},
                          {"beta1", 0.8},
                          {"beta2", 0.95},
                          {"epsilon", 1e-6}},
           .inputs = {w, w, rate(), step(1000), given(Tensor::scalar(0.5F)), w, positive},
           .gradient = false}};
}

OpSpec sgd() {
  OpSpec s = base("SGD", {"velocity"});
  s.inputs[first_state].optional = true;
  s.attributes.push_back(real("momentum", 0));
  s.attributes.push_back(real("dampening", 0));
  s.attributes.push_back({.name = "nesterov", .type = AttrType::flag, .fallback = false});
  s.reference = sgd_reference;
  s.samples = sgd_samples;
  return s;
}

template <bool decoupled> OpSpec adam() {
  OpSpec s = base(decoupled ? "AdamW" : "Adam", {"m", "v"});
  s.attributes.push_back(real("beta1", 0.9));
  s.attributes.push_back(real("beta2", 0.999));
  s.attributes.push_back(real("epsilon", 1e-8));
  s.reference = adam_reference<decoupled>;
  s.samples = adam_samples;
  return s;
}

const RegisterOps ops_of_this_file{{sgd, adam<false>, adam<true>}};

}  // namespace
}  // namespace espalier
