// SPDX-License-Identifier: Apache-2.0
//
// What CPU rules have in common.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "engine/kernels/kernel.h"
#include "engine/passes/kernel_call.h"

namespace espalier {

using EspInts = std::vector<esp_int>;

// Why a step cannot run on kernels for floats: an operand has another element type. The ports in
// `integers` (labels, counters) are left out.
std::optional<std::string> unless_float32(const StepLowering& s,
                                          std::initializer_list<std::size_t> integers = {});
inline std::optional<std::string> all_float32(const StepLowering& s) { return unless_float32(s); }
// The element type as esp_cast_type of the kernels for several types; nothing where they have none.
std::optional<esp_int> element_kind(DType t);
// Kernels that take several element types declare their pointers as bytes.
Operand as_bytes(Operand o);
// Why a step cannot be done by copying elements of input 0's type: strings, packed elements.
std::optional<std::string> unless_copyable(const StepLowering& s);

// A shape with the strides of several operands, collapsed for a strided kernel.
struct Strided {
  EspInts shape;
  std::vector<EspInts> strides;  // by operand
  std::size_t rank() const { return shape.size(); }
};
Strided collapsed(EspInts shape, std::vector<EspInts> strides);
// Strides, in elements, of a row-major tensor of shape `from` walked over a shape that it
// broadcasts to: 0 along broadcast dimensions.
EspInts broadcast_strides(const Shape& from, const Shape& over);
EspInts row_major(const Shape& shape);
// The first `count` inputs, over the shape of output 0.
Strided broadcast_operands(const StepLowering& s, std::size_t count);
// Why a kernel cannot hold so many dimensions.
std::optional<std::string> too_deep(const Strided& v);
void set(esp_int (&field)[ESP_MAX_RANK], const EspInts& values);  // at most ESP_MAX_RANK
inline EspInts esp_ints(const Shape& s) { return {s.begin(), s.end()}; }

// Appends a copy between strided views of `shape`; offsets in elements. Any number of dimensions:
// what a call cannot hold after collapsing is unrolled into several.
void copy_strided(StepLowering& s, const Operand& from, const Operand& to, const EspInts& shape,
                  const EspInts& from_strides, const EspInts& to_strides,
                  std::int64_t from_offset = 0, std::int64_t to_offset = 0);
// All elements, in order.
void copy_all(StepLowering& s, const Operand& from, const Operand& to);

// An output, or memory of its size where nobody reads it but the kernel writes it all the same.
Operand output_or_workspace(StepLowering& s, std::size_t port, const Shape& shape,
                            DType dtype = DType::float32);

// The activation attributes of a fused operator as kernels take them; none for other operators.
struct Activation {
  esp_int kind;
  float alpha;
};
Activation activation_of(const RuleContext& c);
template <class Args> Args with_activation(const RuleContext& c, Args a) {
  const Activation act = activation_of(c);
  a.activation = act.kind;
  a.act_alpha = act.alpha;
  return a;
}

}  // namespace espalier
