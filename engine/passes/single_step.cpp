// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/single_step.h"

#include <map>

#include "engine/passes/adopt.h"

namespace espalier {
namespace {

// The schedule without calls, and the operands with their places in it.
struct Frame {
  Schedule schedule;
  Step step;
  std::vector<Operand> inputs, outputs;
};

Frame frame_of(const Node& node, std::span<const Operand> inputs,
               std::span<const Operand> outputs) {
  Frame f{{}, {}, {inputs.begin(), inputs.end()}, {outputs.begin(), outputs.end()}};
  Schedule& s = f.schedule;
  f.step.node = node;
  std::map<std::int32_t, std::int32_t> moved;
  const auto add = [&](const Operand& o, Storage storage) {
    Value value;
    value.name = "value" + std::to_string(s.values.size());
    value.dtype = o.dtype;
    value.shape = o.shape;
    value.bytes = bytes_of(o.dtype, o.count());
    value.storage = storage;
    value.index = static_cast<std::uint32_t>(s.inputs.size());
    s.values.push_back(std::move(value));
    return static_cast<std::int32_t>(s.values.size()) - 1;
  };
  for (Operand& o : f.inputs) {
    if (o) {
      const auto [it, fresh] = moved.emplace(o.value, 0);
      if (fresh) {
        it->second = add(o, Storage::input);
        s.inputs.push_back({s.values.back().name, s.values.back().name, it->second});
      }
      o.value = it->second;
    }
    f.step.inputs.push_back(o.value);
  }
  for (Operand& o : f.outputs) {
    if (o) {
      o.value = add(o, Storage::arena);
      s.outputs.push_back({s.values.back().name, "", o.value});
    }
    f.step.outputs.push_back(o.value);
  }
  return f;
}

template <class Lowering> Schedule finish(Frame f, Lowering& lowering) {
  Schedule& s = f.schedule;
  passes::adopt(s, f.step, lowering);
  for (Value& value : s.values) {
    if (value.storage != Storage::arena) continue;
    value.offset = s.arena_bytes;
    s.arena_bytes += passes::aligned_place(value.bytes);
  }
  s.steps.push_back(std::move(f.step));
  return std::move(s);
}

}  // namespace

Schedule single_step(const Node& node, const CpuTarget& target, std::span<const Operand> inputs,
                     std::span<const Operand> outputs, const CpuRule& rule) {
  Frame f = frame_of(node, inputs, outputs);
  f.schedule.target = target;
  f.step.algorithm = rule.algorithm;
  StepLowering lowering(node, target, f.inputs, f.outputs);
  rule.lower(lowering);
  return finish(std::move(f), lowering);
}

Schedule single_step(const Node& node, const std::string& device, std::span<const Operand> inputs,
                     std::span<const Operand> outputs, const GpuRule& rule) {
  Frame f = frame_of(node, inputs, outputs);
  f.step.algorithm = rule.algorithm;
  f.step.device = device;
  GpuLowering lowering(node, f.inputs, f.outputs);
  rule.lower(lowering);
  return finish(std::move(f), lowering);
}

}  // namespace espalier
