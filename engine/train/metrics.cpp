// SPDX-License-Identifier: Apache-2.0
#include "engine/train/metrics.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/base/message.h"

namespace espalier {
namespace {

constexpr std::int64_t most_confusion_classes = 1000;

// The place of the greatest score among `classes` that lie `stride` apart; NaN loses.
std::int64_t best_class(const float* scores, std::int64_t classes, std::int64_t stride) {
  std::int64_t best = 0;
  for (std::int64_t c = 1; c < classes; ++c)
    if (scores[c * stride] > scores[best * stride] || std::isnan(scores[best * stride])) best = c;
  return best;
}

}  // namespace

MetricSums::MetricSums(std::int64_t classes) : classes_(classes) { clear(); }

void MetricSums::clear() {
  samples_ = judged_ = right_ = values_ = 0;
  loss_ = absolute_ = 0;
  last_accuracy_ = std::numeric_limits<double>::quiet_NaN();
  const bool table = classes_ > 0 && classes_ <= most_confusion_classes;
  confusion_.assign(table ? static_cast<std::size_t>(classes_ * classes_) : 0, 0);
}

void MetricSums::count_loss(double mean_loss, std::int64_t samples) {
  loss_ += mean_loss * static_cast<double>(samples);
  samples_ += samples;
}

void MetricSums::add_loss(double mean_loss, std::int64_t samples) {
  count_loss(mean_loss, samples);
}

void MetricSums::add_classes(double mean_loss, std::int64_t samples, std::span<const float> scores,
                             std::span<const std::int64_t> targets, const Shape& shape) {
  count_loss(mean_loss, samples);
  std::int64_t inner = 1;
  for (std::size_t d = 2; d < shape.size(); ++d) inner *= shape[d];
  std::int64_t right = 0, judged = 0;
  for (std::int64_t n = 0; n < samples; ++n) {
    for (std::int64_t s = 0; s < inner; ++s) {
      const std::int64_t target = targets[static_cast<std::size_t>(n * inner + s)];
      if (target < 0 || target >= classes_) continue;
      const std::int64_t said =
          best_class(scores.data() + n * classes_ * inner + s, classes_, inner);
      ++judged;
      right += said == target;
      if (!confusion_.empty()) ++confusion_[static_cast<std::size_t>(target * classes_ + said)];
    }
  }
  judged_ += judged;
  right_ += right;
  last_accuracy_ =
      judged ? static_cast<double>(right) / static_cast<double>(judged) : last_accuracy_;
}

void MetricSums::add_values(double mean_loss, std::int64_t samples, std::span<const float> values,
                            std::span<const float> targets) {
  count_loss(mean_loss, samples);
  for (std::size_t i = 0; i < values.size() && i < targets.size(); ++i)
    absolute_ += std::fabs(static_cast<double>(values[i]) - static_cast<double>(targets[i]));
  values_ += static_cast<std::int64_t>(std::min(values.size(), targets.size()));
}

Metrics MetricSums::result() const {
  Metrics m;
  if (samples_ == 0) return m;
  if (!std::isnan(loss_)) m["loss"] = loss_ / static_cast<double>(samples_);  // none in evaluation
  if (judged_ > 0) m["accuracy"] = static_cast<double>(right_) / static_cast<double>(judged_);
  if (values_ > 0) m["mae"] = absolute_ / static_cast<double>(values_);
  return m;
}

Confusion MetricSums::confusion() const {
  Confusion table;
  if (confusion_.empty()) return table;
  const auto n = static_cast<std::size_t>(classes_);
  for (std::size_t row = 0; row < n; ++row)
    table.emplace_back(confusion_.begin() + static_cast<std::ptrdiff_t>(row * n),
                       confusion_.begin() + static_cast<std::ptrdiff_t>((row + 1) * n));
  return table;
}

std::string MetricSums::save() const {
  return nlohmann::json{{"classes", classes_},   {"samples", samples_},    {"judged", judged_},
                        {"right", right_},       {"values", values_},      {"loss", loss_},
                        {"absolute", absolute_}, {"confusion", confusion_}}
      .dump();
}

void MetricSums::load(const std::string& text) {
  const nlohmann::json j = nlohmann::json::parse(text, nullptr, false);
  if (!j.is_object() || j.value("classes", std::int64_t{-1}) != classes_)
    throw Error(
        ESP_TEXT("engine",
                 "the checkpoint's metrics do not belong to this network; train without --resume"));
  clear();
  samples_ = j.value("samples", std::int64_t{0});
  judged_ = j.value("judged", std::int64_t{0});
  right_ = j.value("right", std::int64_t{0});
  values_ = j.value("values", std::int64_t{0});
  loss_ = j.value("loss", 0.0);
  absolute_ = j.value("absolute", 0.0);
  const auto table = j.value("confusion", std::vector<std::int64_t>{});
  if (table.size() == confusion_.size()) confusion_ = table;
}

}  // namespace espalier
