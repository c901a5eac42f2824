// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/target.h"

namespace espalier {
namespace {

// By Clang: GCC 12 knows no vectors for RISC-V. Vectors of 128 bits, which every V has.
const RegisterTarget riscv64_v{{
    .name = "riscv64-v",
    .description = ESP_TEXT("engine", "64-bit RISC-V with vectors (RV64GCV) under Linux"),
    .compiler = "clang",
    .package = "clang gcc-riscv64-linux-gnu libc6-dev-riscv64-cross",
    .triple = "riscv64-linux-gnu",
    .binutils = "riscv64-linux-gnu-",
    .flags = {"-march=rv64gcv", "-mabi=lp64d", "-mllvm", "-riscv-v-vector-bits-min=128"},
    .test_link = {"-static"},
    .width = 4,
    .emulator = {"qemu-riscv64", "-cpu", "rv64,v=true,vlen=128,vext_spec=v1.0"},
    .emulator_package = "qemu-user",
}};

}  // namespace
}  // namespace espalier
