// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/single_step.h"

#include <map>

#include "engine/passes/adopt.h"

namespace espalier {

Schedule single_step(const Node& node, const CpuTarget& target, std::span<const Operand> inputs,
                     std::span<const Operand> outputs, const CpuRule& rule) {
  Schedule s;
  s.target = target;
  Step step;
  step.node = node;
  step.algorithm = rule.algorithm;
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
  std::vector<Operand> in(inputs.begin(), inputs.end()), out(outputs.begin(), outputs.end());
  for (Operand& o : in) {
    if (o) {
      const auto [it, fresh] = moved.emplace(o.value, 0);
      if (fresh) {
        it->second = add(o, Storage::input);
        s.inputs.push_back({s.values.back().name, s.values.back().name, it->second});
      }
      o.value = it->second;
    }
    step.inputs.push_back(o.value);
  }
  for (Operand& o : out) {
    if (o) {
      o.value = add(o, Storage::arena);
      s.outputs.push_back({s.values.back().name, "", o.value});
    }
    step.outputs.push_back(o.value);
  }
  StepLowering lowering(step.node, s.target, std::move(in), std::move(out));
  rule.lower(lowering);
  passes::adopt(s, step, lowering);
  for (Value& value : s.values) {
    if (value.storage != Storage::arena) continue;
    value.offset = s.arena_bytes;
    s.arena_bytes += passes::aligned_place(value.bytes);
  }
  s.steps.push_back(std::move(step));
  return s;
}

}  // namespace espalier
