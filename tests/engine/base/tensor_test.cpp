// SPDX-License-Identifier: Apache-2.0
#include "engine/base/tensor.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>

#include "engine/base/message.h"

using namespace espalier;

TEST_CASE("tensor: zeroed and aligned") {
  for (const std::int64_t n : {0, 1, 1000, 300000}) {
    const Tensor t(DType::float32, {n});
    CHECK(reinterpret_cast<std::uintptr_t>(t.data()) % 64 == 0);
    CHECK(t.count() == n);
    for (const float v : t.values<float>()) REQUIRE(v == 0);
  }
}

TEST_CASE("tensor: copies share until one is written") {
  Tensor a = Tensor::of<float>({2}, {1, 2});
  Tensor b = a;
  CHECK(a.data() == b.data());
  b.mutable_values<float>()[0] = 5;
  CHECK(a.values<float>()[0] == 1);
  CHECK(b.values<float>()[0] == 5);
  CHECK_FALSE(a.identical(b));
}

TEST_CASE("tensor: a view is copied before writing") {
  alignas(8) const std::int32_t memory[3] = {1, 2, 3};
  const auto* bytes = reinterpret_cast<const std::byte*>(memory);
  Tensor v = Tensor::view(DType::int32, {3}, bytes, nullptr);
  CHECK(v.data() == bytes);
  v.mutable_values<std::int32_t>()[0] = 9;
  CHECK(memory[0] == 1);
  const Tensor odd = Tensor::view(DType::uint16, {2}, bytes + 1, nullptr);
  CHECK(odd.data() != bytes + 1);
}

TEST_CASE("tensor: reshape, strings, misuse") {
  const Tensor t = Tensor::of<std::int64_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(t.reshaped({3, 2}).data() == t.data());
  CHECK_THROWS_AS(t.reshaped({4}), Error);
  CHECK_THROWS_AS(t.values<float>(), std::logic_error);
  const Tensor s = Tensor::of_strings({2}, {"a", "b"});
  CHECK(s.strings()[1] == "b");
  CHECK(s.identical(Tensor::of_strings({2}, {"a", "b"})));
  CHECK_FALSE(Tensor());
  CHECK(Tensor::scalar(2.0F).count() == 1);
}

TEST_CASE("tensor: impossible sizes are errors") {
  CHECK_THROWS_AS(Tensor(DType::float32, {-1}), Error);
  CHECK_THROWS_AS(Tensor(DType::float32, {INT64_MAX, 4}), Error);
  CHECK_THROWS_AS(Tensor(DType::float64, {INT64_MAX / 2}), Error);
}
