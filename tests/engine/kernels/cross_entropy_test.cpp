// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/cross_entropy.h"

#include <doctest/doctest.h>

#include "guarded.h"

using namespace espalier::testing;

namespace {

struct Shape {
  esp_int batch, classes, spatial;
};

const Shape kShapes[] = {{1, 1, 1},   {7, 10, 1},  {300, 10, 1}, {3, 1000, 1},
                         {2, 21, 65}, {1, 3, 200}, {0, 5, 1},    {4, 6, 2}};
constexpr esp_int kIgnore = -100;

// What one case feeds and what must come out, in double.
struct Case {
  Shape s;
  bool weighted, ignore, narrow, mean, per_sample;
  size_t samples;
  Guarded<float> scores, weights, dloss;
  Guarded<int64_t> labels;
  Guarded<int32_t> labels32;
  std::vector<double> log_prob, sample_loss, dscores;
  double loss = 0, total = 0;

  size_t at(size_t sample, esp_int c) const {
    const size_t inner = static_cast<size_t>(s.spatial), classes = static_cast<size_t>(s.classes);
    return (sample / inner * classes + static_cast<size_t>(c)) * inner + sample % inner;
  }

  Case(const Shape& shape, int way)
      : s(shape),
        weighted(way & 1),
        ignore(way & 2),
        narrow(way & 4),
        mean(way & 8),
        per_sample(way & 16),
        samples(static_cast<size_t>(s.batch * s.spatial)),
        scores(samples * static_cast<size_t>(s.classes)),
        weights(static_cast<size_t>(s.classes)),
        dloss(per_sample ? samples : 1),
        labels(samples),
        labels32(samples) {
    fill_random(scores, 1);
    for (float& v : scores) v *= 20;
    fill_random(weights, 2);
    for (float& w : weights) w = weighted ? w * w + 0.1f : 1.0f;
    fill_random(dloss, 3);
    for (size_t i = 0; i < samples; ++i) {
      labels[i] = static_cast<int64_t>(i * 7 + 2) % s.classes;
      if (ignore && i % 3 == 1) labels[i] = kIgnore;
      labels32[i] = static_cast<int32_t>(labels[i]);
    }
    compute();
  }

  // The weight of a sample; NaN for a label out of range.
  double weight(size_t i) const {
    if (ignore && labels[i] == kIgnore) return 0;
    if (labels[i] < 0 || labels[i] >= s.classes) return std::nan("");
    return weights[static_cast<size_t>(labels[i])];
  }

  void compute() {
    log_prob.assign(scores.size(), 0);
    dscores.assign(scores.size(), 0);
    sample_loss.clear();
    loss = total = 0;
    for (size_t i = 0; i < samples; ++i) {
      double most = scores[at(i, 0)], sum = 0;
      for (esp_int c = 0; c < s.classes; ++c) most = std::max(most, double(scores[at(i, c)]));
      for (esp_int c = 0; c < s.classes; ++c) sum += std::exp(scores[at(i, c)] - most);
      for (esp_int c = 0; c < s.classes; ++c)
        log_prob[at(i, c)] = scores[at(i, c)] - most - std::log(sum);
      const double w = weight(i);
      sample_loss.push_back(w == 0 ? 0 : std::isnan(w) ? w : -w * log_prob[at(i, labels[i])]);
      loss += sample_loss.back();
      total += w;
    }
    for (size_t i = 0; i < samples; ++i)
      for (esp_int c = 0; c < s.classes; ++c) {
        const double w = weight(i), upstream = dloss[per_sample ? i : 0];
        const double hot = labels[i] == c ? 1 : 0;
        dscores[at(i, c)] =
            w == 0 ? 0 : (std::exp(log_prob[at(i, c)]) - hot) * w * upstream / (mean ? total : 1.0);
      }
    if (mean) loss /= total;
  }

  template <class Args> void describe(Args& args) const {
    args.labels = narrow ? nullptr : labels.data();
    args.labels32 = narrow ? labels32.data() : nullptr;
    args.weights = weighted ? weights.data() : nullptr;
    args.classes = s.classes;
    args.has_ignore = ignore;
    args.ignore_index = kIgnore;
  }
};

// The three kernels of one instruction set, in order.
void check(const Case& c, const std::string& isa) {
  Guarded<float> log_prob(c.scores.size()), sample_loss(c.samples), loss(1), total(1);
  Guarded<float> dscores(c.scores.size());
  for (const Variant& v : ESP_VARIANTS(softmax_cross_entropy)) {
    if (v.isa != isa) continue;
    esp_softmax_cross_entropy_args args{};
    c.describe(args);
    args.scores = c.scores.data();
    args.sample_loss = sample_loss.data();
    args.batch = c.s.batch;
    args.spatial = c.s.spatial;
    CHECK(run_both_ways(*v.kernel, args, sample_loss));
    CHECK(worst_error(sample_loss, c.sample_loss) <= 2e-6);
    args.log_prob = log_prob.data();
    CHECK(run_both_ways(*v.kernel, args, sample_loss, log_prob));
    CHECK(worst_error(sample_loss, c.sample_loss) <= 2e-6);
    CHECK(worst_error(log_prob, c.log_prob) <= 2e-6);
    Guarded<float> in_place(c.scores.size());
    std::copy_n(c.scores.data(), c.scores.size(), in_place.data());
    args.scores = args.log_prob = in_place.data();
    run_tiles(*v.kernel, &args, true);
    CHECK(std::memcmp(in_place.data(), log_prob.data(), log_prob.size() * sizeof(float)) == 0);
  }
  for (const Variant& v : ESP_VARIANTS(cross_entropy_reduce)) {
    if (v.isa != isa) continue;
    esp_cross_entropy_reduce_args args{};
    c.describe(args);
    args.sample_loss = sample_loss.data();
    args.loss = loss.data();
    args.total_weight = total.data();
    args.count = static_cast<esp_int>(c.samples);
    args.mean = c.mean;
    CHECK(run_both_ways(*v.kernel, args, loss, total));
    CHECK(worst_error(loss, std::vector<double>{c.loss}) <= 2e-6);
    CHECK(worst_error(total, std::vector<double>{c.total}) <= 1e-6);
  }
  for (const Variant& v : ESP_VARIANTS(softmax_cross_entropy_grad)) {
    if (v.isa != isa) continue;
    esp_softmax_cross_entropy_grad_args args{};
    c.describe(args);
    args.log_prob = log_prob.data();
    args.total_weight = c.mean ? total.data() : nullptr;
    args.dloss = c.dloss.data();
    args.dscores = dscores.data();
    args.batch = c.s.batch;
    args.spatial = c.s.spatial;
    args.dloss_per_sample = c.per_sample;
    CHECK(run_both_ways(*v.kernel, args, dscores));
    CHECK(worst_error(dscores, c.dscores) <= 2e-6);
    args.dscores = log_prob.data();
    run_tiles(*v.kernel, &args, true);
    CHECK(std::memcmp(dscores.data(), log_prob.data(), log_prob.size() * sizeof(float)) == 0);
  }
}

}  // namespace

TEST_CASE("softmax cross entropy: loss, reduction and gradient") {
  for (const Variant& v : ESP_VARIANTS(softmax_cross_entropy))
    for (const Shape& s : kShapes)
      for (int way = 0; way < 32; ++way) {
        CAPTURE(v.isa);
        CAPTURE(&s - kShapes);
        CAPTURE(way);
        check(Case(s, way), v.isa);
      }
}

TEST_CASE("a label that is no class makes its sample NaN and reads nothing outside") {
  for (const Variant& v : ESP_VARIANTS(softmax_cross_entropy))
    for (const Shape& s : {Shape{5, 10, 1}, Shape{2, 6, 70}})
      for (int way = 0; way < 8; ++way)
        for (int64_t label : {int64_t(-1), int64_t(s.classes), int64_t(1) << 30}) {
          CAPTURE(v.isa);
          CAPTURE(way);
          Case c(s, way);
          c.labels[3] = label;
          c.labels32[3] = static_cast<int32_t>(label);
          c.compute();
          check(c, v.isa);
          CHECK(std::isnan(c.loss));
        }
}

TEST_CASE("wide labels are not cut") {
  for (const Variant& v : ESP_VARIANTS(softmax_cross_entropy)) {
    Case c({3, 4, 1}, 0);
    c.labels[1] = (int64_t(1) << 32) + 1;
    c.compute();
    check(c, v.isa);
  }
}

TEST_CASE("a mean over ignored samples only is NaN, its gradient 0") {
  for (const Variant& v : ESP_VARIANTS(softmax_cross_entropy)) {
    Case c({6, 5, 1}, 2 | 8);
    for (int64_t& label : c.labels) label = kIgnore;
    c.compute();
    CHECK(std::isnan(c.loss));
    check(c, v.isa);
  }
}
