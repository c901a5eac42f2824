// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/softmax.h"

#include <doctest/doctest.h>

#include "engine/kernels/argmax.h"
#include "engine/kernels/softmax_grad.h"
#include "guarded.h"

using namespace espalier::testing;

namespace {

struct Shape {
  esp_int outer, axis, inner;
};

const Shape kShapes[] = {{1, 1, 1},   {5, 10, 1},  {3, 1000, 1}, {2, 5000, 1}, {700, 33, 1},
                         {2, 21, 65}, {3, 4, 130}, {1, 300, 3},  {2, 1, 9},    {0, 4, 1},
                         {3, 0, 2},   {2, 3, 0},   {40, 7, 100}};
const float kInf = std::numeric_limits<float>::infinity();

size_t volume(const Shape& s) { return static_cast<size_t>(s.outer * s.axis * s.inner); }

// Calls f with the indices of every line.
template <class F> void each_line(const Shape& s, F f) {
  for (esp_int o = 0; o < s.outer; ++o)
    for (esp_int j = 0; s.axis > 0 && j < s.inner; ++j) {
      std::vector<size_t> line;
      for (esp_int c = 0; c < s.axis; ++c)
        line.push_back(static_cast<size_t>((o * s.axis + c) * s.inner + j));
      f(line);
    }
}

// Softmax in double, or its logarithm.
template <class X> std::vector<double> reference(const Shape& s, const X& x, bool logarithm) {
  std::vector<double> y(volume(s));
  each_line(s, [&](const std::vector<size_t>& line) {
    double most = -kInf, sum = 0;
    for (size_t i : line) most = std::isnan(x[i]) || x[i] > most ? double(x[i]) : most;
    for (size_t i : line) sum += std::exp(x[i] - most);
    for (size_t i : line)
      y[i] = logarithm ? x[i] - most - std::log(sum) : std::exp(x[i] - most) / sum;
  });
  return y;
}

template <class Args> void check(const std::vector<Variant>& variants, bool logarithm) {
  for (const Variant& v : variants)
    for (const Shape& s : kShapes)
      for (float range : {1.0f, 1000.0f}) {
        CAPTURE(v.isa);
        CAPTURE(v.kernel->name);
        CAPTURE(&s - kShapes);
        Guarded<float> x(volume(s)), y(volume(s));
        fill_random(x, 1);
        for (float& value : x) value *= range;
        Args args{x.data(), y.data(), s.outer, s.axis, s.inner};
        CHECK(run_both_ways(*v.kernel, args, y));
        CHECK(worst_error(y, reference(s, x, logarithm)) <= 2e-6);
        args.y = x.data();
        run_tiles(*v.kernel, &args, true);
        CHECK(std::memcmp(x.data(), y.data(), volume(s) * sizeof(float)) == 0);
      }
}

// One line with odd numbers in it; the others must not notice.
template <class Args> void check_odd(const std::vector<Variant>& variants, bool logarithm) {
  for (const Variant& v : variants)
    for (esp_int inner : {1, 3})
      for (int kind = 0; kind < 4; ++kind) {
        CAPTURE(v.isa);
        CAPTURE(v.kernel->name);
        CAPTURE(kind);
        const Shape s{3, 13, inner};
        Guarded<float> x(volume(s)), y(volume(s));
        fill_random(x, 1);
        std::vector<double> expected = reference(s, x, logarithm);
        size_t at = 0;
        each_line(s, [&](const std::vector<size_t>& line) {
          if (++at != 2) return;
          if (kind == 0) x[line[5]] = std::nanf("");
          if (kind == 1) x[line[12]] = kInf;
          for (size_t i : line) {
            if (kind == 2) x[i] = -kInf;
            if (kind < 3) expected[i] = std::nan("");
          }
          if (kind < 3) return;
          for (size_t i : line) x[i] = -kInf;  // all but one
          x[line[3]] = 2.0f;
          for (size_t i : line) expected[i] = logarithm ? -kInf : 0.0;
          expected[line[3]] = logarithm ? 0.0 : 1.0;
        });
        Args args{x.data(), y.data(), s.outer, s.axis, s.inner};
        CHECK(run_both_ways(*v.kernel, args, y));
        CHECK(worst_error(y, expected) <= 2e-6);
      }
}

template <class Args> void check_grad(const std::vector<Variant>& variants, bool logarithm) {
  for (const Variant& v : variants)
    for (const Shape& s : kShapes) {
      CAPTURE(v.isa);
      CAPTURE(v.kernel->name);
      CAPTURE(&s - kShapes);
      Guarded<float> x(volume(s)), y(volume(s)), dy(volume(s)), dx(volume(s));
      fill_random(x, 1);
      fill_random(dy, 2);
      const std::vector<double> outputs = reference(s, x, logarithm);
      std::copy(outputs.begin(), outputs.end(), y.begin());
      std::vector<double> expected(volume(s));
      each_line(s, [&](const std::vector<size_t>& line) {
        double sum = 0;
        for (size_t i : line) sum += logarithm ? dy[i] : double(dy[i]) * y[i];
        for (size_t i : line)
          expected[i] = logarithm ? dy[i] - std::exp(double(y[i])) * sum : y[i] * (dy[i] - sum);
      });
      Args args{dy.data(), y.data(), dx.data(), s.outer, s.axis, s.inner};
      CHECK(run_both_ways(*v.kernel, args, dx));
      CHECK(worst_error(dx, expected) <= 2e-6);
      args.dx = dy.data();
      run_tiles(*v.kernel, &args, true);
      CHECK(std::memcmp(dx.data(), dy.data(), volume(s) * sizeof(float)) == 0);
    }
}

}  // namespace

TEST_CASE("softmax and log_softmax agree with double") {
  check<esp_softmax_args>(ESP_VARIANTS(softmax), false);
  check<esp_log_softmax_args>(ESP_VARIANTS(log_softmax), true);
}

TEST_CASE("softmax of NaN and infinities") {
  check_odd<esp_softmax_args>(ESP_VARIANTS(softmax), false);
  check_odd<esp_log_softmax_args>(ESP_VARIANTS(log_softmax), true);
}

TEST_CASE("gradients of softmax and log_softmax") {
  check_grad<esp_softmax_grad_args>(ESP_VARIANTS(softmax_grad), false);
  check_grad<esp_log_softmax_grad_args>(ESP_VARIANTS(log_softmax_grad), true);
}

TEST_CASE("argmax") {
  for (const Variant& v : ESP_VARIANTS(argmax))
    for (esp_int axis : {1, 2, 7, 8, 10, 17, 1000, 20000})
      for (esp_int last : {0, 1})
        for (bool nan : {false, true}) {
          CAPTURE(v.isa);
          CAPTURE(axis);
          CAPTURE(last);
          const esp_int rows = 2000 / axis + 3;
          Guarded<float> x(static_cast<size_t>(rows * axis));
          fill_random(x, 4);
          for (float& value : x) value = std::round(value * 4);  // many equal ones
          for (size_t i = 0; nan && i < x.size(); i += 13) x[i] = std::nanf("");
          std::vector<int64_t> expected;
          for (esp_int r = 0; r < rows; ++r) {
            const float* row = x.data() + r * axis;
            esp_int best = 0;
            for (esp_int i = 1; i < axis; ++i) {
              const bool equal =
                  row[i] == row[best] || (std::isnan(row[i]) && std::isnan(row[best]));
              const bool more =
                  row[i] > row[best] || (std::isnan(row[i]) && !std::isnan(row[best]));
              if (more || (equal && last)) best = i;
            }
            expected.push_back(best);
          }
          Guarded<int64_t> y(static_cast<size_t>(rows));
          esp_argmax_args args{x.data(), y.data(), rows, axis, last};
          CHECK(run_both_ways(*v.kernel, args, y));
          CHECK(y.copy() == expected);
          for (float& value : x) value = -kInf;
          run_tiles(*v.kernel, &args, false);
          CHECK(y[0] == (last ? axis - 1 : 0));
        }
}
