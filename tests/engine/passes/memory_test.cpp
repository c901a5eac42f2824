// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <random>

#include "tests/engine/passes/nets.h"
#include "tests/engine/passes/verify.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

// A net of up to 30 layers that all keep N×4×6×6, with branches, sums, views and normalisation.
Network random_net(std::mt19937& random) {
  NetBuilder b;
  std::vector<ValueRef> values{b.input("x", batch_of({4, 6, 6}))};
  const auto any = [&] {
    // Mostly the newest values, sometimes an old one: long lifetimes.
    const std::size_t back = random() % std::min<std::size_t>(values.size(), random() % 5 ? 3 : 30);
    return values[values.size() - 1 - back];
  };
  const int layers = 5 + static_cast<int>(random() % 25);
  for (int i = 0; i < layers; ++i) {
    ValueRef y;
    switch (random() % 8) {
      case 0:
      case 1:
        y = b.layer("Conv", "conv", {any()},
                    {{"channels", std::int64_t{4}}, {"pads", Ints{1, 1, 1, 1}}});
        break;
      case 2:
        y = b.layer("Relu", "relu", {any()});
        break;
      case 3:
        y = b.layer("Sigmoid", "sigmoid", {any()});
        break;
      case 4:
      case 5:
        y = b.layer("Add", "add", {any(), any()});
        break;
      case 6:
        y = b.layer("BatchNormalization", "norm", {any()});
        break;
      default:
        y = b.layer("Flatten", "flat", {any()});
        y = b.layer("Reshape", "shape", {y}, {{"shape", Ints{-1, 4, 6, 6}}});
    }
    values.push_back(y);
    if (random() % 8 == 0) b.output("tap", y);
  }
  const ValueRef last = b.layer("Gemm", "head", {b.layer("Flatten", "flat", {values.back()})},
                                {{"units", std::int64_t{3}}});
  b.output("scores", last);
  b.layer("SoftmaxCrossEntropyLoss", "loss", {last});
  return b.network;
}

}  // namespace

TEST_CASE("every step finds its inputs in random graphs") {
  std::mt19937 random(7);
  for (int i = 0; i < 60; ++i) {
    CAPTURE(i);
    const Network net = random_net(random);
    for (const Mode mode : {Mode::inference, Mode::evaluation, Mode::training}) {
      CAPTURE(static_cast<int>(mode));
      for (const bool fused : {true, false}) {
        PlanRequest request = training_request(net, 2, i % 2 ? "SGD" : "Adam");
        request.mode = mode;
        request.fuse = fused;
        const Schedule s = make_schedule(request);
        CHECK(verify_memory(s) == "");
      }
    }
  }
}

TEST_CASE("memory is reused") {
  NetBuilder b;
  ValueRef x = b.input("x", batch_of({64}));
  for (int i = 0; i < 20; ++i) x = b.layer("Relu", "relu", {x});
  b.output("y", x);
  const Schedule s = make_schedule(inference_request(b.network, 16));
  // The first cannot run in place: its input is the caller's.
  CHECK(s.arena_bytes == 64 * 16 * sizeof(float));
}

TEST_CASE("the verifier sees mistakes") {
  Schedule s = make_schedule(training_request(lenet(), 2));
  REQUIRE(verify_memory(s) == "");
  int seen = 0, changed = 0;
  for (Value& v : s.values) {
    if (v.storage != Storage::arena || v.bytes < 1024 || v.view_of >= 0) continue;
    const std::size_t before = v.offset;
    v.offset = before == 0 ? 1024 : 0;
    ++changed;
    seen += verify_memory(s) != "";
    v.offset = before;
  }
  CHECK(changed > 5);
  CHECK(seen * 10 >= changed * 8);
}
