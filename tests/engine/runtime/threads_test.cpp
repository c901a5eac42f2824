// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "tests/engine/runtime/run.h"

using namespace espalier;
using namespace espalier::testing;

TEST_CASE("training gives the same bits at any number of threads") {
  const Network net = lenet();
  std::vector<Tensor> first;
  for (const int threads : {1, 2, 3}) {
    CAPTURE(threads);
    Run run(training_request(net, 64, "Adam"), threads);
    run.feed_random(5);
    for (int i = 1; i <= 3; ++i) run.step(i, 0.001F);
    std::size_t next = 0;
    const WeightSet all = run.store.all();
    for (const auto& [key, value] : all.all()) {
      if (threads == 1)
        first.push_back(value);
      else
        CHECK(value.identical(first[next++]));
    }
  }
}

TEST_CASE("denormals are flushed on every thread and the caller's mode comes back") {
  NetBuilder b;
  const ValueRef x = b.input("x", {Dim(1 << 20)});
  b.output("y", b.layer("Mul", "mul", {x, x}));
  PlanRequest request;
  request.network = &b.network;
  for (const int threads : {1, 3}) {
    Run run(request, threads);
    Tensor data(DType::float32, {1 << 20});
    for (float& v : data.mutable_values<float>()) v = 1e-20F;
    run.executor->set_input(0, data.data());
    run.executor->run();
    for (const float v : run.output("y")) REQUIRE(v == 0);
    volatile float small = 1e-20F;
    CHECK(small * small > 0);
  }
}
