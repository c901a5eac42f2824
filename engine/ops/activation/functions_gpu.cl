// SPDX-License-Identifier: Apache-2.0
//
// The functions of engine/kernels/functions.h and what flows back through them, dx = dy * f'(x).
#ifdef __OPENCL_VERSION__
#define SIN(v) sin(v)
#define COS(v) cos(v)
#else
/* Those of CUDA keep an array in memory for great angles. Here the turn, v / pi, is in two parts. */
DEVICE float small_turn(float v, float turn) {
  return fmaf(v, 0.318309873f, -turn) + v * 1.28412766e-8f;
}
DEVICE float SIN(float v) {
  const float turn = v * 0.318309873f, rest = small_turn(v, turn);
  return sinpif(turn) * cospif(rest) + cospif(turn) * sinpif(rest);
}
DEVICE float COS(float v) {
  const float turn = v * 0.318309873f, rest = small_turn(v, turn);
  return cospif(turn) * cospif(rest) - sinpif(turn) * sinpif(rest);
}
#endif

/* y = value, of x and the operator's settings alpha and beta. */
#define FUNCTION(name, value)                                                       \
  KERNEL(name##_function)(MEM(from), MEM(to), int count, float alpha, float beta) { \
    INPUT(float, from);                                                             \
    OUTPUT(float, to);                                                              \
    const int i = GLOBAL_ID;                                                        \
    if (i >= count) return;                                                         \
    const float x = from[i];                                                        \
    to[i] = value;                                                                  \
  }

/* dx = dy * value. */
#define SLOPE(name, value)                                                                  \
  KERNEL(name##_slope)(MEM(flow), MEM(from), MEM(to), int count, float alpha, float beta) { \
    INPUT(float, flow);                                                                     \
    INPUT(float, from);                                                                     \
    OUTPUT(float, to);                                                                      \
    const int i = GLOBAL_ID;                                                                \
    if (i >= count) return;                                                                 \
    const float dy = flow[i], x = from[i];                                                  \
    to[i] = value;                                                                          \
  }

/* v between low and high; NaN stays. */
DEVICE float between(float v, float low, float high) {
  const float least = v < low ? low : v;
  return least > high ? high : least;
}

FUNCTION(exp, EXP(x))
FUNCTION(log, LOG(x))
FUNCTION(sqrt, SQRT(x))
FUNCTION(reciprocal, 1.0f / x)
FUNCTION(neg, -x)
FUNCTION(abs, MATH(fabs)(x))
FUNCTION(floor, MATH(floor)(x))
FUNCTION(ceil, MATH(ceil)(x))
FUNCTION(round, MATH(rint)(x))
FUNCTION(sign, x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : x)
FUNCTION(erf, MATH(erf)(x))
FUNCTION(sin, SIN(x))
FUNCTION(cos, COS(x))
FUNCTION(softplus, activate(x, 1, 0.0f) + MATH(log1p)(EXP(-MATH(fabs)(x))))
FUNCTION(softsign, x / (1.0f + MATH(fabs)(x)))
FUNCTION(hard_sigmoid, between(x* alpha + beta, 0.0f, 1.0f))
FUNCTION(hard_swish, x* between(x*(1.0f / 6.0f) + 0.5f, 0.0f, 1.0f))
FUNCTION(elu, x > 0.0f ? x : alpha * MATH(expm1)(x))
FUNCTION(selu, beta*(x > 0.0f ? x : alpha * MATH(expm1)(x)))
FUNCTION(clip, between(x, alpha, beta))

SLOPE(exp, dy* EXP(x))
SLOPE(log, dy / x)
SLOPE(sqrt, dy * 0.5f / SQRT(x))
SLOPE(reciprocal, -dy / (x * x))
SLOPE(neg, -dy)
SLOPE(abs, x > 0.0f ? dy : x < 0.0f ? -dy : 0.0f)
SLOPE(erf, dy * 1.12837917f * EXP(-x * x))
SLOPE(sin, dy* COS(x))
SLOPE(cos, -dy* SIN(x))
SLOPE(softplus, dy* activate(x, 3, 0.0f))
SLOPE(softsign, dy / ((1.0f + MATH(fabs)(x)) * (1.0f + MATH(fabs)(x))))
SLOPE(hard_sigmoid, x* alpha + beta > 0.0f && x * alpha + beta < 1.0f ? dy * alpha : dy * 0.0f)
SLOPE(hard_swish, dy*(x <= -3.0f ? 0.0f : x >= 3.0f ? 1.0f : x * (1.0f / 3.0f) + 0.5f))
SLOPE(elu, dy*(x > 0.0f ? 1.0f : alpha * EXP(x)))
SLOPE(selu, dy* beta*(x > 0.0f ? 1.0f : alpha * EXP(x)))

/* Gelu, and `tanh`, its approximation. */
DEVICE float gelu_tanh(float x) { return TANH(0.797884561f * x * (1.0f + 0.044715f * x * x)); }
FUNCTION(gelu, 0.5f * x * (1.0f + MATH(erf)(x * 0.707106781f)))
FUNCTION(gelu_tanh, 0.5f * x * (1.0f + gelu_tanh(x)))
SLOPE(gelu,
      dy*(0.5f * (1.0f + MATH(erf)(x * 0.707106781f)) + x * 0.398942280f * EXP(-0.5f * x * x)))
DEVICE float gelu_tanh_grad(float x) {
  const float t = gelu_tanh(x);
  const float inner = 0.797884561f * (1.0f + 3.0f * 0.044715f * x * x);
  return 0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * inner;
}
SLOPE(gelu_tanh, dy* gelu_tanh_grad(x))
