// SPDX-License-Identifier: Apache-2.0
//
// A vendor's library of matrix products as a candidate: CLBlast on whatever OpenCL device there is.
#include <algorithm>
#include <cmath>

#include "engine/runtime/profile.h"
#include "tests/engine/backends/gpu/injected_driver.h"
#include "tests/engine/runtime/run.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

// Of a product of [rows, 256] and [256, 256] with bias and rectifier.
struct Product {
  Network network;
  PlanRequest request;
  explicit Product(std::int64_t rows) {
    NetBuilder b;
    const ValueRef y =
        b.layer("Gemm", "fc", {b.input("x", batch_of({256}))}, {{"units", std::int64_t{256}}});
    b.output("y", b.layer("Relu", "relu", {y}));
    network = b.network;
    request = inference_request(network, rows);
    request.device = "injected:0";
  }
  std::string algorithm() const { return make_schedule(request).steps.front().algorithm; }
  std::string rejected() const {
    return fmt::format("{}", fmt::join(make_schedule(request).steps.front().rejected, "; "));
  }
};

std::vector<float> result(Run& run) {
  run.feed_random(3);
  REQUIRE(run.executor->run());
  const auto y = run.executor->value(run.schedule.outputs.front().value);
  const auto values = y.values<float>();
  return {values.begin(), values.end()};
}

std::vector<float> on_cpu(PlanRequest request) {
  request.device = "cpu";
  Run run(request);
  return result(run);
}

}  // namespace

TEST_CASE("the size of a product, or an option, chooses the library") {
  injection = {};
  Product large(256), small(255);
  CHECK(large.algorithm() == "gemm.clblast");
  CHECK(small.algorithm() == "gpu.product");
  CHECK(small.rejected() ==
        "gemm.clblast: it is for products of 16777216 multiplications and more, this has 16711680");
  small.request.algorithms = "gemm=clblast";
  CHECK(small.algorithm() == "gemm.clblast");
  large.request.algorithms = "gpu=product";
  CHECK(large.algorithm() == "gpu.product");
}

TEST_CASE("a library that is not installed is passed over with its reason") {
  injection = {};
  injection.library = false;
  const Product large(256);
  CHECK(large.algorithm() == "gpu.product");
  CHECK(large.rejected() == "gemm.clblast: it is not installed");
  injection = {};
}

TEST_CASE("products by the library are the CPU's, and its refusal is the kernels' work") {
  injection = {};
  const Product large(256);
  const std::vector<float> cpu = on_cpu(large.request);
  Run run(large.request);
  CHECK(largest_difference(result(run), cpu) < 1e-3);
  CHECK(run.executor->refusal(0) == "");
  CHECK(as_run(*run.executor).steps.front().algorithm == "gemm.clblast");

  injection.products = 1;  // the second one is refused
  Run refused(large.request);
  CHECK(largest_difference(result(refused), cpu) < 1e-3);
  CHECK(refused.executor->refusal(0) == "");
  CHECK(largest_difference(result(refused), cpu) < 1e-3);
  CHECK(refused.executor->refusal(0) == "no such product");
  const Schedule ran = as_run(*refused.executor);
  CHECK(ran.steps.front().algorithm == "gpu.product");
  CHECK(ran.steps.front().rejected.back() == "gemm.clblast: no such product");
  const auto layers = layer_profile(ran, refused.executor->times());
  CHECK(layers.front().algorithm == "gpu.product");
  injection = {};
}

TEST_CASE("what lay in the result before does not count") {
  injection = {};
  for (const std::int64_t rows : {8, 256}) {
    CAPTURE(rows);
    NetBuilder b;
    const ValueRef x = b.input("x", batch_of({rows, 256})), w = b.input("w", batch_of({256, 64}));
    b.output("y", b.layer("MatMul", "product", {x, w}));
    for (const std::int64_t stack : {1, 3}) {
      CAPTURE(stack);
      PlanRequest request = inference_request(b.network, stack);
      const std::vector<float> cpu = on_cpu(request);
      request.device = "injected:0";
      request.algorithms = "matmul=clblast";
      Run run(request);
      REQUIRE(run.schedule.steps.front().algorithm == "matmul.clblast");
      const Tensor nan =
          Tensor::of<float>({stack, rows, 256},
                            std::vector<float>(static_cast<std::size_t>(stack * rows * 256), NAN));
      run.feed_random(3);
      run.executor->set_input(0, nan.data());
      REQUIRE(run.executor->run());
      const std::vector<float> got = result(run);
      CHECK(std::all_of(got.begin(), got.end(), [](float v) { return std::isfinite(v); }));
      CHECK(largest_difference(got, cpu) < 1e-3);
      CHECK(run.executor->refusal(0) == "");
    }
  }
}
