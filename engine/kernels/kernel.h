// SPDX-License-Identifier: Apache-2.0
//
// The contract of a CPU kernel: plain C11, no allocation, no library beyond libm, no global state.
//
// The same text is compiled into the engine once per instruction set and copied into bundles, so a
// kernel never asks which machine it runs on: vectors are `esp_vf` of ESP_WIDTH floats, a macro of
// the object. A kernel's arguments are one struct whose fields are listed once, in an X-macro; from
// that list come the struct, the field table (from which the engine patches pointers and the C
// writer prints a readable initialiser) and nothing else needs to know the layout.
//
// Work is cut into tiles. The number of tiles depends only on the arguments, never on the number of
// threads, and a tile always does the same additions in the same order: results are the same bits
// at any thread count.
#ifndef ESP_KERNEL_H
#define ESP_KERNEL_H

#include <stddef.h>
#include <stdint.h>

typedef ptrdiff_t esp_int;

#define ESP_MAX_RANK 8

typedef enum esp_field_kind {
  ESP_FIELD_IN,    // const T*: read
  ESP_FIELD_OUT,   // T*: written (and read where the kernel's comment says so)
  ESP_FIELD_INT,   // esp_int
  ESP_FIELD_INTS,  // esp_int[ESP_MAX_RANK]
  ESP_FIELD_REAL   // float
} esp_field_kind;

typedef struct esp_field {
  const char* name;
  const char* type;  // element type of a pointer ("float", "int8_t"), else ""
  esp_field_kind kind;
  uint16_t offset;  // bytes from the start of the argument struct
} esp_field;

// A kernel as the engine sees it. Every function gets the kernel's own argument struct.
typedef struct esp_kernel {
  const char*
      name;  // "conv2d"; a bundle calls <name>_tile, so the .c file's function must be named so
  size_t args_bytes;
  // The argument struct's fields, in order; *count receives how many.
  const esp_field* (*fields)(int* count);
  // Tiles of the whole call; 0 for an empty result.
  esp_int (*tiles)(const void* args);
  // Bytes of private scratch that one caller of `tile` needs, 64-byte aligned; depends on sizes only.
  size_t (*scratch_bytes)(const void* args);
  // Computes tiles [begin, end). `scratch` is private to the call.
  void (*tile)(const void* args, esp_int begin, esp_int end, void* scratch);
} esp_kernel;

// ---- declaring a kernel: in its header -----------------------------------------------------------
// #define ESP_RELU_FIELDS(IN, OUT, INT, INTS, REAL) IN(float, x) OUT(float, y) INT(count)
// ESP_DECLARE_KERNEL(relu, ESP_RELU_FIELDS)
#define ESP_MEMBER_IN(type, name) const type* name;
#define ESP_MEMBER_OUT(type, name) type* name;
#define ESP_MEMBER_INT(name) esp_int name;
#define ESP_MEMBER_INTS(name) esp_int name[ESP_MAX_RANK];
#define ESP_MEMBER_REAL(name) float name;

#define ESP_CAT_(a, b) a##b
#define ESP_CAT(a, b) ESP_CAT_(a, b)
#define ESP_STR_(a) #a
#define ESP_STR(a) ESP_STR_(a)

// Symbols of a kernel object: esp_<isa>_<name>. In a bundle ESP_ISA is the bundle's own prefix and
// everything is static.
#ifdef ESP_ISA
#define ESP_FN(name) ESP_CAT(ESP_CAT(ESP_CAT(esp_, ESP_ISA), _), name)
#endif

#ifdef __cplusplus
#define ESP_EXTERN extern "C"
#else
#define ESP_EXTERN extern
#endif

#define ESP_ARGS_STRUCT(kernel, FIELDS)                                                     \
  typedef struct esp_##kernel##_args {                                                      \
    FIELDS(ESP_MEMBER_IN, ESP_MEMBER_OUT, ESP_MEMBER_INT, ESP_MEMBER_INTS, ESP_MEMBER_REAL) \
  } esp_##kernel##_args;

#ifdef ESP_BUNDLE
#define ESP_DECLARE_KERNEL(kernel, FIELDS) ESP_ARGS_STRUCT(kernel, FIELDS)
#else
#define ESP_DECLARE_KERNEL(kernel, FIELDS)         \
  ESP_ARGS_STRUCT(kernel, FIELDS)                  \
  ESP_EXTERN const esp_kernel esp_scalar_##kernel; \
  ESP_EXTERN const esp_kernel esp_plain_##kernel;  \
  ESP_EXTERN const esp_kernel esp_avx2_##kernel;   \
  ESP_EXTERN const esp_kernel esp_avx512_##kernel;
#endif

// ---- defining a kernel: at the end of its .c file --------------------------------------------------
// ESP_DEFINE_KERNEL(relu, ESP_RELU_FIELDS)
// with: static esp_int relu_tiles(const void*), static size_t relu_scratch(const void*),
//       static void relu_tile(const void*, esp_int, esp_int, void*).
// In a bundle the functions are called directly and the table is left out.
#define ESP_ENTRY_IN(t, n) {#n, #t, ESP_FIELD_IN, (uint16_t)offsetof(esp_entry, n)},
#define ESP_ENTRY_OUT(t, n) {#n, #t, ESP_FIELD_OUT, (uint16_t)offsetof(esp_entry, n)},
#define ESP_ENTRY_INT(n) {#n, "", ESP_FIELD_INT, (uint16_t)offsetof(esp_entry, n)},
#define ESP_ENTRY_INTS(n) {#n, "", ESP_FIELD_INTS, (uint16_t)offsetof(esp_entry, n)},
#define ESP_ENTRY_REAL(n) {#n, "", ESP_FIELD_REAL, (uint16_t)offsetof(esp_entry, n)},

#ifdef ESP_BUNDLE
#define ESP_DEFINE_KERNEL(kernel, FIELDS)
#else
#define ESP_DEFINE_KERNEL(kernel, FIELDS)                                                    \
  static const esp_field* kernel##_fields(int* count) {                                      \
    typedef esp_##kernel##_args esp_entry;                                                   \
    static const esp_field table[] = {                                                       \
        FIELDS(ESP_ENTRY_IN, ESP_ENTRY_OUT, ESP_ENTRY_INT, ESP_ENTRY_INTS, ESP_ENTRY_REAL)}; \
    *count = (int)(sizeof table / sizeof *table);                                            \
    return table;                                                                            \
  }                                                                                          \
  const esp_kernel ESP_FN(kernel) = {#kernel,          sizeof(esp_##kernel##_args),          \
                                     kernel##_fields,  kernel##_tiles,                       \
                                     kernel##_scratch, kernel##_tile};
#endif

#endif
