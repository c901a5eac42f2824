// SPDX-License-Identifier: Apache-2.0
//
// A tensor in host memory: immutable once shared, reference-counted; storage is owned memory or a
// piece of a mapped file.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/base/shape.h"

namespace espalier {

class Tensor {
 public:
  Tensor() = default;  // no tensor
  // Zeroed, 64-byte aligned. Throws Error where the size overflows or memory is refused.
  Tensor(DType type, Shape shape);
  // Shares memory that `owner` keeps alive; `data` has at least bytes_of(type, count(shape)) bytes.
  // Copies where `data` is not aligned for the element type.
  static Tensor view(DType type, Shape shape, const std::byte* data,
                     std::shared_ptr<const void> owner);
  static Tensor of_strings(Shape shape, std::vector<std::string> values);
  template <class T> static Tensor of(Shape shape, const std::vector<T>& values);
  template <class T> static Tensor scalar(T value) { return of<T>({}, std::vector<T>{value}); }

  explicit operator bool() const { return type_ != DType::undefined; }
  DType type() const { return type_; }
  const Shape& shape() const { return shape_; }
  std::int64_t count() const { return count_; }
  std::size_t bytes() const;
  const std::byte* data() const { return data_; }
  // Precondition: T is the element type.
  template <class T> std::span<const T> values() const;
  const std::vector<std::string>& strings() const;

  // Writable access; copies first where the memory is shared or a view.
  std::byte* mutable_data();
  template <class T> std::span<T> mutable_values();

  Tensor reshaped(
      Shape shape) const;  // same elements, shares memory; throws Error on another count
  // Bit-for-bit equality of type, shape and elements.
  bool identical(const Tensor& other) const;

 private:
  DType type_ = DType::undefined;
  Shape shape_;
  std::int64_t count_ = 0;
  const std::byte* data_ = nullptr;
  std::shared_ptr<const void> owner_;
  bool writable_ = false;  // owner_ is memory of ours, not a view
  std::shared_ptr<std::vector<std::string>> strings_;
  void require(DType expected) const;
};

template <class T> Tensor Tensor::of(Shape shape, const std::vector<T>& values) {
  Tensor t(dtype_of<T>(), std::move(shape));
  std::span<T> out = t.mutable_values<T>();
  for (std::size_t i = 0; i < out.size() && i < values.size(); ++i) out[i] = values[i];
  return t;
}

template <class T> std::span<const T> Tensor::values() const {
  require(dtype_of<T>());
  return {reinterpret_cast<const T*>(data_), static_cast<std::size_t>(count_)};
}

template <class T> std::span<T> Tensor::mutable_values() {
  require(dtype_of<T>());
  return {reinterpret_cast<T*>(mutable_data()), static_cast<std::size_t>(count_)};
}

}  // namespace espalier
