// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/weights.h"

namespace espalier {

std::string param_key(const Origin& origin, std::string_view port) {
  std::string key;
  for (std::size_t i = 0; i < origin.ids.size(); ++i) {
    if (i > 0) key += '/';
    key += std::to_string(origin.ids[i].value);
    if (i >= origin.repeats.size()) continue;
    const bool shared = i < origin.shared.size() && origin.shared[i];
    key += '.';
    key += std::to_string(shared ? 0 : origin.repeats[i]);
  }
  key += ':';
  key += port;
  return key;
}

const Tensor* WeightSet::find(std::string_view key) const {
  const auto at = map_->find(key);
  return at == map_->end() ? nullptr : &at->second;
}

Fans fans_of(const Shape& shape) {
  if (shape.size() < 2) {
    const std::int64_t n = shape.empty() ? 1 : shape[0];
    return {n, n};
  }
  std::int64_t field = 1;
  for (std::size_t i = 2; i < shape.size(); ++i) field *= shape[i];
  return {shape[1] * field, shape[0] * field};
}

}  // namespace espalier
