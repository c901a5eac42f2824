// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/passes/plan.h"

namespace espalier {
namespace {

const char* name_of(Mode mode) {
  switch (mode) {
    case Mode::inference:
      return "inference";
    case Mode::evaluation:
      return "evaluation";
    case Mode::training:
      return "training";
  }
  return "";
}

std::string place_of(const Value& v) {
  switch (v.storage) {
    case Storage::arena:
      return fmt::format("arena+{}", v.offset);
    case Storage::input:
      return fmt::format("input {}", v.index);
    case Storage::parameter:
      return fmt::format("parameter {}", v.index);
    case Storage::constant:
      return fmt::format("constant {}", v.index);
    case Storage::packed:
      return fmt::format("packed+{}", v.offset);
  }
  return "";
}

std::string ports(const Schedule& s, const std::vector<std::int32_t>& values) {
  std::string text;
  for (const std::int32_t v : values) {
    if (!text.empty()) text += ", ";
    text += v < 0 ? "-" : s.values[static_cast<std::size_t>(v)].name;
  }
  return text;
}

}  // namespace

std::string describe(const Schedule& s) {
  std::string text =
      fmt::format("{} on {}, arena {} bytes, packed {}, scratch {}\n", name_of(s.mode),
                  name(s.target.isa), s.arena_bytes, s.packed_bytes, s.scratch_bytes);
  for (const Port& port : s.inputs)
    text += fmt::format("input {} = {}\n", port.name, ports(s, {port.value}));
  for (const Value& v : s.values)
    text += fmt::format("value {} {} {} at {}\n", v.name, name(v.dtype), to_string(v.shape),
                        place_of(v));
  for (const Step& step : s.steps) {
    static constexpr const char* phases[] = {"forward", "backward", "optimizer"};
    text += fmt::format("step {} {} ({}) {} → {} by {}, {} calls", step.node.name,
                        step.node.op->name, phases[static_cast<int>(step.phase)],
                        ports(s, step.inputs), ports(s, step.outputs), step.algorithm,
                        step.calls.size() + step.gpu_calls.size());
    if (!step.prologue.empty()) text += fmt::format(", {} to pack", step.prologue.size());
    for (const Guard& g : step.guards)
      text += fmt::format(", {} {}", g.taken ? "if" : "unless", ports(s, {g.value}));
    if (step.device != "cpu") text += " on " + step.device;
    text += '\n';
  }
  for (const Port& port : s.outputs)
    text += fmt::format("output {} = {}\n", port.name, ports(s, {port.value}));
  return text;
}

}  // namespace espalier
