// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/sum_chunks.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/engine/kernels/guarded.h"

namespace espalier::testing {
namespace {

TEST_CASE("sum_chunks: order, in place, on top") {
  for (const Variant& v : ESP_VARIANTS(sum_chunks))
    for (esp_int count : {0, 1, 37, 9000})
      for (esp_int chunks : {0, 1, 5}) {
        Guarded<float> partial(static_cast<size_t>(count * chunks)),
            sum(static_cast<size_t>(count));
        fill_random(partial, 5);
        fill_random(sum, 6);
        for (int accumulate : {1, 0}) {
          std::vector<float> expected = sum.copy();
          for (size_t i = 0; i < expected.size(); ++i) {
            float s = accumulate ? expected[i] : chunks ? partial[i] : 0;
            for (esp_int j = accumulate ? 0 : 1; j < chunks; ++j)
              s += partial[static_cast<size_t>(j * count) + i];
            expected[i] = s;
          }
          esp_sum_chunks_args s = {partial.data(), sum.data(), chunks, count, accumulate};
          run_tiles(*v.kernel, &s, false);
          CHECK(sum.copy() == expected);
          if (accumulate == 0 && chunks > 0) {
            s.sum = partial.data();
            run_tiles(*v.kernel, &s, false);
            CHECK(std::equal(expected.begin(), expected.end(), partial.begin()));
          }
        }
      }
}

}  // namespace
}  // namespace espalier::testing
