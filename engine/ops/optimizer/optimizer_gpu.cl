// SPDX-License-Identifier: Apache-2.0
//
// One step of an optimiser, as engine/kernels/optimizer.h has it; the results may lie where the
// parameter and its state do.
KERNEL(sgd)
(MEM(param), MEM(grad), float lr, i64 step, MEM(grad_factor), MEM(velocity), MEM(new_param),
 MEM(new_velocity), int count, int nesterov, float momentum, float dampening, float weight_decay,
 float grad_scale) {
  INPUT(float, param);
  INPUT(float, grad);
  INPUT(float, grad_factor);
  INPUT(float, velocity);
  OUTPUT(float, new_param);
  OUTPUT(float, new_velocity);
  const int i = GLOBAL_ID;
  if (i >= count) return;
  const float p = param[i], factor = grad_factor ? grad_scale * grad_factor[0] : grad_scale;
  float g = grad[i] * factor + p * weight_decay;
  if (momentum != 0.0f) {
    const float v = step <= 1 ? g : momentum * velocity[i] + (1.0f - dampening) * g;
    new_velocity[i] = v;
    g = nesterov ? g + momentum * v : v;
  } else if (new_velocity) {
    new_velocity[i] = velocity[i];
  }
  new_param[i] = p - g * lr;
}

/* 1 - (1 - decay)^step without the loss of digits that a power in floats has. */
DEVICE float correction(float decay, i64 step) {
  const float n = step < 1 ? 1.0f : (float)step;
  return -MATH(expm1)(n * MATH(log1p)(-decay));
}

/* decay1 = 1 - beta1, decay2 = 1 - beta2. `decoupled`: the weight decay is AdamW's. */
KERNEL(adam)
(MEM(param), MEM(grad), float lr, i64 step, MEM(grad_factor), MEM(m), MEM(v), MEM(new_param),
 MEM(new_m), MEM(new_v), int count, int decoupled, float decay1, float decay2, float epsilon,
 float weight_decay, float grad_scale) {
  INPUT(float, param);
  INPUT(float, grad);
  INPUT(float, grad_factor);
  INPUT(float, m);
  INPUT(float, v);
  OUTPUT(float, new_param);
  OUTPUT(float, new_m);
  OUTPUT(float, new_v);
  const int i = GLOBAL_ID;
  if (i >= count) return;
  const float factor = grad_factor ? grad_scale * grad_factor[0] : grad_scale;
  float p = param[i];
  const float g = grad[i] * factor + (decoupled ? 0.0f : p * weight_decay);
  if (decoupled) p *= 1.0f - lr * weight_decay;
  const float first = m[i] + (g - m[i]) * decay1;
  const float second = v[i] + (g * g - v[i]) * decay2;
  new_m[i] = first;
  new_v[i] = second;
  const float root = SQRT(second / correction(decay2, step));
  new_param[i] = p - lr / correction(decay1, step) * first / (root + epsilon);
}
