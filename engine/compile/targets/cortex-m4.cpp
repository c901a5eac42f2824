// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/target.h"

namespace espalier {
namespace {

const RegisterTarget cortex_m4{{
    .name = "cortex-m4",
    .description =
        ESP_TEXT("engine", "Arm Cortex-M4 with its floating-point unit, no operating system"),
    .compiler = "arm-none-eabi-gcc",
    .package = "gcc-arm-none-eabi libnewlib-arm-none-eabi",
    .triple = "arm-none-eabi",
    .binutils = "arm-none-eabi-",
    .flags = {"-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"},
    .shared = false,
    .width = 1,
    .emulator = {"qemu-system-arm", "-M", "mps2-an386", "-nographic", "-monitor", "none", "-serial",
                 "none", "-semihosting-config", "enable=on,target=native", "-kernel"},
    .emulator_package = "qemu-system-arm",
    .bare = BareMachine{0x00000000, 0x00000400, (4 << 20) - 0x400, 0x21000000, 16 << 20},
    .boards =
        {
            {"NUCLEO-L4R5ZI", 2 << 20, 640 << 10, "ST, data sheet DS12023"},
            {"Arduino-Nano-33-BLE", 1 << 20, 256 << 10, "Nordic, nRF52840 product specification"},
            {"STM32F4-DISCOVERY", 1 << 20, 128 << 10, "ST, data sheet DS8626 (without 64 KiB CCM)"},
        },
}};

}  // namespace
}  // namespace espalier
