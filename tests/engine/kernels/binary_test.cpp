// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/binary.h"

#include <doctest/doctest.h>

#include "engine/kernels/strided.h"
#include "guarded.h"

using namespace espalier::testing;

namespace {

using Shape = std::vector<esp_int>;

// Row-major strides, 0 where `shape` has 1 and is broadcast to another size.
Shape broadcast_strides(const Shape& shape, const Shape& to) {
  Shape strides(to.size());
  esp_int stride = 1;
  for (size_t d = to.size(); d-- > 0;) {
    strides[d] = shape[d] == 1 && to[d] != 1 ? 0 : stride;
    stride *= shape[d];
  }
  return strides;
}

esp_int volume(const Shape& shape) {
  return esp_volume(static_cast<esp_int>(shape.size()), shape.data());
}

struct Case {
  Shape a, b;
};

const Case kCases[] = {
    {{1}, {1}},
    {{5}, {5}},
    {{40000}, {40000}},
    {{0, 3}, {1, 3}},
    {{3, 7}, {1, 1}},
    {{1, 1}, {3, 7}},
    {{2, 5, 7, 7}, {1, 5, 1, 1}},
    {{2, 5, 1, 1}, {2, 5, 7, 7}},
    {{4, 33}, {1, 33}},
    {{1, 33}, {700, 33}},
    {{9, 1}, {1, 8}},
    {{3, 4, 5}, {3, 1, 5}},
    {{2, 1, 3, 1, 2}, {1, 4, 1, 5, 2}},
    {{3, 1, 2, 1, 2, 1, 2, 1}, {1, 2, 1, 2, 1, 3, 1, 5}},
    {{130, 257}, {130, 1}},
};

double apply(int op, double a, double b) {
  return op == 0 ? a + b : op == 1 ? a - b : op == 2 ? a * b : a / b;
}

template <class Args> void check(const std::vector<Variant>& variants, int op, int activation) {
  for (const Variant& v : variants)
    for (const Case& c : kCases)
      for (bool collapse : {true, false}) {
        CAPTURE(v.isa);
        CAPTURE(v.kernel->name);
        CAPTURE(activation);
        CAPTURE(&c - kCases);
        Shape shape(c.a.size());
        for (size_t d = 0; d < shape.size(); ++d) shape[d] = c.a[d] == 1 ? c.b[d] : c.a[d];
        Shape a_strides = broadcast_strides(c.a, shape), b_strides = broadcast_strides(c.b, shape);
        const size_t count = static_cast<size_t>(volume(shape));
        Guarded<float> a(static_cast<size_t>(volume(c.a)));
        Guarded<float> b(static_cast<size_t>(volume(c.b))), y(count, 9.0f);
        fill_random(a, 1);
        fill_random(b, 2);
        if (b.size() > 0) b[b.size() / 2] = 0.0f;
        if (a.size() > 0) a[a.size() / 3] = std::nanf("");
        std::vector<float> expected(count);
        for (size_t i = 0; i < count; ++i) {
          esp_int rest = static_cast<esp_int>(i), at_a = 0, at_b = 0;
          for (size_t d = shape.size(); d-- > 0; rest /= shape[d]) {
            at_a += rest % shape[d] * a_strides[d];
            at_b += rest % shape[d] * b_strides[d];
          }
          const double value = static_cast<float>(
              apply(op, a[static_cast<size_t>(at_a)], b[static_cast<size_t>(at_b)]));
          expected[i] = static_cast<float>(reference_activation(value, activation, -0.25f, 0.5f));
        }
        esp_int rank = static_cast<esp_int>(shape.size());
        if (collapse && count > 0) {
          esp_int* strides[] = {a_strides.data(), b_strides.data()};
          rank = esp_collapse(rank, shape.data(), 2, strides);
        }
        Args args{};
        args.a = a.data();
        args.b = b.data();
        args.y = y.data();
        args.rank = rank;
        std::copy_n(shape.begin(), rank, args.shape);
        std::copy_n(a_strides.begin(), rank, args.a_strides);
        std::copy_n(b_strides.begin(), rank, args.b_strides);
        args.activation = activation;
        args.act_alpha = -0.25f;
        args.act_beta = 0.5f;
        CHECK(run_both_ways(*v.kernel, args, y));
        CHECK(worst_error(y, expected) <= 1e-6);
      }
}

}  // namespace

TEST_CASE("binary kernels broadcast as numpy does") {
  check<esp_add_args>(ESP_VARIANTS(add), 0, ESP_ACT_NONE);
  check<esp_sub_args>(ESP_VARIANTS(sub), 1, ESP_ACT_NONE);
  check<esp_mul_args>(ESP_VARIANTS(mul), 2, ESP_ACT_NONE);
  check<esp_div_args>(ESP_VARIANTS(div), 3, ESP_ACT_NONE);
}

TEST_CASE("binary kernels apply an activation") {
  for (int activation = ESP_ACT_RELU; activation <= ESP_ACT_CLIP; ++activation)
    check<esp_add_args>(ESP_VARIANTS(add), 0, activation);
  check<esp_mul_args>(ESP_VARIANTS(mul), 2, ESP_ACT_RELU);
}

TEST_CASE("binary kernels work in place") {
  for (const Variant& v : ESP_VARIANTS(sub)) {
    Guarded<float> a(1003), b(1003);
    fill_random(a, 1);
    fill_random(b, 2);
    std::vector<float> expected;
    for (size_t i = 0; i < a.size(); ++i) expected.push_back(a[i] - b[i]);
    esp_sub_args args{};
    args.a = a.data();
    args.b = b.data();
    args.y = b.data();
    args.rank = 1;
    args.shape[0] = 1003;
    args.a_strides[0] = args.b_strides[0] = 1;
    run_tiles(*v.kernel, &args, false);
    CHECK(worst_error(b, expected) == 0);
  }
}

TEST_CASE("collapsing merges what can be walked in one stride") {
  Shape shape = {2, 3, 1, 4, 5}, a = {60, 20, 20, 5, 1}, b = {0, 1, 7, 0, 0};
  esp_int* strides[] = {a.data(), b.data()};
  REQUIRE(esp_collapse(5, shape.data(), 2, strides) == 3);
  CHECK(Shape(shape.begin(), shape.begin() + 3) == Shape{2, 3, 20});
  CHECK(Shape(a.begin(), a.begin() + 3) == Shape{60, 20, 1});
  CHECK(Shape(b.begin(), b.begin() + 3) == Shape{0, 1, 0});
  Shape one = {1, 1}, s = {5, 5};
  esp_int* only[] = {s.data()};
  CHECK(esp_collapse(2, one.data(), 1, only) == 1);
  CHECK(one[0] == 1);
}
