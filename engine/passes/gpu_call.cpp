// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/gpu_call.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <utility>

namespace espalier {
namespace {

struct RuleTable {
  std::deque<GpuRule> rules;  // a deque keeps addresses
  std::map<std::pair<std::string_view, std::string_view>, std::vector<const GpuRule*>> by_op;
};

RuleTable& table() {
  static RuleTable t;
  return t;
}

constexpr std::int64_t most_int = std::numeric_limits<std::int32_t>::max();

// Kernels count elements in an int.
bool too_large(const Operand& o) { return o && o.count() > most_int; }

std::optional<std::string> refusal(const GpuRule& rule, const StepLowering& s) {
  for (std::size_t i = 0; i < s.input_count(); ++i)
    if (too_large(s.in(i))) return "an input has more than 2^31 elements";
  for (std::size_t i = 0; s.wants(i); ++i)
    if (too_large(s.out(i))) return "an output has more than 2^31 elements";
  return rule.supports == nullptr ? std::nullopt : rule.supports(s);
}

std::map<std::string, GpuLibrary (*)(), std::less<>>& libraries() {
  static std::map<std::string, GpuLibrary (*)(), std::less<>> list;
  return list;
}

GpuLibrary library_of(std::string_view device) {
  const auto it = libraries().find(device.substr(0, device.find(':')));
  return it == libraries().end() ? GpuLibrary{} : it->second();
}

// Rules for a GPU do not look at the processor.
const CpuTarget no_target{};

}  // namespace

GpuArgument::GpuArgument(const Operand& pointer)
    : kind(Kind::memory), value(pointer.value), byte_offset(pointer.byte_offset) {}

GpuArgument::GpuArgument(std::int64_t v) : integer(static_cast<std::int32_t>(v)) {
  if (v > most_int || v < -most_int - 1)
    throw Error(ESP_TEXT("engine", "a kernel's argument is {}, which no int holds"), v);
}

GpuArgument uniform(const Operand& scalar) {
  GpuArgument a(scalar);
  a.kind = GpuArgument::Kind::uniform;
  a.bytes = bytes_of(scalar.dtype, 1);
  return a;
}

GpuGrid gpu_grid(std::int64_t elements) {
  const std::size_t n = static_cast<std::size_t>(elements);
  return {{(n + gpu_most_items - 1) / gpu_most_items, 1, 1}, {gpu_most_items, 1, 1}};
}

GpuGrid gpu_groups(std::int64_t groups, std::size_t items) {
  return {{static_cast<std::size_t>(groups), 1, 1}, {items, 1, 1}};
}

GpuLowering::GpuLowering(const Node& node, std::vector<Operand> inputs,
                         std::vector<Operand> outputs)
    : StepLowering(node, no_target, std::move(inputs), std::move(outputs)) {}

void GpuLowering::launch(const char* source, const char* kernel, const GpuGrid& grid,
                         std::vector<GpuArgument> arguments, std::string defines) {
  if (grid.local[0] * grid.local[1] * grid.local[2] > gpu_most_items)
    throw Error(ESP_TEXT("engine", "kernel {}: a group has at most {} work-items"), kernel,
                gpu_most_items);
  if (grid.groups[0] * grid.groups[1] * grid.groups[2] == 0) return;
  gpu_calls.push_back({source, kernel, std::move(defines), std::move(arguments), grid});
}

RegisterGpuRule::RegisterGpuRule(std::initializer_list<GpuRule> rules) {
  for (const GpuRule& rule : rules) {
    const GpuRule& kept = table().rules.emplace_back(rule);
    auto& list = table().by_op[{kept.domain, kept.op}];
    list.push_back(&kept);
    // The order in which objects are linked must not decide: ties go by name.
    std::sort(list.begin(), list.end(), [](const GpuRule* a, const GpuRule* b) {
      if (a->priority != b->priority) return a->priority > b->priority;
      return std::string_view(a->algorithm) < std::string_view(b->algorithm);
    });
  }
}

std::vector<const GpuRule*> gpu_rules(const OpSpec& op) {
  const auto it = table().by_op.find({op.domain, op.name});
  return it == table().by_op.end() ? std::vector<const GpuRule*>{} : it->second;
}

RegisterGpuLibrary::RegisterGpuLibrary(const char* kind, GpuLibrary (*find)()) {
  libraries().emplace(kind, find);
}

const GpuRule* choose_gpu_rule(const StepLowering& step, std::vector<std::string>& rejected,
                               const GpuChoice& how) {
  std::vector<const GpuRule*> able;
  for (const GpuRule* rule : gpu_rules(*step.node().op)) {
    std::optional<std::string> reason;
    if (*rule->library != '\0') {
      const GpuLibrary library = library_of(how.device);
      if (library.name != rule->library) continue;  // of another vendor
      if (!library.why_not.empty()) reason = library.why_not;
    }
    if (!reason) reason = refusal(*rule, step);
    if (reason)
      rejected.push_back(fmt::format("{}: {}", rule->algorithm, *reason));
    else
      able.push_back(rule);
  }
  if (how.forced)
    for (const GpuRule* rule : able)
      if (how.forced(rule->algorithm)) return rule;
  for (const GpuRule* rule : able) {
    const auto reason = rule->worse == nullptr ? std::nullopt : rule->worse(step);
    if (!reason) return rule;
    rejected.push_back(fmt::format("{}: {}", rule->algorithm, *reason));
  }
  return nullptr;
}

}  // namespace espalier
