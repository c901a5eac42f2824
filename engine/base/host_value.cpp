// SPDX-License-Identifier: Apache-2.0
#include "engine/base/host_value.h"

namespace espalier {
const Tensor& HostValue::tensor() const {
  if (const auto* t = std::get_if<Tensor>(&value_)) return *t;
  throw Error(ESP_TEXT("engine", "expected a tensor, got a sequence or an empty optional"));
}

const HostValue::Sequence& HostValue::sequence() const {
  if (const auto* s = std::get_if<Shared>(&value_)) return **s;
  throw Error(ESP_TEXT("engine", "expected a sequence, got a tensor or an empty optional"));
}

}  // namespace espalier
