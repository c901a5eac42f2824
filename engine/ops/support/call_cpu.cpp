// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/call_cpu.h"

#include <algorithm>

#include "engine/kernels/cast.h"
#include "engine/kernels/copy_strided.h"
#include "engine/kernels/epilogue.h"
#include "engine/kernels/strided.h"

namespace espalier {
namespace {

bool byte_sized(DType t) { return bits(t) >= 8 && bits(t) <= 64; }

// Kernels are quickest where the last dimension is y's contiguous one.
void put_contiguous_last(Strided& v) {
  const EspInts& y = v.strides[1];
  for (std::size_t d = 0; d + 1 < v.rank(); ++d) {
    if (y[d] != 1 || y.back() == 1) continue;
    std::rotate(v.shape.begin() + static_cast<std::ptrdiff_t>(d),
                v.shape.begin() + static_cast<std::ptrdiff_t>(d) + 1, v.shape.end());
    for (EspInts& s : v.strides)
      std::rotate(s.begin() + static_cast<std::ptrdiff_t>(d),
                  s.begin() + static_cast<std::ptrdiff_t>(d) + 1, s.end());
    return;
  }
}

}  // namespace

std::optional<std::string> unless_float32(const StepLowering& s,
                                          std::initializer_list<std::size_t> integers) {
  for (std::size_t port = 0; port < s.input_count(); ++port) {
    if (!s.has(port) || std::find(integers.begin(), integers.end(), port) != integers.end())
      continue;
    if (s.in(port).dtype != DType::float32)
      return fmt::format("{} is {}, the kernel takes float32", s.node().op->input(port).name,
                         name(s.in(port).dtype));
  }
  return std::nullopt;
}

std::optional<esp_int> element_kind(DType t) {
  switch (t) {
    case DType::float32:
      return ESP_CAST_FLOAT;
    case DType::int32:
      return ESP_CAST_INT32;
    case DType::int64:
      return ESP_CAST_INT64;
    case DType::uint8:
      return ESP_CAST_UINT8;
    case DType::int8:
      return ESP_CAST_INT8;
    case DType::boolean:
      return ESP_CAST_BOOL;
    default:
      return std::nullopt;
  }
}

Operand as_bytes(Operand o) {
  o.dtype = DType::uint8;
  return o;
}

std::optional<std::string> unless_copyable(const StepLowering& s) {
  if (s.has(0) && !byte_sized(s.in(0).dtype))
    return fmt::format("the kernel copies whole bytes, not {} elements", name(s.in(0).dtype));
  return std::nullopt;
}

Strided collapsed(EspInts shape, std::vector<EspInts> strides) {
  // esp_collapse leaves at least one dimension.
  if (shape.empty()) shape.push_back(1);
  std::vector<esp_int*> pointers;
  for (EspInts& s : strides) {
    s.resize(shape.size());
    pointers.push_back(s.data());
  }
  const esp_int rank = esp_collapse(static_cast<esp_int>(shape.size()), shape.data(),
                                    static_cast<int>(strides.size()), pointers.data());
  shape.resize(static_cast<std::size_t>(rank));
  for (EspInts& s : strides) s.resize(static_cast<std::size_t>(rank));
  return {std::move(shape), std::move(strides)};
}

EspInts broadcast_strides(const Shape& from, const Shape& over) {
  const std::vector<std::int64_t> own = strides_of(from);
  EspInts out(over.size(), 0);
  const std::size_t skip = over.size() - from.size();
  for (std::size_t d = 0; d < from.size(); ++d) out[d + skip] = from[d] == 1 ? 0 : own[d];
  return out;
}

EspInts row_major(const Shape& shape) {
  const std::vector<std::int64_t> strides = strides_of(shape);
  return {strides.begin(), strides.end()};
}

Strided broadcast_operands(const StepLowering& s, std::size_t count) {
  const Shape& y = s.out(0).shape;
  std::vector<EspInts> strides;
  for (std::size_t i = 0; i < count; ++i) strides.push_back(broadcast_strides(s.in(i).shape, y));
  strides.push_back(row_major(y));
  Strided v = collapsed(esp_ints(y), std::move(strides));
  v.strides.pop_back();
  return v;
}

std::optional<std::string> too_deep(const Strided& v) {
  if (v.rank() <= ESP_MAX_RANK) return std::nullopt;
  return fmt::format("the kernel takes {} dimensions, not {}", ESP_MAX_RANK, v.rank());
}

void set(esp_int (&field)[ESP_MAX_RANK], const EspInts& values) {
  std::copy_n(values.begin(), std::min<std::size_t>(values.size(), ESP_MAX_RANK), field);
}

void copy_strided(StepLowering& s, const Operand& from, const Operand& to, const EspInts& shape,
                  const EspInts& from_strides, const EspInts& to_strides, std::int64_t from_offset,
                  std::int64_t to_offset) {
  Strided v = collapsed(shape, {from_strides, to_strides});
  if (v.rank() > ESP_MAX_RANK) {
    const EspInts inner(v.shape.begin() + 1, v.shape.end());
    const EspInts x(v.strides[0].begin() + 1, v.strides[0].end());
    const EspInts y(v.strides[1].begin() + 1, v.strides[1].end());
    for (esp_int i = 0; i < v.shape[0]; ++i)
      copy_strided(s, from, to, inner, x, y, from_offset + i * v.strides[0][0],
                   to_offset + i * v.strides[1][0]);
    return;
  }
  put_contiguous_last(v);
  esp_copy_strided_args a{};
  a.size = bits(to.dtype) / 8;
  a.rank = static_cast<esp_int>(v.rank());
  set(a.shape, v.shape);
  set(a.x_strides, v.strides[0]);
  set(a.y_strides, v.strides[1]);
  a.x_offset = from_offset;
  a.y_offset = to_offset;
  s.call(ESP_KERNELS(copy_strided), a, {{"x", as_bytes(from)}, {"y", as_bytes(to)}});
}

void copy_all(StepLowering& s, const Operand& from, const Operand& to) {
  copy_strided(s, from, to, {to.count()}, {1}, {1});
}

Operand output_or_workspace(StepLowering& s, std::size_t port, const Shape& shape, DType dtype) {
  return s.wants(port) ? s.out(port) : s.workspace(dtype, shape);
}

Activation activation_of(const RuleContext& c) {
  if (!c.node().op->attribute("activation")) return {ESP_ACT_NONE, 0};
  const std::string name = c.text("activation");
  const auto alpha = static_cast<float>(c.real("activation_alpha"));
  if (name == "Relu") return {ESP_ACT_RELU, 0};
  if (name == "LeakyRelu") return {ESP_ACT_LEAKY_RELU, alpha};
  if (name == "Sigmoid") return {ESP_ACT_SIGMOID, 0};
  if (name == "Tanh") return {ESP_ACT_TANH, 0};
  return {ESP_ACT_NONE, 0};
}

}  // namespace espalier
