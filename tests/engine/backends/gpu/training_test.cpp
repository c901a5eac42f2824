// SPDX-License-Identifier: Apache-2.0
//
// Training steps on OpenCL beside the CPU's, and what moves between the two.
#include <algorithm>

#include "engine/runtime/profile.h"
#include "tests/engine/backends/gpu/injected_driver.h"
#include "tests/engine/runtime/run.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

// Two residual blocks with batch normalisation, of which the second halves the image.
Network residual() {
  NetBuilder b;
  const auto conv = [&](const std::string& name, ValueRef x, std::int64_t channels,
                        std::int64_t kernel, std::int64_t stride) {
    return b.layer("Conv", name, {x},
                   {{"channels", channels},
                    {"kernel_shape", Ints{kernel, kernel}},
                    {"pads", Ints{kernel / 2, kernel / 2, kernel / 2, kernel / 2}},
                    {"strides", Ints{stride, stride}},
                    {"bias", false}});
  };
  ValueRef x = b.input("image", batch_of({3, 16, 16}), "image");
  x = conv("stem", x, 8, 3, 1);
  for (const std::int64_t stride : {1, 2}) {
    const std::int64_t channels = 8 * stride;
    const std::string name = "block" + std::to_string(stride);
    ValueRef y = conv(name + "a", x, channels, 3, stride);
    y = b.layer("Relu", name + "r", {b.layer("BatchNormalization", name + "n", {y})});
    y = b.layer("BatchNormalization", name + "m", {conv(name + "b", y, channels, 3, 1)});
    const ValueRef short_cut = stride == 1 ? x : conv(name + "c", x, channels, 1, stride);
    x = b.layer("Relu", name + "o", {b.layer("Add", name + "s", {y, short_cut})});
  }
  x = b.layer("Flatten", "flat", {b.layer("GlobalAveragePool", "pool", {x})});
  x = b.layer("Dropout", "drop", {x}, {{"ratio", 0.25}});
  x = b.layer("Gemm", "fc", {x}, {{"units", std::int64_t{10}}});
  b.output("scores", x);
  b.layer("SoftmaxCrossEntropyLoss", "loss", {x});
  return b.network;
}

// Attention and a bottleneck, each around a skip, with functions and masks of many kinds.
Network transformer() {
  NetBuilder b;
  const ValueRef x = b.input("words", batch_of({6, 8}), "words");
  ValueRef y = b.layer("LayerNormalization", "norm1", {x});
  y = b.layer("Attention", "heads", {y, y, y},
              {{"q_num_heads", std::int64_t{2}}, {"kv_num_heads", std::int64_t{2}}});
  y = b.layer("LayerNormalization", "norm2", {b.layer("Add", "skip1", {x, y})});
  y = b.layer("Gelu", "gelu", {b.layer("HardSwish", "swish", {y})});
  const ValueRef most = b.layer("ReduceMax", "most", {y}, {{"axes", Ints{1}}, {"keepdims", false}});
  y = b.layer("Gemm", "fc1", {b.layer("Softplus", "plus", {b.layer("Flatten", "flat", {y})})},
              {{"units", std::int64_t{8}}});
  y = b.layer("Max", "greater", {y, b.layer("Sin", "sin", {most})});
  y = b.layer("Gemm", "fc2", {y}, {{"units", std::int64_t{10}}});
  b.output("scores", y);
  b.layer("SoftmaxCrossEntropyLoss", "loss", {y});
  return b.network;
}

std::vector<float> losses(const PlanRequest& request, int steps) {
  Run run(request);
  run.feed_random(5);
  std::vector<float> result;
  for (int i = 1; i <= steps; ++i) {
    CHECK(run.step(i, 0.01F));
    result.push_back(run.loss());
  }
  return result;
}

void compare(const Network& network, const char* optimizer, std::int64_t batch) {
  CAPTURE(optimizer);
  PlanRequest request = training_request(network, batch, optimizer);
  const std::vector<float> cpu = losses(request, 6);
  request.device = "injected:0";
  for (const Step& step : make_schedule(request).steps) {
    CAPTURE(step.node.name);
    CHECK(step.device == "injected:0");
  }
  CHECK(largest_difference(losses(request, 6), cpu) < 2e-3);
  CHECK(cpu.front() > cpu.back());
}

}  // namespace

TEST_CASE("LeNet, a residual network and attention train on OpenCL as they do on the CPU") {
  injection = {};
  compare(lenet(), "SGD", 8);
  compare(lenet(), "Adam", 8);
  compare(residual(), "AdamW", 6);
  compare(transformer(), "Adam", 8);
}

TEST_CASE("a training step moves images and labels up, the loss down, and nothing else") {
  injection = {};
  const Network net = lenet();
  PlanRequest request = training_request(net, 8, "Adam");
  request.device = "injected:0";
  Run run(request);
  run.feed_random(1);
  run.step(1);
  injection.uploads.clear();
  injection.downloads.clear();
  run.step(2);
  std::sort(injection.uploads.begin(), injection.uploads.end());
  CHECK(injection.uploads == std::vector<std::size_t>{8 * sizeof(std::int64_t), 8 * 784 * 4});
  CHECK(injection.downloads == std::vector<std::size_t>{sizeof(float)});
  // Another output moves when it is read, and once.
  run.output("scores");
  run.output("scores");
  CHECK(injection.downloads == std::vector<std::size_t>{sizeof(float), 8 * 10 * sizeof(float)});
  // Parameters move when they are read.
  CHECK(run.store.weights().all().size() == 10);
  CHECK(injection.downloads.size() == 12);
}

TEST_CASE("what has no kernel runs on the CPU, and the profile shows the copies") {
  injection = {};
  NetBuilder b;
  const ValueRef x = b.input("x", batch_of({2, 4, 4, 4}));
  const ValueRef a = b.layer("Relu", "a", {x});
  const ValueRef c = b.layer("MaxPool", "c", {a}, {{"kernel_shape", Ints{2, 2, 2}}});
  b.output("y", b.layer("Sigmoid", "d", {c}));
  PlanRequest request = inference_request(b.network, 3);
  const auto result = [&](const char* device) {
    request.device = device;
    Run run(request);
    run.feed_random(2);
    run.executor->set_profiling(true);
    CHECK(run.executor->run());
    std::string text;
    for (const LayerProfile& l :
         layer_profile(run.schedule, run.executor->times(), run.executor->transfers(),
                       run.executor->transfer_times()))
      text += l.path + "|";
    return std::pair{run.output("y"), text};
  };
  const auto cpu = result("cpu"), gpu = result("injected:0");
  CHECK(largest_difference(cpu.first, gpu.first) < 1e-6);
  CHECK(cpu.second == "a|c|d|");
  CHECK(gpu.second ==
        "x: cpu → injected:0|a|a:Y: injected:0 → cpu|c|c:Y: cpu → injected:0|d|"
        "d:Y: injected:0 → cpu|");
}
