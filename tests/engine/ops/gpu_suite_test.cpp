// SPDX-License-Identifier: Apache-2.0
//
// Every sample of every operator on every GPU that is usable, against the reference. What has no
// rule for GPUs runs on the CPU in a schedule; here it is only counted.
#include <doctest/doctest.h>

#include "engine/passes/single_step.h"
#include "engine/runtime/executor.h"
#include "tests/engine/ops/suite.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

std::vector<Operand> operands(const std::vector<Tensor>& tensors, std::int32_t first) {
  std::vector<Operand> result;
  for (const Tensor& t : tensors) {
    Operand o;
    if (t) {
      o.value = first++;
      o.dtype = t.type();
      o.shape = t.shape();
    }
    result.push_back(o);
  }
  return result;
}

std::vector<Tensor> run_rule(const Node& node, const std::vector<Tensor>& inputs,
                             const std::vector<Tensor>& expected, const GpuRule& rule,
                             Device& device) {
  const Schedule s =
      single_step(node, device.info().id, operands(inputs, 0), operands(expected, 1000), rule);
  ParameterStore store(device);
  Executor executor(s, device, store);
  std::size_t next = 0;
  for (const Tensor& t : inputs)
    if (t) executor.set_input(next++, t.data());
  REQUIRE(executor.run());
  CHECK(executor.refusal(0) == "");
  std::vector<Tensor> results;
  for (const Port& port : s.outputs) results.push_back(executor.value(port.value));
  return results;
}

}  // namespace

TEST_CASE("every GPU gives what the reference gives") {
  int devices = 0;
  for (const DeviceInfo& info : device_list()) {
    if (info.id == "cpu") continue;
    if (!info.usable) {
      MESSAGE(info.id << " is left out: " << info.why_not.text());
      continue;
    }
    ++devices;
    const auto device = open_device(info.id, 2);
    int on_it = 0, elsewhere = 0, by_library = 0;
    for (const Case& c : all_cases()) {
      if (cpu_rules(*c.op).empty() && gpu_rules(*c.op).empty()) continue;  // never a step
      CAPTURE(c.name());
      const std::vector<Tensor> inputs = inputs_of(c), expected = reference_of(c);
      const Node node = node_of(c);
      std::vector<std::string> rejected;
      const GpuRule* rule = choose_gpu_rule(
          GpuLowering(node, operands(inputs, 0), operands(expected, 1000)), rejected);
      (rule != nullptr ? on_it : elsewhere) += 1;
      if (rule == nullptr) continue;
      const auto check = [&](const GpuRule& way) {
        CAPTURE(way.algorithm);
        const std::vector<Tensor> got = run_rule(node, inputs, expected, way, *device);
        std::size_t next = 0;
        for (const Tensor& t : expected) {
          if (!t) continue;
          CAPTURE(next);
          CHECK(difference(t, got[next++], c.sample.tolerance) == "");
        }
      };
      check(*rule);
      // The same by the vendor's library, where it multiplies.
      rule = choose_gpu_rule(GpuLowering(node, operands(inputs, 0), operands(expected, 1000)),
                             rejected, {info.id, [](std::string_view algorithm) {
                                          return algorithm.ends_with(".cublas") ||
                                                 algorithm.ends_with(".clblast");
                                        }});
      if (*rule->library == '\0') continue;
      ++by_library;
      check(*rule);
    }
    MESSAGE(info.id << " (" << info.name << "): " << on_it << " samples ran on it, " << elsewhere
                    << " have no kernel there and run on the CPU; " << by_library
                    << " also ran by a library of its vendor's");
    CHECK(on_it >= 449);
    CHECK((by_library == 0 || by_library >= 22));
  }
  // ./test installs an OpenCL driver for the CPU.
  CHECK(devices > 0);
}
