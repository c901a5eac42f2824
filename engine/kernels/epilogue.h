// SPDX-License-Identifier: Apache-2.0
//
// What a kernel may do to a result before it is stored. Constants only, so that C++ may include it;
// vector_epilogue.h has the code.
#ifndef ESP_EPILOGUE_H
#define ESP_EPILOGUE_H

// Passed as INT(activation), with REAL(act_alpha) and REAL(act_beta) for the parameters. NaN stays
// NaN under each of them.
typedef enum esp_activation {
  ESP_ACT_NONE = 0,
  ESP_ACT_RELU = 1,
  ESP_ACT_LEAKY_RELU = 2,  // v > 0 ? v : act_alpha * v
  ESP_ACT_SIGMOID = 3,
  ESP_ACT_TANH = 4,
  ESP_ACT_CLIP = 5  // min(max(v, act_alpha), act_beta)
} esp_activation;

// Shape of what is added to a matrix [m, n] before the activation.
typedef enum esp_bias_mode {
  ESP_BIAS_NONE = 0,    // the pointer is not read and may be NULL
  ESP_BIAS_SCALAR = 1,  // bias[0]
  ESP_BIAS_ROW = 2,     // bias[n]: one number a column, the same in each row
  ESP_BIAS_COLUMN = 3,  // bias[m]: one number a row
  ESP_BIAS_FULL = 4     // bias[m, n] with rows ld_bias apart
} esp_bias_mode;

#endif
