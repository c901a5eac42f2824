// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/tensor.h"
#include "engine/graph/graph.h"

namespace espalier {

// The key of a parameter: instance path, node and port, by ids so that renaming loses nothing:
// "12.0/3:W" is port W of node 3 in repeat 0 of group instance 12. Shared repeats all say 0.
std::string param_key(const Origin& origin, std::string_view port);

// One version of all weights: an immutable value. Training, loading and quantising make new ones.
class WeightSet {
 public:
  using Map = std::map<std::string, Tensor, std::less<>>;
  WeightSet() : map_(std::make_shared<const Map>()) {}
  explicit WeightSet(Map map) : map_(std::make_shared<const Map>(std::move(map))) {}
  const Map& all() const { return *map_; }
  const Tensor* find(std::string_view key) const;
  bool empty() const { return map_->empty(); }
  bool is(const WeightSet& other) const { return map_ == other.map_; }  // the same value, shared

 private:
  std::shared_ptr<const Map> map_;
};

// Over how many inputs a weight sums and how many outputs it feeds; 0: as the shape says.
struct Fans {
  std::int64_t in = 0, out = 0;
};
// As torch.nn.init reads a shape: [out, in, kernel…]. Ranks below 2 give their count for both.
Fans fans_of(const Shape& shape);

// Fills a parameter by its initializer: Philox keyed by (seed, key), so it depends on nothing else.
// Kinds and formulas: see initialize.cpp's table (names of torch.nn.init). A bias takes the fans of
// its weight (NodeInfo::fans). Throws Error on an unknown kind.
Tensor initialize(const Initializer& init, DType dtype, const Shape& shape, std::uint64_t seed,
                  std::string_view key, Fans fans = {});
// The kinds, for a drop-down: "torch_default", "kaiming_uniform" …
std::span<const char* const> initializer_kinds();

}  // namespace espalier
