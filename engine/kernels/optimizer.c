// SPDX-License-Identifier: Apache-2.0
#include "optimizer.h"

#include <math.h>

#include "map.h"

static float optimizer_grad_scale(float scale, const float* factor) {
  return factor ? scale * factor[0] : scale;
}

// ---- sgd ----
// What a step needs beside the arrays. `keep` and `add` are the factors of velocity and gradient in
// the new velocity.
typedef struct sgd_factors {
  float lr, grad_scale, keep, add;
} sgd_factors;

ESP_INLINE void sgd_step(const esp_sgd_args* a, const sgd_factors* f, esp_int i, esp_int n) {
  esp_vf p = esp_load_n(a->param + i, n);
  esp_vf g = esp_load_n(a->grad + i, n) * f->grad_scale + p * a->weight_decay;
  if (a->momentum != 0.0f) {
    esp_vf velocity = g * f->add;
    if (f->keep != 0.0f) velocity += esp_load_n(a->velocity + i, n) * f->keep;
    esp_store_n(a->velocity + i, velocity, n);
    g = a->nesterov ? g + velocity * a->momentum : velocity;
  }
  esp_store_n(a->param + i, p - g * f->lr, n);
}

static esp_int sgd_tiles(const void* args) {
  return esp_chunks(((const esp_sgd_args*)args)->count);
}
ESP_NO_SCRATCH(sgd)
static void sgd_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_sgd_args a = *(const esp_sgd_args*)args;
  const int first = a.step[0] <= 1;
  const sgd_factors f = {a.lr[0], optimizer_grad_scale(a.grad_scale, a.grad_factor),
                         first ? 0.0f : a.momentum, first ? 1.0f : 1.0f - a.dampening};
  const esp_int stop = esp_chunk_end(end, a.count);
  esp_int i = begin * ESP_CHUNK;
  (void)scratch;
  for (; i + ESP_WIDTH <= stop; i += ESP_WIDTH) sgd_step(&a, &f, i, ESP_WIDTH);
  if (i < stop) sgd_step(&a, &f, i, stop - i);
}
ESP_DEFINE_KERNEL(sgd, ESP_SGD_FIELDS)

// ---- adam, adamw ----
// grad_decay is added to the gradient, param_keep multiplies the parameter: Adam uses the former,
// AdamW the latter. step_size = lr / (1 - beta1^step), root_scale = 1 / sqrt(1 - beta2^step).
typedef struct adam_factors {
  float grad_scale, grad_decay, param_keep, step_size, root_scale;
} adam_factors;

static adam_factors adam_factors_of(const esp_adam_args* a) {
  const double step = a->step[0] < 1 ? 1.0 : (double)a->step[0];
  const double correction1 = 1.0 - pow(1.0 - (double)a->decay1, step);
  const double correction2 = 1.0 - pow(1.0 - (double)a->decay2, step);
  const adam_factors f = {optimizer_grad_scale(a->grad_scale, a->grad_factor), a->weight_decay,
                          1.0f, (float)((double)a->lr[0] / correction1),
                          (float)(1.0 / sqrt(correction2))};
  return f;
}

ESP_INLINE void adam_step(const esp_adam_args* a, const adam_factors* f, esp_int i, esp_int n) {
  esp_vf p = esp_load_n(a->param + i, n), m = esp_load_n(a->m + i, n);
  esp_vf v = esp_load_n(a->v + i, n);
  const esp_vf g = esp_load_n(a->grad + i, n) * f->grad_scale + p * f->grad_decay;
  p *= f->param_keep;
  m += (g - m) * a->decay1;
  v += (g * g - v) * a->decay2;
  p -= m * f->step_size / (esp_sqrt(v) * f->root_scale + a->epsilon);
  esp_store_n(a->m + i, m, n);
  esp_store_n(a->v + i, v, n);
  esp_store_n(a->param + i, p, n);
}

static void adam_range(const esp_adam_args* args, adam_factors f, esp_int i, esp_int stop) {
  const esp_adam_args a = *args;
  for (; i + ESP_WIDTH <= stop; i += ESP_WIDTH) adam_step(&a, &f, i, ESP_WIDTH);
  if (i < stop) adam_step(&a, &f, i, stop - i);
}

static esp_int adam_tiles(const void* args) {
  return esp_chunks(((const esp_adam_args*)args)->count);
}
ESP_NO_SCRATCH(adam)
static void adam_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_adam_args* a = args;
  (void)scratch;
  adam_range(a, adam_factors_of(a), begin * ESP_CHUNK, esp_chunk_end(end, a->count));
}
ESP_DEFINE_KERNEL(adam, ESP_ADAM_FIELDS)

static esp_int adamw_tiles(const void* args) {
  return esp_chunks(((const esp_adamw_args*)args)->count);
}
ESP_NO_SCRATCH(adamw)
static void adamw_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  esp_adam_args a;  // has the same fields
  (void)scratch;
  memcpy(&a, args, sizeof a);
  adam_factors f = adam_factors_of(&a);
  f.grad_decay = 0.0f;
  f.param_keep = 1.0f - a.lr[0] * a.weight_decay;
  adam_range(&a, f, begin * ESP_CHUNK, esp_chunk_end(end, a.count));
}
ESP_DEFINE_KERNEL(adamw, ESP_ADAM_FIELDS)
