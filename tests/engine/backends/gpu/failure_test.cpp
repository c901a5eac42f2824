// SPDX-License-Identifier: Apache-2.0
//
// Drivers that refuse, fail or lie: a sentence each.
#include <cstring>

#include "tests/engine/backends/gpu/injected_driver.h"
#include "tests/engine/runtime/run.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

std::string sentence(const std::function<void()>& f) {
  try {
    f();
  } catch (const DeviceLost& e) {
    return e.what();
  }
  return "";
}

PlanRequest lenet_request(const Network& net) {
  PlanRequest request = training_request(net, 4);
  request.device = "injected:0";
  return request;
}

}  // namespace

TEST_CASE("refused memory, a kernel that does not build and a lost device are sentences") {
  injection = {};
  const Network net = lenet();
  const PlanRequest request = lenet_request(net);
  injection.allocations = 3;
  CHECK(sentence([&] {
          const Run run(request);
        }).find("no memory is left. Choose the device cpu") != std::string::npos);
  injection = {};
  injection.builds = 0;
  CHECK(sentence([&] { const Run run(request); }).find("its compiler says: error in line 1") !=
        std::string::npos);
  injection = {};
  CHECK(sentence([&] {
          Run run(request);
          run.feed_random(1);
          run.step(1);
          injection.launches = 5;
          run.step(2);
        }) ==
        "the device injected:0 failed (product): the device was lost. Choose the device cpu to go "
        "on without it");
  injection = {};
}

TEST_CASE("what a driver says of itself is not believed") {
  esp_gpu_description d{};
  std::strcpy(d.name, "GPU");
  d.memory = ~std::uint64_t{0};
  d.local_memory = 32 * 1024;
  d.group_items = 256;
  CHECK(gpu::device_info("x:0", d).usable);
  CHECK(gpu::device_info("x:0", d).memory == 0);  // not known
  d.group_items = 64;
  CHECK(gpu::device_info("x:0", d).why_not.text() ==
        "it runs groups of 64 work-items, the kernels have 256");
  d.group_items = 256;
  d.local_memory = 1024;
  CHECK(gpu::device_info("x:0", d).why_not.text().find("1024 bytes of local memory") !=
        std::string::npos);
  std::strcpy(d.why_not, "it is asleep");
  CHECK(gpu::device_info("x:0", d).why_not.text() == "it is asleep");

  // It promises pieces of any size, or none of a useful one.
  injection = {};
  injection.lie = [](esp_gpu_description& said) { said.largest_piece = 1000; };
  const auto device = open_device("injected:0");
  CHECK(sentence([&] { device->allocate(1001); }).find("at most 1000 bytes at a time") !=
        std::string::npos);
  injection = {};
  injection.lie = [](esp_gpu_description& said) {
    said.memory = std::uint64_t{1} << 45;
    said.largest_piece = 0;
  };
  const auto boasting = open_device("injected:0");
  CHECK(boasting->info().memory == std::size_t{1} << 45);
  CHECK(sentence([&] { boasting->allocate(std::size_t{1} << 44); }).find("failed") !=
        std::string::npos);
  injection = {};
}

TEST_CASE("no device and a driver that fails are lines of the list") {
  esp_gpu_driver broken{};
  broken.count = [](int*, esp_gpu_error* error) {
    std::strcpy(error->text, "no driver is installed");
    return 1;
  };
  std::vector<DeviceInfo> list = gpu::probe("opencl", broken);
  REQUIRE(list.size() == 1);
  CHECK(list[0].id == "opencl");
  CHECK(list[0].why_not.text() == "its driver fails: no driver is installed");
  broken.count = [](int* n, esp_gpu_error*) {
    *n = 0;
    return 0;
  };
  CHECK(gpu::probe("opencl", broken)[0].why_not.text() == "there is a driver, but no device");
  broken.count = [](int* n, esp_gpu_error*) {
    *n = 1;
    return 0;
  };
  broken.describe = [](int, esp_gpu_description*, esp_gpu_error* error) {
    std::strcpy(error->text, "gone");
    return 1;
  };
  list = gpu::probe("opencl", broken);
  CHECK(list[0].id == "opencl:0");
  CHECK_FALSE(list[0].usable);
  CHECK_THROWS_WITH(open_device("injected:7"), doctest::Contains("there is no device injected:7"));
}
