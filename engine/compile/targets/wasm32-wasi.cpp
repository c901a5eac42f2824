// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/target.h"

namespace espalier {
namespace {

// SIMD of 128 bits, which every browser has had since 2023.
const RegisterTarget wasm32_wasi{{
    .name = "wasm32-wasi",
    .description = ESP_TEXT("engine", "WebAssembly with SIMD, under WASI"),
    .compiler = "clang",
    .package = "clang lld llvm wasi-libc libclang-rt-dev-wasm32",
    .triple = "wasm32-wasi",
    .binutils = "llvm-",
    .flags = {"-msimd128"},
    .shared = false,
    .width = 4,
    .emulator = {"wasmtime"},
    .emulator_package = "wasmtime.dev",
}};

}  // namespace
}  // namespace espalier
