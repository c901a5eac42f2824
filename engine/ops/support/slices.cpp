// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/slices.h"

#include <cstring>
#include <string>

#include "engine/base/message.h"

namespace espalier {
namespace {

std::int64_t product(const Shape& shape, std::size_t begin, std::size_t end) {
  std::int64_t p = 1;
  for (std::size_t i = begin; i < end; ++i) p *= shape[i];
  return p;
}

}  // namespace

Tensor slice_of(const Tensor& whole, std::size_t axis, std::int64_t begin, std::int64_t count) {
  Shape shape = whole.shape();
  const std::int64_t length = shape[axis], outer = product(shape, 0, axis),
                     inner = product(shape, axis + 1, shape.size());
  shape[axis] = count;
  if (whole.type() == DType::string) {
    std::vector<std::string> texts;
    for (std::int64_t o = 0; o < outer; ++o) {
      const auto from = whole.strings().begin() + (o * length + begin) * inner;
      texts.insert(texts.end(), from, from + count * inner);
    }
    return Tensor::of_strings(shape, std::move(texts));
  }
  Tensor slice(whole.type(), shape);
  const std::size_t width = bytes_of(whole.type(), inner);
  const std::size_t bytes = width * static_cast<std::size_t>(count);
  std::byte* to = slice.mutable_data();
  for (std::int64_t o = 0; o < outer && bytes > 0; ++o)
    std::memcpy(to + static_cast<std::size_t>(o) * bytes,
                whole.data() + static_cast<std::size_t>(o * length + begin) * width, bytes);
  return slice;
}

Tensor joined_tensors(const std::vector<Tensor>& parts, std::size_t axis) {
  if (parts.empty()) throw Error(ESP_TEXT("engine", "there are no tensors to join"));
  Shape shape = parts[0].shape();
  if (axis >= shape.size())
    throw Error(ESP_TEXT("engine", "expected an axis below {}, got {}"), shape.size(), axis);
  shape[axis] = 0;
  for (const Tensor& part : parts) {
    Shape other = part.shape();
    if (part.type() != parts[0].type() || other.size() != shape.size())
      throw Error(ESP_TEXT("engine", "{} {} and {} {} cannot be joined"), name(parts[0].type()),
                  to_string(parts[0].shape()), name(part.type()), to_string(part.shape()));
    shape[axis] += other[axis];
    other[axis] = parts[0].shape()[axis];
    if (other != parts[0].shape())
      throw Error(ESP_TEXT("engine", "{} {} and {} {} cannot be joined"), name(parts[0].type()),
                  to_string(parts[0].shape()), name(part.type()), to_string(part.shape()));
  }
  const std::int64_t outer = product(shape, 0, axis),
                     inner = product(shape, axis + 1, shape.size());
  if (parts[0].type() == DType::string) {
    std::vector<std::string> texts;
    for (std::int64_t o = 0; o < outer; ++o)
      for (const Tensor& part : parts) {
        const std::int64_t run = part.shape()[axis] * inner;
        const auto from = part.strings().begin() + o * run;
        texts.insert(texts.end(), from, from + run);
      }
    return Tensor::of_strings(shape, std::move(texts));
  }
  Tensor all(parts[0].type(), shape);
  std::byte* to = all.mutable_data();
  for (std::int64_t o = 0; o < outer; ++o)
    for (const Tensor& part : parts) {
      const std::size_t run = bytes_of(part.type(), part.shape()[axis] * inner);
      if (run > 0) std::memcpy(to, part.data() + static_cast<std::size_t>(o) * run, run);
      to += run;
    }
  return all;
}

Tensor with_axis(const Tensor& t, std::size_t axis) {
  Shape shape = t.shape();
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
  return t.type() == DType::string ? Tensor::of_strings(shape, t.strings()) : t.reshaped(shape);
}

Tensor without_axis(const Tensor& t, std::size_t axis) {
  Shape shape = t.shape();
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  return t.type() == DType::string ? Tensor::of_strings(shape, t.strings()) : t.reshaped(shape);
}

}  // namespace espalier
