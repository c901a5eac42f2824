// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/base/shape.h"
#include "engine/train/report.h"

namespace espalier {

// Adds up what an epoch or a split is judged by. Sums are plain doubles in the order of the batches,
// so a resumed epoch ends with the very same figures.
class MetricSums {
 public:
  // classes > 0: scores [N, classes, …] against class numbers [N, …]; 0: values against values.
  explicit MetricSums(std::int64_t classes = 0);
  void clear();

  // A batch: its mean loss, and what the network said. Class numbers out of range are left out.
  void add_classes(double mean_loss, std::int64_t samples, std::span<const float> scores,
                   std::span<const std::int64_t> targets, const Shape& scores_shape);
  void add_values(double mean_loss, std::int64_t samples, std::span<const float> values,
                  std::span<const float> targets);
  void add_loss(double mean_loss, std::int64_t samples);  // where there is nothing to compare

  Metrics result() const;       // "loss"; "accuracy" or "mae"; empty before the first batch
  Confusion confusion() const;  // empty without classes or with more than 1,000
  double last_accuracy() const { return last_accuracy_; }  // of the last batch; NaN without classes
  std::int64_t samples() const { return samples_; }

  // For checkpoints.
  std::string save() const;
  void load(const std::string& text);

 private:
  void count_loss(double mean_loss, std::int64_t samples);
  std::int64_t classes_;
  std::int64_t samples_ = 0, judged_ = 0, right_ = 0, values_ = 0;
  double loss_ = 0, absolute_ = 0;
  double last_accuracy_;
  std::vector<std::int64_t> confusion_;
};

}  // namespace espalier
