// SPDX-License-Identifier: Apache-2.0
//
// Differentiation against finite differences. The net has float64 elements, for which there is no
// kernel: the reference implementations run, and differences are exact to many digits. The same net
// in float32 must then agree.
#include <doctest/doctest.h>

#include "tests/engine/runtime/run.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

// A value with several readers, a parameter with two users, a sum of losses, a frozen layer.
Network tangled(const char* type) {
  NetBuilder b;
  const ValueRef x =
      b.layer("Input", "x", {}, {{"shape", batch_of({2, 5, 5})}, {"dtype", std::string(type)}});
  const ValueRef shared =
      b.layer("Parameter", "shared", {},
              {{"shape", to_symbolic(Shape{2, 2, 3, 3})}, {"dtype", std::string(type)}});
  const AttributeMap conv{{"channels", std::int64_t{2}}, {"pads", Ints{1, 1, 1, 1}}};
  const ValueRef first = b.layer("Conv", "first", {x, shared}, conv);
  const ValueRef bent = b.layer("Tanh", "tanh", {first});
  const ValueRef second = b.layer("Conv", "second", {bent, shared}, conv);
  const ValueRef sum = b.layer("Add", "sum", {b.layer("Mul", "mul", {bent, second}), first});
  const ValueRef normal = b.layer("BatchNormalization", "norm", {sum});
  const ValueRef scores = b.layer("Gemm", "head", {b.layer("Flatten", "flat", {normal})},
                                  {{"channels", std::int64_t{3}}});
  b.layer("SoftmaxCrossEntropyLoss", "entropy", {scores});
  b.layer("MeanSquaredError", "regression",
          {b.layer("Sigmoid", "sigmoid", {scores}), b.layer("Softmax", "soft", {scores})});
  return b.network;
}

// Gradients as a step of SGD with rate 1 shows them.
std::map<std::string, std::vector<double>> gradients(Run& run) {
  const WeightSet before = run.store.weights();
  REQUIRE(run.step(1, 1));
  std::map<std::string, std::vector<double>> result;
  const auto difference = [&]<class T>(T, const Parameter& p) {
    const Tensor now = run.store.read(p.key);
    const auto a = before.find(p.key)->values<T>(), c = now.values<T>();
    for (std::size_t i = 0; i < a.size(); ++i)
      result[p.path].push_back(static_cast<double>(a[i]) - static_cast<double>(c[i]));
  };
  for (const Parameter& p : run.schedule.parameters) {
    if (!p.trainable) continue;
    if (before.find(p.key)->type() == DType::float64)
      difference(double{}, p);
    else
      difference(float{}, p);
  }
  for (const auto& [key, value] : before.all()) run.store.write(key, value);
  return result;
}

double loss_of(Run& run) {
  REQUIRE(run.step(1, 0));
  return run.executor->output_as<double>(run.output_index("loss"))[0];
}

}  // namespace

TEST_CASE("gradients are those of finite differences") {
  const Network net = tangled("float64");
  Run run(training_request(net, 3));
  run.feed_random(11, 3);
  const auto exact = gradients(run);
  CHECK(exact.size() == 7);  // shared weights, two biases, scale and shift, the head's two
  const double e = 1e-5;
  for (const Parameter& p : run.schedule.parameters) {
    if (!p.trainable) continue;
    CAPTURE(p.path);
    Tensor value = run.store.read(p.key);
    for (std::size_t i = 0; i < exact.at(p.path).size(); i += 1 + exact.at(p.path).size() / 12) {
      const double at = value.values<double>()[i];
      double around[2];
      for (const int side : {0, 1}) {
        value.mutable_values<double>()[i] = at + (side ? e : -e);
        run.store.write(p.key, value);
        around[side] = loss_of(run);
      }
      value.mutable_values<double>()[i] = at;
      run.store.write(p.key, value);
      CHECK(exact.at(p.path)[i] ==
            doctest::Approx((around[1] - around[0]) / (2 * e)).epsilon(1e-5));
    }
  }
}

TEST_CASE("the kernels' gradients are the reference's") {
  const Network doubles = tangled("float64"), floats = tangled("float32");
  Run exact(training_request(doubles, 3));
  WeightSet::Map rounded;
  const WeightSet weights = exact.store.weights();
  for (const auto& [key, value] : weights.all()) {
    Tensor t(DType::float32, value.shape());
    for (std::size_t i = 0; i < t.values<float>().size(); ++i)
      t.mutable_values<float>()[i] = static_cast<float>(value.values<double>()[i]);
    rounded[key] = t;
  }
  Run fast(training_request(floats, 3), 2, WeightSet(rounded));
  exact.feed_random(11, 3);
  fast.feed_random(11, 3);
  const auto a = gradients(exact), b = gradients(fast);
  for (const auto& [path, values] : a) {
    CAPTURE(path);
    for (std::size_t i = 0; i < values.size(); ++i)
      CHECK(std::abs(values[i] - b.at(path)[i]) < 2e-5 + 1e-4 * std::abs(values[i]));
  }
}

TEST_CASE("what cannot train says why") {
  const auto reason = [](const Network& net) -> std::string {
    try {
      make_schedule(training_request(net, 2));
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  NetBuilder none;
  none.output("y", none.layer("Gemm", "fc", {none.input("x", batch_of({4}))}));
  CHECK(reason(none.network).starts_with("the drawing has no loss"));

  NetBuilder weightless;
  weightless.layer("MeanSquaredError", "loss", {weightless.input("x", batch_of({4}))});
  CHECK(reason(weightless.network).starts_with("no trainable parameter leads to the loss"));

  NetBuilder vector;
  vector.layer("MeanSquaredError", "loss",
               {vector.layer("Gemm", "fc", {vector.input("x", batch_of({4}))})},
               {{"reduction", std::string("none")}});
  CHECK(reason(vector.network).starts_with("loss: a loss to train on is a single number"));

  Network unknown = lenet();
  PlanRequest request = training_request(unknown, 2, "Momentum");
  CHECK_THROWS_WITH_AS(make_schedule(request),
                       "there is no optimiser named Momentum; expected SGD, Adam or AdamW", Error);
}
