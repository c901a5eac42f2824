// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/test_vectors.h"

#include <algorithm>

#include "engine/base/philox.h"
#include "engine/graph/inference.h"
#include "engine/passes/reference_run.h"

namespace espalier {
namespace {

// How many random vectors: fewer where the reference takes long, more where data decide what runs.
std::size_t random_vectors(const PlanRequest& request, const Schedule& schedule) {
  constexpr std::int64_t many = 5'000'000;  // multiply-accumulates: half a second or more
  constexpr std::size_t few = 1, usual = 3, for_branches = 8;
  Inference inference;
  inference.update(*request.network);
  const std::map<std::string, Dim, std::less<>> sizes(request.dims.begin(), request.dims.end());
  if (inference.total().macs.substitute(sizes).constant().value_or(0) > many) return few;
  const bool branches = std::any_of(schedule.steps.begin(), schedule.steps.end(),
                                    [](const Step& step) { return !step.guards.empty(); });
  return branches ? for_branches : usual;
}

// Numbers of both signs from the second vector on. Bools count in binary over the vectors, a digit
// each input, so that conditions meet in every way; 0 and 1 are indices of nearly everything.
Tensor random_input(const BundlePort& port, std::size_t input, std::size_t vector) {
  Tensor t(port.dtype, port.shape);
  Random random(vector, stable_hash(port.name));
  const auto fill = [&]<class T>(T, auto draw) {
    for (T& v : t.mutable_values<T>()) v = static_cast<T>(draw());
  };
  const auto index = [&] { return random.below(2); };
  if (port.dtype == DType::float32) {
    const bool first = vector == 0, negative = vector % 2 == 1;
    fill(0.0F, [&] {
      const float u = random.uniform();
      return first ? u : negative ? u - 1 : 2 * u - 1;
    });
  } else if (port.dtype == DType::boolean) {
    Random same(0, stable_hash(port.name));
    fill(true,
         [&] { return (same.below(2) + (vector >> std::min<std::size_t>(input, 2))) % 2 != 0; });
  } else if (port.dtype == DType::int64) {
    fill(std::int64_t{}, index);
  } else if (port.dtype == DType::int32) {
    fill(std::int32_t{}, index);
  } else if (bits(port.dtype) == 8) {
    for (std::size_t i = 0; i < t.bytes(); ++i)
      t.mutable_data()[i] = static_cast<std::byte>(random.below(256));
  }
  return t;
}

}  // namespace

std::vector<TestVector> test_vectors(const PlanRequest& request, const Schedule& schedule,
                                     const std::vector<BundlePort>& ports, const Samples& samples) {
  std::vector<TestVector> vectors;
  const std::size_t n = samples.empty() ? random_vectors(request, schedule) : samples.size();
  for (std::size_t v = 0; v < n; ++v) {
    std::map<std::string, Tensor> inputs;
    TestVector vector;
    for (const BundlePort& port : ports) {
      Tensor t;
      if (!samples.empty())
        if (const auto it = samples[v].find(port.name); it != samples[v].end()) t = it->second;
      if (!t || t.shape() != port.shape || t.type() != port.dtype)
        t = random_input(port, vector.inputs.size(), v);
      inputs[port.name] = t;
      vector.inputs.push_back(t);
    }
    vector.outputs = reference_outputs(request, inputs);
    vectors.push_back(std::move(vector));
  }
  return vectors;
}

}  // namespace espalier
