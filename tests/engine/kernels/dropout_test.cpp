// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/dropout.h"

#include <doctest/doctest.h>

#include "engine/kernels/philox.h"
#include "guarded.h"

using namespace espalier::testing;

TEST_CASE("philox gives the numbers of its authors' test vectors") {
  struct Known {
    uint32_t counter[4], key[2], out[4];
  };
  const Known known[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (const Known& k : known) {
    uint32_t out[4];
    esp_philox4x32(k.counter, k.key, out);
    for (int i = 0; i < 4; ++i) CHECK(out[i] == k.out[i]);
  }
  uint32_t words[ESP_PHILOX_WORDS];
  const uint64_t seed = 0x123456789abcdefull, node = 0xfedcba9876543210ull, step = 12345;
  for (uint32_t group : {0u, 1u, 77u}) {
    esp_philox_group(seed, node, step, group, words);
    for (uint32_t i = 0; i < ESP_PHILOX_WORDS; ++i)
      REQUIRE(words[i] == esp_philox_word(seed, node, step, group * ESP_PHILOX_WORDS + i));
  }
  CHECK(esp_philox_uniform(0) == 0.0f);
  CHECK(esp_philox_uniform(0xffffffffu) < 1.0f);
}

TEST_CASE("dropout keeps what its random words say and scales it") {
  const int64_t seed = -987654321, step = 17;
  for (const Variant& v : ESP_VARIANTS(dropout))
    for (size_t size : {0, 1, 9, 63, 64, 65, 1000, 16384 + 130})
      for (float ratio : {0.0f, 0.3f, 0.5f, 0.999f, 1.0f}) {
        CAPTURE(v.isa);
        CAPTURE(size);
        CAPTURE(ratio);
        Guarded<float> x(size), y(size, 7.0f), dx(size);
        Guarded<uint8_t> mask(size, 9);
        fill_random(x, 1);
        if (size > 2) x[2] = std::nanf("");
        std::vector<uint8_t> expected_mask;
        std::vector<double> expected;
        for (size_t i = 0; i < size; ++i) {
          const uint32_t word =
              esp_philox_word(static_cast<uint64_t>(seed), 42, static_cast<uint64_t>(step), i);
          expected_mask.push_back(word >= double(ratio) * 4294967296.0);
          expected.push_back(expected_mask[i] ? x[i] / (1 - double(ratio)) : 0.0);
        }
        esp_dropout_args args{
            x.data(), &seed, &step, y.data(), mask.data(), static_cast<esp_int>(size), 42, ratio};
        CHECK(run_both_ways(*v.kernel, args, y, mask));
        CHECK(mask.copy() == expected_mask);
        CHECK(worst_error(y, expected) <= 1e-6);
        for (const Variant& grad : ESP_VARIANTS(dropout_grad)) {
          esp_dropout_grad_args back{x.data(), mask.data(), dx.data(), static_cast<esp_int>(size),
                                     ratio};
          CHECK(run_both_ways(*grad.kernel, back, dx));
          CHECK(worst_error(dx, expected) <= 1e-6);
        }
        args.y = x.data();
        run_tiles(*v.kernel, &args, true);
        CHECK(std::memcmp(x.data(), y.data(), size * sizeof(float)) == 0);
      }
}

TEST_CASE("dropout differs between steps, nodes and seeds, and keeps its share") {
  for (const Variant& v : ESP_VARIANTS(dropout)) {
    const size_t size = 100'000;
    Guarded<float> x(size, 1.0f), y(size);
    std::vector<std::vector<uint8_t>> masks;
    for (int64_t change = 0; change < 4; ++change) {
      const int64_t seed = 5 + (change == 1), step = 9 + (change == 2);
      Guarded<uint8_t> mask(size);
      esp_dropout_args args{x.data(),
                            &seed,
                            &step,
                            y.data(),
                            mask.data(),
                            static_cast<esp_int>(size),
                            static_cast<esp_int>(3 + (change == 3)),
                            0.25f};
      run_tiles(*v.kernel, &args, false);
      masks.push_back(mask.copy());
      const auto kept = std::count(mask.begin(), mask.end(), uint8_t(1));
      CHECK(std::abs(static_cast<double>(kept) / size - 0.75) < 0.01);
      size_t same = 0;
      for (size_t i = 0; i < size; ++i) same += masks[0][i] == mask[i];
      if (change > 0) CHECK(std::abs(static_cast<double>(same) / size - 0.625) < 0.01);
    }
  }
}
