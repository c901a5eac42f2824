// SPDX-License-Identifier: Apache-2.0
#include "unary.h"

#include "map.h"

ESP_MAP_FUNCTION(relu, esp_relu(x))
ESP_DEFINE_KERNEL(relu, ESP_UNARY_FIELDS)

ESP_MAP_FUNCTION(leaky_relu, esp_select(esp_gt(x, esp_zero()), x, x * a->alpha))
ESP_DEFINE_KERNEL(leaky_relu, ESP_LEAKY_RELU_FIELDS)

ESP_MAP_FUNCTION(sigmoid, esp_sigmoid(x))
ESP_DEFINE_KERNEL(sigmoid, ESP_UNARY_FIELDS)

ESP_MAP_FUNCTION(tanh, esp_tanh(x))
ESP_DEFINE_KERNEL(tanh, ESP_UNARY_FIELDS)

ESP_MAP_FUNCTION(exp, esp_exp(x))
ESP_DEFINE_KERNEL(exp, ESP_UNARY_FIELDS)

ESP_MAP_FUNCTION(log, esp_log(x))
ESP_DEFINE_KERNEL(log, ESP_UNARY_FIELDS)

ESP_MAP_FUNCTION(sqrt, esp_sqrt(x))
ESP_DEFINE_KERNEL(sqrt, ESP_UNARY_FIELDS)

ESP_MAP_FUNCTION(neg, -x)
ESP_DEFINE_KERNEL(neg, ESP_UNARY_FIELDS)

ESP_MAP_FUNCTION(abs, esp_abs(x))
ESP_DEFINE_KERNEL(abs, ESP_UNARY_FIELDS)

ESP_MAP_FUNCTION(reciprocal, 1.0f / x)
ESP_DEFINE_KERNEL(reciprocal, ESP_UNARY_FIELDS)
