// SPDX-License-Identifier: Apache-2.0
#ifndef ESP_VECTOR_EPILOGUE_H
#define ESP_VECTOR_EPILOGUE_H

#include "epilogue.h"
#include "vector_lanes.h"
#include "vector_math.h"

// max(v, 0); -0 becomes 0, NaN stays.
ESP_INLINE esp_vf esp_relu(esp_vf v) { return esp_from_bits(esp_bits(v) & ~esp_le(v, esp_zero())); }

// The activation `kind` (see esp_activation) of v; alpha and beta are its parameters. `kind` is the
// same for each lane, so the branch is cheap in a loop over vectors.
ESP_INLINE esp_vf esp_activate(esp_vf v, esp_int kind, float alpha, float beta) {
  switch (kind) {
    case ESP_ACT_RELU:
      return esp_relu(v);
    case ESP_ACT_LEAKY_RELU:
      return esp_select(esp_gt(v, esp_zero()), v, v * alpha);
    case ESP_ACT_SIGMOID:
      return esp_sigmoid(v);
    case ESP_ACT_TANH:
      return esp_tanh(v);
    case ESP_ACT_CLIP:
      return esp_min_second(esp_set1(beta), esp_max_second(esp_set1(alpha), v));
    default:
      return v;
  }
}

#endif
