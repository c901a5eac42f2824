// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/compare.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<std::string> supports(const StepLowering& s) {
  for (std::size_t port = 1; port < s.input_count(); ++port)
    if (const int width = bits(s.in(port).dtype); width < 8 || width > 64)
      return fmt::format("the kernel copies whole bytes, not {} elements", name(s.in(port).dtype));
  return std::nullopt;
}

void lower(StepLowering& s) {
  const std::size_t outputs = s.node().outputs;
  for (std::size_t i = 0; i < outputs; ++i) {
    if (!s.wants(i)) continue;
    esp_select_args a{};
    a.size = bits(s.out(i).dtype) / 8;
    a.rank = 1;
    a.shape[0] = s.out(i).count();
    a.a_strides[0] = a.b_strides[0] = 1;
    s.call(ESP_KERNELS(select), a,
           {{"cond", as_bytes(s.in(0))},
            {"a", as_bytes(s.in(1 + i))},
            {"b", as_bytes(s.in(1 + outputs + i))},
            {"y", as_bytes(s.out(i))}});
  }
}

const RegisterCpuRule rules{{.op = "Select",
                             .domain = internal_domain,
                             .algorithm = "select",
                             .supports = supports,
                             .lower = lower}};

}  // namespace
}  // namespace espalier
