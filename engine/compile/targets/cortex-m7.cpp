// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/target.h"

namespace espalier {
namespace {

const RegisterTarget cortex_m7{{
    .name = "cortex-m7",
    .description =
        ESP_TEXT("engine", "Arm Cortex-M7 with its floating-point unit, no operating system"),
    .compiler = "arm-none-eabi-gcc",
    .package = "gcc-arm-none-eabi libnewlib-arm-none-eabi",
    .triple = "arm-none-eabi",
    .binutils = "arm-none-eabi-",
    .flags = {"-mcpu=cortex-m7", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv5-sp-d16"},
    .shared = false,
    .width = 1,
    .emulator = {"qemu-system-arm", "-M", "mps2-an500", "-nographic", "-monitor", "none", "-serial",
                 "none", "-semihosting-config", "enable=on,target=native", "-kernel"},
    .emulator_package = "qemu-system-arm",
    .bare = BareMachine{0x00000000, 0x00000400, (4 << 20) - 0x400, 0x60000000, 16 << 20},
    .boards =
        {
            {"NUCLEO-H743ZI", 2 << 20, 512 << 10, "ST, data sheet DS12110 (AXI SRAM)"},
            {"STM32F746G-DISCO", 1 << 20, 320 << 10, "ST, data sheet DS10916"},
            {"Teensy-4.1", 8126464, 512 << 10, "PJRC, technical information of Teensy 4.1 (RAM1)"},
        },
}};

}  // namespace
}  // namespace espalier
