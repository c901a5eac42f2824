// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/target.h"

namespace espalier {
namespace {

const RegisterTarget riscv64{{
    .name = "riscv64",
    .description = ESP_TEXT("engine", "64-bit RISC-V (RV64GC) under Linux"),
    .compiler = "riscv64-linux-gnu-gcc",
    .package = "gcc-riscv64-linux-gnu libc6-dev-riscv64-cross",
    .triple = "riscv64-linux-gnu",
    .binutils = "riscv64-linux-gnu-",
    .flags = {"-march=rv64gc", "-mabi=lp64d"},
    .test_link = {"-static"},
    .width = 1,
#if defined(__riscv) && __riscv_xlen == 64
    .here = true,
#endif
    .emulator = {"qemu-riscv64", "-cpu", "rv64"},
    .emulator_package = "qemu-user",
}};

}  // namespace
}  // namespace espalier
