// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/optimizer.h"

#include <doctest/doctest.h>

#include "guarded.h"

using namespace espalier::testing;

namespace {

constexpr size_t kSizes[] = {0, 1, 7, 8, 100, 16384 + 9};

// torch.optim.SGD, one element, in double.
struct Sgd {
  double momentum, dampening, weight_decay;
  bool nesterov;
  void step(double& p, double g, double& buffer, double lr, bool first) const {
    g += weight_decay * p;
    if (momentum != 0) {
      buffer = first ? g : momentum * buffer + (1 - dampening) * g;
      g = nesterov ? g + momentum * buffer : buffer;
    }
    p -= lr * g;
  }
};

// torch.optim.Adam and AdamW.
void adam(double& p, double g, double& m, double& v, double lr, double weight_decay, bool decoupled,
          int64_t step) {
  const double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  if (decoupled) {
    p *= 1 - lr * weight_decay;
  } else {
    g += weight_decay * p;
  }
  m = beta1 * m + (1 - beta1) * g;
  v = beta2 * v + (1 - beta2) * g * g;
  const double correction1 = 1 - std::pow(beta1, static_cast<double>(step));
  const double correction2 = 1 - std::pow(beta2, static_cast<double>(step));
  p -= lr / correction1 * m / (std::sqrt(v) / std::sqrt(correction2) + epsilon);
}

template <class Args> void check_adam(const std::vector<Variant>& variants, bool decoupled) {
  for (const Variant& variant : variants)
    for (size_t size : kSizes) {
      CAPTURE(variant.isa);
      CAPTURE(size);
      Guarded<float> grad(size), param(size), m(size), v(size);
      fill_random(param, 1);
      std::vector<double> p(param.begin(), param.end()), em(size), ev(size);
      float lr = 0, factor = 0.5f;
      int64_t step = 0;
      Args args{};
      args.grad = grad.data();
      args.grad_factor = &factor;
      args.lr = &lr;
      args.step = &step;
      args.param = param.data();
      args.m = m.data();
      args.v = v.data();
      args.count = static_cast<esp_int>(size);
      args.decay1 = static_cast<float>(1 - 0.9);
      args.decay2 = static_cast<float>(1 - 0.999);
      args.epsilon = 1e-8f;
      args.weight_decay = 0.05f;
      args.grad_scale = 4.0f;
      for (step = 1; step <= 20; ++step) {
        fill_random(grad, static_cast<uint32_t>(step));
        lr = 0.01f * static_cast<float>(1 + step % 3);
        for (size_t i = 0; i < size; ++i)
          adam(p[i], 2.0 * grad[i], em[i], ev[i], lr, 0.05f, decoupled, step);
        CHECK(run_both_ways(*variant.kernel, args, param, m, v));
      }
      CHECK(worst_error(param, p) <= 2e-6);
      CHECK(worst_error(m, em) <= 1e-6);
      CHECK(worst_error(v, ev) <= 1e-6);
    }
}

}  // namespace

TEST_CASE("sgd is torch.optim.SGD") {
  const Sgd ways[] = {{0, 0, 0, false},
                      {0, 0, 0.1f, false},
                      {0.9f, 0, 0, false},
                      {0.9f, 0.3f, 0.01f, false},
                      {0.9f, 0, 0.01f, true}};
  for (const Variant& variant : ESP_VARIANTS(sgd))
    for (size_t size : kSizes)
      for (const Sgd& way : ways) {
        CAPTURE(variant.isa);
        CAPTURE(size);
        CAPTURE(&way - ways);
        Guarded<float> grad(size), param(size), velocity(size, std::nanf(""));
        fill_random(param, 1);
        std::vector<double> p(param.begin(), param.end()), buffer(size);
        float lr = 0;
        int64_t step = 0;
        esp_sgd_args args{};
        args.grad = grad.data();
        args.lr = &lr;
        args.step = &step;
        args.param = param.data();
        args.velocity = way.momentum != 0 ? velocity.data() : nullptr;
        args.count = static_cast<esp_int>(size);
        args.nesterov = way.nesterov;
        args.momentum = static_cast<float>(way.momentum);
        args.dampening = static_cast<float>(way.dampening);
        args.weight_decay = static_cast<float>(way.weight_decay);
        args.grad_scale = 0.5f;
        for (step = 1; step <= 20; ++step) {
          fill_random(grad, static_cast<uint32_t>(step));
          lr = 0.1f / static_cast<float>(step);
          for (size_t i = 0; i < size; ++i) way.step(p[i], 0.5 * grad[i], buffer[i], lr, step == 1);
          CHECK(run_both_ways(*variant.kernel, args, param, velocity));
        }
        CHECK(worst_error(param, p) <= 2e-6);
        if (way.momentum != 0) CHECK(worst_error(velocity, buffer) <= 2e-6);
      }
}

TEST_CASE("adam is torch.optim.Adam, adamw torch.optim.AdamW") {
  check_adam<esp_adam_args>(ESP_VARIANTS(adam), false);
  check_adam<esp_adamw_args>(ESP_VARIANTS(adamw), true);
}
