// SPDX-License-Identifier: Apache-2.0
//
// Casts as engine/kernels/cast.h has them; `to` is an esp_cast_type. A kernel says what the element v
// is as each of them.
#define WRITTEN_AS(type) ((GLOBAL(type))(y_base + y_at))[i]

#define CAST(name, type, as_float, as_int, as_i64, as_u8, as_i8) \
  KERNEL(cast_##name)(MEM(x), MEM(y), int count, int to) {       \
    INPUT(type, x);                                              \
    const int i = GLOBAL_ID;                                     \
    if (i >= count) return;                                      \
    const type v = x[i];                                         \
    if (to == 0) WRITTEN_AS(float) = as_float;                   \
    if (to == 1) WRITTEN_AS(int) = as_int;                       \
    if (to == 2) WRITTEN_AS(i64) = as_i64;                       \
    if (to == 3) WRITTEN_AS(u8) = as_u8;                         \
    if (to == 4) WRITTEN_AS(i8) = as_i8;                         \
    if (to == 5) WRITTEN_AS(u8) = v != 0;                        \
  }

/* Towards zero; NaN gives 0, a value outside the range its nearest end. */
#define CLAMPED(type, low, high, below, above) \
  (v != v ? (type)0 : v <= below ? (type)(low) : v >= above ? (type)(high) : (type)v)
#define MOST_I64 0x7fffffffffffffff

CAST(float, float, v, CLAMPED(int, -2147483647 - 1, 2147483647, -2147483648.0f, 2147483648.0f),
     CLAMPED(i64, -MOST_I64 - 1, MOST_I64, -9223372036854775808.0f, 9223372036854775808.0f),
     (u8)CLAMPED(int, 0, 255, 0.0f, 255.0f), (i8)CLAMPED(int, -128, 127, -128.0f, 127.0f))

#define CAST_INTEGER(name, type) CAST(name, type, (float)v, (int)v, (i64)v, (u8)v, (i8)v)
CAST_INTEGER(int32, int)
CAST_INTEGER(int64, i64)
CAST_INTEGER(uint8, u8)
CAST_INTEGER(int8, i8)

CAST(bool, u8, v ? 1.0f : 0.0f, v != 0, v != 0, v != 0, v != 0)
