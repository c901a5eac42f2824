// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/kernel_call.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace espalier {
namespace {

constexpr std::size_t alignment = 64;

std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

// The element types a pointer field may refer to; kernels without C types of ours (void) take all.
bool fits(std::string_view field, DType type) {
  static const std::map<std::string_view, std::vector<DType>> table{
      {"float", {DType::float32}}, {"double", {DType::float64}},
      {"int8_t", {DType::int8}},   {"uint8_t", {DType::uint8, DType::boolean}},
      {"int16_t", {DType::int16}}, {"uint16_t", {DType::uint16, DType::float16, DType::bfloat16}},
      {"int32_t", {DType::int32}}, {"uint32_t", {DType::uint32}},
      {"int64_t", {DType::int64}}, {"uint64_t", {DType::uint64}},
  };
  const auto it = table.find(field);
  return it == table.end() ||
         std::find(it->second.begin(), it->second.end(), type) != it->second.end();
}

struct RuleTable {
  std::deque<CpuRule> rules;  // a deque keeps addresses
  std::map<std::pair<std::string_view, std::string_view>, std::vector<const CpuRule*>> by_op;
};

RuleTable& table() {
  static RuleTable t;
  return t;
}

}  // namespace

Operand Operand::at(std::int64_t elements) const {
  Operand moved = *this;
  moved.byte_offset += bytes_of(dtype, elements);
  return moved;
}

Operand StepLowering::workspace(DType dtype, Shape shape) {
  Operand w;
  w.value = workspace_value;
  w.dtype = dtype;
  w.byte_offset = workspace_bytes;
  workspace_bytes += aligned(bytes_of(dtype, espalier::count(shape)));
  w.shape = std::move(shape);
  return w;
}

Operand StepLowering::packed(DType dtype, Shape shape) {
  Operand p;
  p.value = first_packed_value - static_cast<std::int32_t>(packed_operands.size());
  p.dtype = dtype;
  p.constant = true;
  packed_operands.push_back({dtype, shape});
  p.shape = std::move(shape);
  return p;
}

void StepLowering::append(std::vector<KernelCall>& into, const KernelFamily& kernel,
                          std::vector<std::byte> args, std::vector<Binding> pointers,
                          std::int64_t grain) {
  const esp_kernel& k = kernel.at(Isa::plain);
  int count = 0;
  const esp_field* fields = k.fields(&count);
  KernelCall call{kernel, std::move(args), {}, grain};
  for (const Binding& binding : pointers) {
    if (!binding.operand) continue;
    const esp_field* field = std::find_if(fields, fields + count, [&](const esp_field& f) {
      return std::string_view(f.name) == binding.field;
    });
    if (field == fields + count || field->kind > ESP_FIELD_OUT)
      throw Error(ESP_TEXT("engine", "kernel {}: {} is not a pointer of its arguments"), k.name,
                  binding.field);
    if (!fits(field->type, binding.operand.dtype))
      throw Error(ESP_TEXT("engine", "kernel {}: {} points to {}, got {}"), k.name, field->name,
                  field->type, name(binding.operand.dtype));
    call.pointers.push_back({field->offset, binding.operand.value, binding.operand.byte_offset});
  }
  into.push_back(std::move(call));
}

RegisterCpuRule::RegisterCpuRule(std::initializer_list<CpuRule> rules) {
  for (const CpuRule& rule : rules) {
    const CpuRule& kept = table().rules.emplace_back(rule);
    auto& list = table().by_op[{kept.domain, kept.op}];
    list.push_back(&kept);
    // The order in which objects are linked must not decide: ties go by name.
    std::sort(list.begin(), list.end(), [](const CpuRule* a, const CpuRule* b) {
      if (a->priority != b->priority) return a->priority > b->priority;
      return std::string_view(a->algorithm) < std::string_view(b->algorithm);
    });
  }
}

std::vector<const CpuRule*> cpu_rules(const OpSpec& op) {
  const auto it = table().by_op.find({op.domain, op.name});
  return it == table().by_op.end() ? std::vector<const CpuRule*>{} : it->second;
}

}  // namespace espalier
