// SPDX-License-Identifier: Apache-2.0
//
// One dialect for OpenCL C 1.2 and CUDA C++; this text stands before every kernel source.
//
//   KERNEL(relu)(MEM(x), MEM(y), int count) {
//     INPUT(float, x);
//     OUTPUT(float, y);
//     const int i = GLOBAL_ID;
//     if (i < count) y[i] = x[i] > 0.0f ? x[i] : 0.0f;
//   }
// A function of the languages' libraries is MATH(erf)(x). Sine and cosine stand in functions_gpu.cl.
// No vector types, no vendor's header, no more than 256 work-items and 32 KB of local memory a group.
// A pointer is passed as memory and a place in it; a null pointer is one that compares equal to 0.
#ifdef __OPENCL_VERSION__
#define KERNEL(name) __kernel void name
#define MEM(name) __global char *name##_base, long name##_at
#define GLOBAL(type) __global type*
#define INPUT(type, name) \
  const __global type* name = (const __global type*)(name##_base + name##_at)
#define OUTPUT(type, name) __global type* name = (__global type*)(name##_base + name##_at)
#define DEVICE static inline
#define LOCAL(type, name, count) __local type name[count]
#define LOCAL_POINTER(type) __local type*
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define GROUP(d) ((int)get_group_id(d))
#define ITEM(d) ((int)get_local_id(d))
#define GROUP_ITEMS ((int)get_local_size(0))
#define MATH(name) name
#define EXP(v) exp(v)
#define LOG(v) log(v)
#define SQRT(v) sqrt(v)
#define TANH(v) tanh(v)
#define FLOAT_OF_BITS(v) as_float(v)
typedef uchar u8;
typedef char i8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef long i64;
#else
#define KERNEL(name) extern "C" __global__ void __launch_bounds__(256) name
#define MEM(name) char *name##_base, long long name##_at
#define GLOBAL(type) type*
#define INPUT(type, name) const type* name = (const type*)(name##_base + name##_at)
#define OUTPUT(type, name) type* name = (type*)(name##_base + name##_at)
#define DEVICE static __device__ __forceinline__
#define LOCAL(type, name, count) __shared__ type name[count]
#define LOCAL_POINTER(type) type*
#define BARRIER() __syncthreads()
#define GROUP(d) ((int)((d) == 0 ? blockIdx.x : (d) == 1 ? blockIdx.y : blockIdx.z))
#define ITEM(d) ((int)((d) == 0 ? threadIdx.x : (d) == 1 ? threadIdx.y : threadIdx.z))
#define GROUP_ITEMS ((int)blockDim.x)
#define MATH(name) name##f
#define EXP(v) expf(v)
#define LOG(v) logf(v)
#define SQRT(v) sqrtf(v)
#define TANH(v) tanhf(v)
#define FLOAT_OF_BITS(v) __int_as_float(v)
typedef unsigned char u8;
typedef signed char i8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;
#endif

/* Before a loop whose count is a constant: arrays that it indexes stay in registers. */
#define UNROLL _Pragma("unroll")
#define GLOBAL_ID (GROUP(0) * GROUP_ITEMS + ITEM(0))
#define NOT_A_NUMBER FLOAT_OF_BITS(0x7fc00000)
#define INFINITE FLOAT_OF_BITS(0x7f800000)

/* The numbers of engine/kernels/epilogue.h; NaN stays NaN. */
DEVICE float activate(float v, int kind, float alpha) {
  if (kind == 1) return v <= 0.0f ? 0.0f : v;
  if (kind == 2) return v > 0.0f ? v : alpha * v;
  if (kind == 3) return 1.0f / (1.0f + EXP(-v));
  if (kind == 4) return TANH(v);
  return v;
}

/* The sum and the maximum of a number of every item of the group, always in the same order; every item
 * gets it. The group has a power of two of items in one dimension, `scratch` as many floats. */
DEVICE float group_sum(float v, LOCAL_POINTER(float) scratch) {
  const int item = ITEM(0);
  scratch[item] = v;
  BARRIER();
  for (int half_of = GROUP_ITEMS / 2; half_of > 0; half_of /= 2) {
    if (item < half_of) scratch[item] += scratch[item + half_of];
    BARRIER();
  }
  v = scratch[0];
  BARRIER();
  return v;
}

DEVICE float group_max(float v, LOCAL_POINTER(float) scratch) {
  const int item = ITEM(0);
  scratch[item] = v;
  BARRIER();
  for (int half_of = GROUP_ITEMS / 2; half_of > 0; half_of /= 2) {
    if (item < half_of) {
      const float other = scratch[item + half_of];
      if (other > scratch[item] || other != other) scratch[item] = other;
    }
    BARRIER();
  }
  v = scratch[0];
  BARRIER();
  return v;
}
