// SPDX-License-Identifier: Apache-2.0
#include "engine/train/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/message.h"
#include "engine/project/safetensors.h"

namespace espalier {
namespace {

constexpr int format = 1;
// Doubles as text of their bits' value: 17 digits are enough to read the same double back.
std::string exact(double v) { return fmt::format("{:.17g}", v); }

}  // namespace

bool is_finite(const Tensor& tensor) {
  if (tensor.type() != DType::float32) return true;
  const auto values = tensor.values<float>();
  return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

bool all_finite(const WeightSet& weights) {
  return std::all_of(weights.all().begin(), weights.all().end(),
                     [](const auto& entry) { return is_finite(entry.second); });
}

void save_checkpoint(const Checkpoint& c, const std::filesystem::path& file) {
  SafeTensors content;
  for (const auto& [key, tensor] : c.state.all()) content.tensors[key] = tensor;
  auto& m = content.metadata;
  m["format"] = fmt::format("espalier-checkpoint {}", format);
  m["step"] = std::to_string(c.step);
  m["run"] = std::to_string(c.run);
  m["best"] = c.has_best ? exact(c.best) : "";
  m["seconds"] = exact(c.seconds);
  m["sums"] = c.sums;
  m["fingerprint"] = c.fingerprint;
  m["settings"] = c.settings;
  m["isa"] = c.isa;
  m["algorithms"] = c.algorithms;
  write_safetensors(file, content);
}

std::optional<Checkpoint> load_checkpoint(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::nullopt;
  SafeTensors content = read_safetensors(file);
  const auto text = [&](const char* key) {
    const auto it = content.metadata.find(key);
    return it == content.metadata.end() ? std::string() : it->second;
  };
  if (text("format") != fmt::format("espalier-checkpoint {}", format))
    throw Error(
        ESP_TEXT("engine",
                 "{}: expected a checkpoint of format {}, got \"{}\"; train without --resume"),
        file.string(), format, text("format"));
  Checkpoint c;
  WeightSet::Map map;
  // Copies: the file is replaced while training goes on.
  for (auto& [key, tensor] : content.tensors) {
    tensor.mutable_data();
    map[key] = std::move(tensor);
  }
  c.state = WeightSet(std::move(map));
  try {
    c.step = std::stoll(text("step"));
    c.run = std::stoll(text("run"));
    c.has_best = !text("best").empty();
    if (c.has_best) c.best = std::stod(text("best"));
    c.seconds = std::stod(text("seconds"));
  } catch (const std::exception&) {
    throw Error(
        ESP_TEXT("engine", "{}: its step or run number cannot be read; train without --resume"),
        file.string());
  }
  c.sums = text("sums");
  c.fingerprint = text("fingerprint");
  c.settings = text("settings");
  c.isa = text("isa");
  c.algorithms = text("algorithms");
  return c;
}

}  // namespace espalier
