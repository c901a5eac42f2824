// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/gpu_device.h"

namespace espalier::gpu {
namespace {

// The arguments of one launch lie in place: running it allocates nothing. A pointer is two arguments:
// memory, and where in it (bytes), for memory is shared and OpenCL 1.2 has no pointers into it.
class BoundGpuStep : public BoundStep {
 public:
  BoundGpuStep(const Step& step, const Binding& binding, GpuDevice& device)
      : binding_(binding), device_(device), calls_(step.gpu_calls.size()) {
    for (std::size_t i = 0; i < calls_.size(); ++i) fill(calls_[i], step.gpu_calls[i]);
  }

  void run() override {
    for (Call& call : calls_) {
      for (const Uniform& u : call.uniforms)
        call.arguments[u.argument].value = binding_.host[u.value] + u.offset;
      device_.launch(call.launch, call.name);
    }
  }

 private:
  struct Uniform {  // the number is read where the caller keeps it
    std::size_t argument, value, offset;
  };
  union Number {
    std::int64_t offset;
    std::int32_t integer;
    float real;
  };
  struct Call {
    const char* name = "";
    std::vector<Number> numbers;
    std::vector<esp_gpu_argument> arguments;
    std::vector<Uniform> uniforms;
    esp_gpu_launch launch{};
  };

  void fill(Call& to, const GpuCall& from) {
    using Kind = GpuArgument::Kind;
    to.name = from.kernel;
    to.numbers.resize(from.arguments.size());
    for (std::size_t i = 0; i < from.arguments.size(); ++i) {
      const GpuArgument& a = from.arguments[i];
      Number& number = to.numbers[i];
      const auto value = static_cast<std::size_t>(a.value);
      switch (a.kind) {
        case Kind::memory:
          number.offset = 0;
          to.arguments.push_back({});
          if (a.value >= 0) {
            const auto& [buffer, offset] = binding_.places[value];
            to.arguments.back().memory = GpuDevice::memory_of(*buffer);
            number.offset = static_cast<std::int64_t>(offset + a.byte_offset);
          }
          to.arguments.push_back({&number.offset, sizeof number.offset, nullptr});
          break;
        case Kind::uniform:
          to.uniforms.push_back({to.arguments.size(), value, a.byte_offset});
          to.arguments.push_back({nullptr, a.bytes, nullptr});
          break;
        case Kind::integer:
          number.integer = a.integer;
          to.arguments.push_back({&number.integer, sizeof number.integer, nullptr});
          break;
        case Kind::real:
          number.real = a.real;
          to.arguments.push_back({&number.real, sizeof number.real, nullptr});
          break;
      }
    }
    to.launch.kernel = device_.kernel(from).handle;
    to.launch.arguments = to.arguments.data();
    to.launch.count = static_cast<std::uint32_t>(to.arguments.size());
    for (std::size_t d = 0; d < 3; ++d) {
      to.launch.groups[d] = from.grid.groups[d];
      to.launch.local[d] = from.grid.local[d];
    }
  }

  const Binding& binding_;
  GpuDevice& device_;
  std::vector<Call> calls_;
};

}  // namespace

std::unique_ptr<BoundStep> bind_step(const Step& step, const Binding& binding, GpuDevice& device) {
  return std::make_unique<BoundGpuStep>(step, binding, device);
}

}  // namespace espalier::gpu
