// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/loss/cross_entropy_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/ops/loss/softmax_cross_entropy.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

// Labels and weights of the samples, sample i = n · S + s.
template <class T> class Samples {
 public:
  Samples(const ReferenceContext& c, const ScoreView& v, std::size_t labels, std::size_t weights)
      : view(v), ignore_(c.integer("ignore_index")) {
    const Tensor& l = c.input(labels);
    if (l.type() == DType::int32) {
      const auto values = l.values<std::int32_t>();
      labels_.assign(values.begin(), values.end());
    } else {
      const auto values = l.values<std::int64_t>();
      labels_.assign(values.begin(), values.end());
    }
    if (c.has(weights)) {
      const auto values = c.input(weights).template values<T>();
      weights_.assign(values.begin(), values.end());
    }
  }
  const ScoreView& view;

  std::int64_t label(std::size_t i) const { return labels_[i]; }
  bool ignored(std::size_t i) const { return labels_[i] == ignore_; }
  bool valid(std::size_t i) const { return labels_[i] >= 0 && labels_[i] < view.classes; }
  // A label that is no class makes its sample NaN.
  double weight(std::size_t i) const {
    if (ignored(i)) return 0;
    if (!valid(i)) return std::numeric_limits<double>::quiet_NaN();
    return weights_.empty() ? 1 : weights_[static_cast<std::size_t>(labels_[i])];
  }
  // Position of a sample's score for class k.
  std::size_t at(std::size_t i, std::int64_t k) const {
    const auto s = static_cast<std::int64_t>(i);
    return static_cast<std::size_t>((s / view.spatial * view.classes + k) * view.spatial +
                                    s % view.spatial);
  }

 private:
  std::int64_t ignore_;
  std::vector<std::int64_t> labels_;
  std::vector<double> weights_;
};

template <class T>
std::vector<double> log_softmax(const Samples<T>& samples, std::span<const T> x) {
  const ScoreView& v = samples.view;
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < static_cast<std::size_t>(v.samples()); ++i) {
    double most = -HUGE_VAL;
    double sum = 0;
    for (std::int64_t k = 0; k < v.classes; ++k) most = std::fmax(most, x[samples.at(i, k)]);
    for (std::int64_t k = 0; k < v.classes; ++k) sum += std::exp(x[samples.at(i, k)] - most);
    for (std::int64_t k = 0; k < v.classes; ++k)
      out[samples.at(i, k)] = x[samples.at(i, k)] - most - std::log(sum);
  }
  return out;
}

}  // namespace

void cross_entropy_reference(ReferenceContext& c) {
  const ScoreView v = score_view(c.input(0).shape());
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const Samples<T> samples(c, v, 1, 2);
    const std::vector<double> log_prob = log_softmax(samples, c.input(0).template values<T>());
    const auto n = static_cast<std::size_t>(v.samples());
    std::vector<double> losses(n);
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (samples.ignored(i)) continue;
      losses[i] =
          -samples.weight(i) * (samples.valid(i) ? log_prob[samples.at(i, samples.label(i))] : 1);
      sum += losses[i];
      total += samples.weight(i);
    }
    const std::string reduction = c.text("reduction");
    if (reduction == "none") {
      const auto out = c.output<T>(0, c.input(1).shape());
      for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<T>(losses[i]);
    } else {
      c.output<T>(0, {})[0] = static_cast<T>(reduction == "mean" ? sum / total : sum);
    }
    if (c.outputs.size() > 1) {
      const auto out = c.output<T>(1, c.input(0).shape());
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<T>(log_prob[i]);
    }
    if (c.outputs.size() > 2) c.output<T>(2, {})[0] = static_cast<T>(total);
  });
}

void cross_entropy_grad_reference(ReferenceContext& c) {
  const ScoreView v = score_view(c.input(1).shape());
  const std::string reduction = c.text("reduction");
  with_float(c, c.input(1).type(), [&]<class T>(T) {
    const Samples<T> samples(c, v, 2, 4);
    const auto dloss = c.input(0).template values<T>();
    const auto log_prob = c.input(1).template values<T>();
    const double total =
        reduction == "mean" ? static_cast<double>(c.input(3).template values<T>()[0]) : 1;
    const auto dx = c.output<T>(0, c.input(1).shape());
    for (std::size_t i = 0; i < static_cast<std::size_t>(v.samples()); ++i) {
      const double scale = samples.weight(i) * dloss[reduction == "none" ? i : 0] / total;
      for (std::int64_t k = 0; k < v.classes; ++k) {
        const std::size_t at = samples.at(i, k);
        const double p = std::exp(static_cast<double>(log_prob[at]));
        dx[at] = samples.ignored(i) ? T{0}
                                    : static_cast<T>((p - (k == samples.label(i) ? 1 : 0)) * scale);
      }
    }
  });
}

}  // namespace espalier
