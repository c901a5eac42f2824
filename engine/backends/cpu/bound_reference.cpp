// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "engine/backends/cpu/bound_calls.h"
#include "engine/passes/reference.h"

namespace espalier::cpu {
namespace {

class BoundReference : public BoundStep {
 public:
  BoundReference(const Schedule& schedule, const Step& step, const Binding& binding)
      : schedule_(schedule), step_(step), binding_(binding) {}

  void run() override {
    std::vector<Tensor> inputs;
    for (const std::int32_t v : step_.inputs) {
      if (v < 0) {
        inputs.emplace_back();
        continue;
      }
      const Value& value = schedule_.values[static_cast<std::size_t>(v)];
      // Not owned: the memory outlives the step.
      inputs.push_back(Tensor::view(value.dtype, value.shape, memory(v), nullptr));
    }
    const std::vector<Tensor> outputs = run_reference(step_.node, std::move(inputs));
    for (std::size_t i = 0; i < step_.outputs.size() && i < outputs.size(); ++i) {
      const std::int32_t v = step_.outputs[i];
      if (v < 0) continue;
      const Value& value = schedule_.values[static_cast<std::size_t>(v)];
      if (outputs[i].type() != value.dtype || outputs[i].shape() != value.shape)
        throw Error(ESP_TEXT("engine", "{}: planned {} {}, got {} {}"), step_.node.name,
                    name(value.dtype), to_string(value.shape), name(outputs[i].type()),
                    to_string(outputs[i].shape()));
      if (value.bytes > 0) std::memcpy(memory(v), outputs[i].data(), value.bytes);
    }
  }

 private:
  std::byte* memory(std::int32_t v) const { return binding_.host[static_cast<std::size_t>(v)]; }

  const Schedule& schedule_;
  const Step& step_;
  const Binding& binding_;
};

}  // namespace

std::unique_ptr<BoundStep> bind_reference(const Schedule& schedule, const Step& step,
                                          const Binding& binding) {
  return std::make_unique<BoundReference>(schedule, step, binding);
}

}  // namespace espalier::cpu
