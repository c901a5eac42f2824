// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/target.h"

namespace espalier {
namespace {

const RegisterTarget aarch64{{
    .name = "aarch64",
    .description = ESP_TEXT("engine", "64-bit Arm (ARMv8-A, Neon) under Linux"),
    .compiler = "aarch64-linux-gnu-gcc",
    .package = "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
    .triple = "aarch64-linux-gnu",
    .binutils = "aarch64-linux-gnu-",
    .flags = {"-march=armv8-a"},
    .test_link = {"-static"},
    .width = 4,
#ifdef __aarch64__
    .here = true,
#endif
    .emulator = {"qemu-aarch64", "-cpu", "max"},
    .emulator_package = "qemu-user",
}};

}  // namespace
}  // namespace espalier
