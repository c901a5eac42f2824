// SPDX-License-Identifier: Apache-2.0
//
// Weights on disk: `name.weights-<generation>.safetensors` beside the project. In memory a weight's
// key is made of ids; on disk it is the path that people read ("stages[0]/conv1.W").
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/graph/network.h"
#include "engine/graph/type.h"
#include "engine/graph/weights.h"

namespace espalier {

// Key and path of every parameter of a network.
class WeightNames {
 public:
  explicit WeightNames(const Network& network);
  struct Place {
    std::string key;
    Type type;
  };
  const std::map<std::string, Place, std::less<>>& by_path() const { return by_path_; }
  const std::string* path_of(std::string_view key) const;
  std::uint64_t hash() const { return hash_; }  // of the paths; another one: other names on disk

 private:
  std::map<std::string, Place, std::less<>> by_path_;
  std::map<std::string, std::string, std::less<>> by_key_;
  std::uint64_t hash_ = 0;
};

fs::path weights_path(const fs::path& project, int generation);
// The generations that lie beside a project, ascending.
std::vector<int> generations(const fs::path& project);

// Weights of layers that are gone are left out.
void write_weights(const fs::path& path, const WeightSet& weights, const WeightNames& names);

// Throws Error on a damaged file. Tensors that no layer has or whose shape or type differs are left
// out with a warning.
WeightSet read_weights(const fs::path& path, const WeightNames& names,
                       std::vector<Message>& warnings);

// Why a tensor cannot be the parameter of this type; empty: it can.
Message misfit(std::string_view path, const Type& type, const Tensor& tensor);

}  // namespace espalier
