// SPDX-License-Identifier: Apache-2.0
#include "engine/base/tensor.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "engine/base/message.h"

namespace espalier {
namespace {

constexpr std::size_t alignment = 64;

struct Memory {
  std::byte* data;
  std::shared_ptr<const void> owner;
};

Memory allocate(DType type, const Shape& shape, std::size_t bytes) {
  // calloc hands out fresh pages unread, so a large zeroed tensor costs nothing until it is used;
  // aligned_alloc and memset would touch every page.
  void* raw = bytes < std::numeric_limits<std::size_t>::max() / 2
                  ? std::calloc(1, bytes + alignment)
                  : nullptr;
  if (raw == nullptr)
    throw Error(ESP_TEXT("engine",
                         "There is no memory for a {} tensor of shape {} ({} bytes). "
                         "Close other programs or choose smaller sizes."),
                name(type), to_string(shape), bytes);
  std::shared_ptr<const void> owner(raw, [](const void* p) { std::free(const_cast<void*>(p)); });
  const auto address = reinterpret_cast<std::uintptr_t>(raw);
  const std::size_t skip = (alignment - address % alignment) % alignment;
  return {static_cast<std::byte*>(raw) + skip, std::move(owner)};
}

// Alignment that code reading single elements relies on.
std::size_t element_alignment(DType type) {
  return static_cast<std::size_t>(std::clamp(bits(type) / 8, 1, 8));
}

}  // namespace

Tensor::Tensor(DType type, Shape shape)
    : type_(type), shape_(std::move(shape)), count_(espalier::count(shape_)) {
  if (type == DType::string) {
    strings_ = std::make_shared<std::vector<std::string>>(static_cast<std::size_t>(count_));
    return;
  }
  Memory memory = allocate(type, shape_, bytes());
  data_ = memory.data;
  owner_ = std::move(memory.owner);
  writable_ = true;
}

Tensor Tensor::view(DType type, Shape shape, const std::byte* data,
                    std::shared_ptr<const void> owner) {
  if (reinterpret_cast<std::uintptr_t>(data) % element_alignment(type) != 0) {
    Tensor copy(type, std::move(shape));
    std::memcpy(copy.mutable_data(), data, copy.bytes());
    return copy;
  }
  Tensor t;
  t.type_ = type;
  t.shape_ = std::move(shape);
  t.count_ = espalier::count(t.shape_);
  t.data_ = data;
  t.owner_ = std::move(owner);
  return t;
}

Tensor Tensor::of_strings(Shape shape, std::vector<std::string> values) {
  Tensor t(DType::string, std::move(shape));
  values.resize(static_cast<std::size_t>(t.count_));
  *t.strings_ = std::move(values);
  return t;
}

std::size_t Tensor::bytes() const { return bytes_of(type_, count_); }

const std::vector<std::string>& Tensor::strings() const {
  require(DType::string);
  return *strings_;
}

std::byte* Tensor::mutable_data() {
  if (type_ == DType::undefined || type_ == DType::string) return nullptr;
  if (!writable_ || owner_.use_count() > 1) {
    Memory memory = allocate(type_, shape_, bytes());
    if (count_ > 0) std::memcpy(memory.data, data_, bytes());
    data_ = memory.data;
    owner_ = std::move(memory.owner);
    writable_ = true;
  }
  return const_cast<std::byte*>(data_);
}

Tensor Tensor::reshaped(Shape shape) const {
  const auto n = checked_count(shape);
  if (!n || *n != count_)
    throw Error(ESP_TEXT("engine",
                         "A tensor of shape {} cannot take the shape {}: the number of "
                         "elements differs."),
                to_string(shape_), to_string(shape));
  Tensor t = *this;
  t.shape_ = std::move(shape);
  return t;
}

bool Tensor::identical(const Tensor& other) const {
  if (type_ != other.type_ || shape_ != other.shape_) return false;
  if (type_ == DType::string) return *strings_ == *other.strings_;
  return count_ == 0 || data_ == other.data_ || std::memcmp(data_, other.data_, bytes()) == 0;
}

void Tensor::require(DType expected) const {
  if (type_ != expected)
    throw std::logic_error(
        fmt::format("a tensor of {} was read as {}", name(type_), name(expected)));
}

}  // namespace espalier
