// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/ops/support/known.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

constexpr std::int64_t most_known_elements = 64;

// The only element of an input as a size; nothing where it is not known.
std::optional<Dim> number(const InferContext& c, std::size_t port) {
  const auto& e = c.input(port).elements;
  return e && e->size() == 1 ? std::optional((*e)[0]) : std::nullopt;
}

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  if (dtype == DType::undefined) return;
  for (std::size_t port = 0; port < 3; ++port) {
    require_same_dtype(c, port, 0);
    const auto s = known_shape(c, port);
    if (s && product(*s) != Dim(1))
      c.fail(message(ESP_TEXT("engine", "expected a scalar for {}, got {}"),
                     c.node().op->input(port).name, shape_text(*s)),
             static_cast<int>(port));
  }
  const auto start = number(c, 0), limit = number(c, 1), delta = number(c, 2);
  const auto step = delta ? delta->constant() : std::nullopt;
  if (step && *step == 0)
    c.fail(message(ESP_TEXT("engine", "delta: expected a step other than 0")), 2);
  if (!start || !limit || !step) return c.output(0, Type::tensor(dtype, {c.fresh_symbol(0, 0)}));
  const Dim room = *step > 0 ? *limit - *start : *start - *limit;
  const Dim n = max(ceil_div(room, Dim(*step > 0 ? *step : -*step)), Dim(0));
  Type y = Type::tensor(dtype, {n});
  if (const auto many = n.constant(); many && *many <= most_known_elements) {
    y.elements.emplace();
    for (std::int64_t i = 0; i < *many; ++i) y.elements->push_back(*start + Dim(i) * *delta);
  }
  c.output(0, std::move(y));
}

void reference(ReferenceContext& c) {
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    const T start = c.input(0).values<T>()[0], limit = c.input(1).values<T>()[0];
    const T delta = c.input(2).values<T>()[0];
    if (!(delta != 0)) c.fail(message(ESP_TEXT("engine", "delta: expected a step other than 0")));
    const double many = std::ceil((static_cast<double>(limit) - static_cast<double>(start)) /
                                  static_cast<double>(delta));
    if (!(many < 1e12))
      c.fail(message(ESP_TEXT("engine", "expected fewer elements, got {}"), many));
    const auto n = static_cast<std::int64_t>(std::max(many, 0.0));
    const auto y = c.output<T>(0, {n});
    for (std::int64_t i = 0; i < n; ++i)
      y[static_cast<std::size_t>(i)] = static_cast<T>(start + static_cast<T>(i) * delta);
  });
}

OpSpec range() {
  const std::vector<DType> types{DType::float32, DType::float64, DType::int16, DType::int32,
                                 DType::int64};
  OpSpec s;
  s.name = "Range";
  s.category = Category::data;
  s.summary = ESP_TEXT("ops", "Numbers in equal steps.");
  s.help =
      ESP_TEXT("ops",
               "start, start + delta, … as long as they are before limit. Source: ONNX operator "
               "specification, Range.");
  s.inputs = {{.name = "start", .help = ESP_TEXT("ops", "The first number."), .types = types},
              {.name = "limit",
               .help = ESP_TEXT("ops", "The number before which it ends."),
               .types = types},
              {.name = "delta", .help = ESP_TEXT("ops", "The step."), .types = types}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The numbers.")}};
  s.infer = infer;
  s.gradient = [](GradientContext&) {};
  s.reference = reference;
  s.onnx.versions = {11};
  s.samples = [] {
    const auto n = [](std::int64_t v) { return given(Tensor::scalar(v)); };
    return std::vector<Sample>{{.name = "up", .inputs = {n(2), n(11), n(3)}, .gradient = false},
                               {.name = "down", .inputs = {n(5), n(0), n(-2)}, .gradient = false},
                               {.name = "none", .inputs = {n(3), n(1), n(1)}, .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{range}};

}  // namespace
}  // namespace espalier
