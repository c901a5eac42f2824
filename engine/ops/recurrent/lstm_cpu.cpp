// SPDX-License-Identifier: Apache-2.0
//
// LSTM: one product for the inputs of all steps, then the recurrence.
#include "engine/kernels/combine.h"
#include "engine/kernels/gemm.h"
#include "engine/kernels/lstm.h"
#include "engine/ops/recurrent/lstm.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

using namespace lstm_port;

std::optional<esp_int> kernel_function(const LstmActivation& f) {
  if (f.name == "Sigmoid") return ESP_ACT_SIGMOID;
  if (f.name == "Tanh") return ESP_ACT_TANH;
  if (f.name == "Relu") return ESP_ACT_RELU;
  return std::nullopt;
}

std::optional<std::string> supports(const StepLowering& s) {
  if (auto why = unless_float32(s, {lens})) return why;
  for (std::int64_t d = 0; d < lstm_directions(s); ++d) {
    const auto activations = lstm_activations(s, d).value();
    for (const LstmActivation& f : activations)
      if (!kernel_function(f)) return f.name + " is not in the kernel";
  }
  return std::nullopt;
}

Operand part(const Operand& whole, std::int64_t begin) {
  return whole ? whole.at(begin) : Operand{};
}

// R of one direction with its dimensions exchanged.
Operand transposed(StepLowering& s, const LstmSizes& size, std::int64_t d) {
  const std::int64_t h = size.hidden;
  const Operand from = s.in(r).at(d * 4 * h * h);
  const Operand to = s.workspace(DType::float32, {h, 4 * h});
  copy_strided(s, from, to, {h, 4 * h}, {1, h}, {4 * h, 1});
  return to;
}

// The sum of both biases of one direction, or nothing.
Operand bias(StepLowering& s, const LstmSizes& size, std::int64_t d) {
  if (!s.has(b)) return {};
  const std::int64_t n = 4 * size.hidden;
  const Operand sum = s.workspace(DType::float32, {n});
  esp_sum_n_args a{};
  a.count = n;
  s.call(ESP_KERNELS(sum_n), a,
         {{"x0", s.in(b).at(2 * d * n)}, {"x1", s.in(b).at((2 * d + 1) * n)}, {"y", sum}});
  return sum;
}

// Of all steps and rows, in the order in which X has them.
Operand inputs_product(StepLowering& s, const LstmSizes& size, std::int64_t d) {
  const Operand added = bias(s, size, d);
  esp_gemm_args a{};
  a.m = size.steps * size.batch;
  a.n = 4 * size.hidden;
  a.k = size.inputs;
  a.trans_b = 1;
  a.lda = a.ldb = size.inputs;
  a.ldc = a.n;
  a.batch = 1;
  a.alpha = 1;
  a.bias_mode = added ? ESP_BIAS_ROW : ESP_BIAS_NONE;
  a.bias_scale = 1;
  const Operand xw = s.workspace(DType::float32, {a.m, a.n});
  s.call(ESP_KERNELS(gemm), a,
         {{"a", s.in(x)}, {"b", s.in(w).at(d * a.n * a.k)}, {"bias", added}, {"c", xw}});
  return xw;
}

void lstm(StepLowering& s) {
  const LstmSizes size = lstm_sizes(s, s.in(x).shape);
  const std::int64_t h = size.hidden;
  for (std::int64_t d = 0; d < size.directions; ++d) {
    const Operand xw = inputs_product(s, size, d), rt = transposed(s, size, d);
    const auto functions = lstm_activations(s, d).value();
    esp_lstm_args a{};
    a.steps = size.steps;
    a.batch = size.batch;
    a.hidden = h;
    a.xw_step = (size.row(1, 0) - size.row(0, 0)) * 4 * h;
    a.xw_row = (size.row(0, 1) - size.row(0, 0)) * 4 * h;
    a.y_step = size.y(1, d, 0) - size.y(0, d, 0);
    a.y_row = size.y(0, d, 1) - size.y(0, d, 0);
    a.state_row = size.state(d, 1) - size.state(d, 0);
    a.backwards = lstm_reverse(s, d);
    a.input_forget = s.flag("input_forget");
    a.f = kernel_function(functions[0]).value();
    a.g = kernel_function(functions[1]).value();
    a.h = kernel_function(functions[2]).value();
    a.clip = static_cast<float>(s.real("clip"));
    const auto in = [&](std::size_t port, std::int64_t begin) {
      return s.has(port) ? part(s.in(port), begin) : Operand{};
    };
    const auto out = [&](std::size_t port, std::int64_t begin) {
      return s.wants(port) ? part(s.out(port), begin) : Operand{};
    };
    s.call(ESP_KERNELS(lstm), a,
           {{"xw", xw},
            {"rt", rt},
            {"p", in(p, d * 3 * h)},
            {"lens", in(lens, 0)},
            {"h0", in(h0, size.state(d, 0))},
            {"c0", in(c0, size.state(d, 0))},
            {"y", out(0, size.y(0, d, 0))},
            {"y_h", out(1, size.state(d, 0))},
            {"y_c", out(2, size.state(d, 0))}});
  }
}

const RegisterCpuRule rules{
    {.op = "LSTM", .algorithm = "lstm", .supports = supports, .lower = lstm}};

}  // namespace
}  // namespace espalier
