// SPDX-License-Identifier: Apache-2.0
#include "engine/project/weight_store.h"

#include <algorithm>
#include <charconv>

#include "engine/base/philox.h"
#include "engine/graph/parameters.h"
#include "engine/project/safetensors.h"

namespace espalier {
namespace {

constexpr std::string_view infix = ".weights-";
constexpr std::string_view suffix = ".safetensors";
constexpr std::size_t most_warnings = 20;

}  // namespace

WeightNames::WeightNames(const Network& network) {
  Inference inference;
  inference.update(network);
  std::string all;
  for (ParamInfo& p : parameters_of(network, inference)) {
    all += p.path + '\n';
    by_key_.emplace(p.key, p.path);
    by_path_.emplace(std::move(p.path), Place{std::move(p.key), std::move(p.type)});
  }
  hash_ = stable_hash(all);
}

const std::string* WeightNames::path_of(std::string_view key) const {
  const auto at = by_key_.find(key);
  return at == by_key_.end() ? nullptr : &at->second;
}

fs::path weights_path(const fs::path& project, int generation) {
  return project.parent_path() /
         fmt::format("{}{}{}{}", project.stem().string(), infix, generation, suffix);
}

std::vector<int> generations(const fs::path& project) {
  std::vector<int> found;
  const std::string prefix = project.stem().string() + std::string(infix);
  const fs::path folder = project.has_parent_path() ? project.parent_path() : fs::path(".");
  std::error_code ignored;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) continue;
    const char* first = name.data() + prefix.size();
    const char* last = name.data() + name.size() - suffix.size();
    int generation = 0;
    const auto [stop, error] = std::from_chars(first, std::max(first, last), generation);
    if (error == std::errc() && stop == last && generation > 0) found.push_back(generation);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void write_weights(const fs::path& path, const WeightSet& weights, const WeightNames& names) {
  SafeTensors content;
  content.metadata["format"] = "espalier";
  for (const auto& [key, tensor] : weights.all()) {
    if (const std::string* name = names.path_of(key)) content.tensors.emplace(*name, tensor);
  }
  write_safetensors(path, content);
}

Message misfit(std::string_view path, const Type& type, const Tensor& tensor) {
  if (!type.has_shape()) return {};  // the layer does not know its shape yet
  bool same = type.shape->size() == tensor.shape().size() && type.dtype == tensor.type();
  for (std::size_t i = 0; same && i < tensor.shape().size(); ++i) {
    same = equal((*type.shape)[i], Dim(tensor.shape()[i])) != Known::no;
  }
  if (same) return {};
  return message(
      ESP_TEXT("engine", "The weights {} are left out: expected {}, the file has {} {}."), path,
      to_string(type), name(tensor.type()), to_string(tensor.shape()));
}

WeightSet read_weights(const fs::path& path, const WeightNames& names,
                       std::vector<Message>& warnings) {
  SafeTensors content = read_safetensors(path);
  WeightSet::Map weights;
  std::size_t left_out = 0;
  const auto leave_out = [&](Message m) {
    if (++left_out <= most_warnings) warnings.push_back(std::move(m));
  };
  for (auto& [name, tensor] : content.tensors) {
    const auto place = names.by_path().find(name);
    if (place == names.by_path().end()) {
      leave_out(
          message(ESP_TEXT("engine", "The weights {} are left out, for no layer has them."), name));
    } else if (Message m = misfit(name, place->second.type, tensor); !m.empty()) {
      leave_out(std::move(m));
    } else {
      weights.emplace(place->second.key, std::move(tensor));
    }
  }
  if (left_out > most_warnings) {
    warnings.push_back(
        message(ESP_TEXT("engine", "Another {} weights are left out."), left_out - most_warnings));
  }
  return WeightSet(std::move(weights));
}

}  // namespace espalier
