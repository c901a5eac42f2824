// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "engine/session/operations.h"
#include "tests/engine/passes/nets.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

ValueRef integers(NetBuilder& b, const std::string& name, SymShape shape) {
  return b.layer("Input", name, {}, {{"shape", std::move(shape)}, {"dtype", std::string("int64")}});
}

Project project_of(const NetBuilder& b) {
  Project project;
  project.network = b.network;
  return project;
}

}  // namespace

TEST_CASE("an input that decides shapes counts with its value") {
  NetBuilder b;
  const ValueRef x = b.input("x", {2, 6});
  b.output("y", b.layer("Reshape", "reshape", {x, integers(b, "shape", {3})}));
  const Project project = project_of(b);
  const Tensor data(DType::float32, {2, 6});
  const auto run = [&](const std::vector<std::int64_t>& shape) {
    return run_network(project, {{"x", data}, {"shape", Tensor::of<std::int64_t>({3}, shape)}});
  };
  CHECK(run({3, 2, 2})[0].second.tensor().shape() == Shape{3, 2, 2});
  CHECK(run({1, -1, 4})[0].second.tensor().shape() == Shape{1, 3, 4});
  CHECK_THROWS_AS(run({5, 2, 2}), Error);
  CHECK_THROWS_AS(run_network(project, {{"x", data}}), Error);
}

TEST_CASE("Dropout may drop outside of training; nobody has to give its step") {
  NetBuilder b;
  const ValueRef x = b.input("x", {1, 1000});
  b.output("y", b.layer("Dropout", "drop", {x}, {{"training_mode", true}}));
  const Tensor ones = Tensor::of<float>({1, 1000}, std::vector<float>(1000, 1));
  const Tensor result = run_network(project_of(b), {{"x", ones}})[0].second.tensor();
  const auto y = result.values<float>();
  const auto kept = std::count(y.begin(), y.end(), 2.0F);
  CHECK(kept > 400);
  CHECK(kept < 600);
  CHECK(std::count(y.begin(), y.end(), 0.0F) == 1000 - kept);
}

TEST_CASE("a loss is an output where that is asked for") {
  NetBuilder b;
  const ValueRef scores = b.input("scores", {2, 3});
  const ValueRef labels = integers(b, "labels", {2});
  b.output("loss", b.layer("SoftmaxCrossEntropyLoss", "cross entropy", {scores, labels}));
  const std::map<std::string, HostValue> inputs = {
      {"scores", Tensor(DType::float32, {2, 3})},
      {"labels", Tensor::of<std::int64_t>({2}, {0, 2})}};
  CHECK_THROWS_AS(run_network(project_of(b), inputs), Error);
  RunOptions options;
  options.keep_training_only = true;
  const auto outputs = run_network(project_of(b), inputs, options);
  REQUIRE(outputs.size() == 1);
  CHECK(outputs[0].second.tensor().values<float>()[0] == doctest::Approx(1.0986123));
}
