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
      if (call.product && device_.multiply(*call.product, refusal_)) continue;
      call.product.reset();  // a library that refuses once is not asked again
      device_.launch(call.launch, call.name);
    }
  }

  std::string refusal() const override { return refusal_; }

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
    std::optional<esp_gpu_gemm> product;
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
    if (from.product) to.product = gemm(from, *from.product);
  }

  esp_gpu_gemm gemm(const GpuCall& call, const GpuProduct& p) const {
    const auto size = [](std::int64_t v) { return static_cast<std::size_t>(v); };
    const auto matrix = [&](std::size_t argument, bool trans, std::int64_t rows,
                            std::int64_t columns, std::int64_t step) {
      const GpuArgument& a = call.arguments[argument];
      const auto& [buffer, offset] = binding_.places[static_cast<std::size_t>(a.value)];
      return esp_gpu_matrix{GpuDevice::memory_of(*buffer), offset + a.byte_offset,
                            size(trans ? rows : columns), size(step), trans};
    };
    return {matrix(p.a, p.trans_a, p.m, p.k, p.step_a),
            matrix(p.b, p.trans_b, p.k, p.n, p.step_b),
            matrix(p.c, false, p.m, p.n, p.step_c),
            size(p.m),
            size(p.n),
            size(p.k),
            size(p.count),
            p.alpha,
            p.beta};
  }

  const Binding& binding_;
  GpuDevice& device_;
  std::vector<Call> calls_;
  std::string refusal_;
};

}  // namespace

std::unique_ptr<BoundStep> bind_step(const Step& step, const Binding& binding, GpuDevice& device) {
  return std::make_unique<BoundGpuStep>(step, binding, device);
}

}  // namespace espalier::gpu
