// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/target.h"

namespace espalier {
namespace {

// Without Helium: from -O1 on, GCC 12 makes vector code for it that gives wrong results (seen under
// QEMU 7.2; the same source is right at -O0 and without).
const RegisterTarget cortex_m55{{
    .name = "cortex-m55",
    .description =
        ESP_TEXT("engine", "Arm Cortex-M55 with its floating-point unit, without Helium"),
    .compiler = "arm-none-eabi-gcc",
    .package = "gcc-arm-none-eabi libnewlib-arm-none-eabi",
    .triple = "arm-none-eabi",
    .binutils = "arm-none-eabi-",
    .flags = {"-mcpu=cortex-m55+nomve", "-mthumb", "-mfloat-abi=hard"},
    .shared = false,
    .width = 1,
    .emulator = {"qemu-system-arm", "-M", "mps3-an547", "-nographic", "-monitor", "none", "-serial",
                 "none", "-semihosting-config", "enable=on,target=native", "-kernel"},
    .emulator_package = "qemu-system-arm",
    .bare = BareMachine{0x10000000, 0x11000000, 2 << 20, 0x31000000, 4 << 20},
    .boards =
        {
            {"Ensemble-E7-DevKit", 5767168, 4 << 20,
             "Alif, data sheet of the Ensemble E7 (MRAM, SRAM0)"},
            {"MPS3-AN547", 2 << 20, 2 << 20, "Arm, application note AN547 (SRAM, ISRAM)"},
        },
}};

}  // namespace
}  // namespace espalier
