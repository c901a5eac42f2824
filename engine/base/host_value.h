// SPDX-License-Identifier: Apache-2.0
//
// What a wire carries on the host: a tensor, a sequence of values, or an optional that holds nothing.
// An optional that holds something is that something, as in ONNX's runtime semantics.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "engine/base/message.h"
#include "engine/base/tensor.h"

namespace espalier {

class HostValue {
 public:
  using Sequence = std::vector<HostValue>;
  HostValue() = default;  // an optional without a value
  HostValue(Tensor tensor) : value_(std::move(tensor)) {}
  HostValue(Sequence items) : value_(std::make_shared<const Sequence>(std::move(items))) {}

  explicit operator bool() const { return !std::holds_alternative<std::monostate>(value_); }
  bool is_tensor() const { return std::holds_alternative<Tensor>(value_); }
  bool is_sequence() const { return std::holds_alternative<Shared>(value_); }
  // Throw Error where it is something else.
  const Tensor& tensor() const;
  const Sequence& sequence() const;

 private:
  using Shared = std::shared_ptr<const Sequence>;
  std::variant<std::monostate, Tensor, Shared> value_;
};

}  // namespace espalier
