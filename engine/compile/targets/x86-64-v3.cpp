// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/targets/x86_64.h"

namespace espalier {
namespace {

const RegisterTarget x86_64_v3{x86_64({
    .name = "x86-64-v3",
    .description = ESP_TEXT("engine", "64-bit x86 with AVX2 and FMA, most since about 2015"),
    .flags = {"-march=x86-64-v3"},
    .width = 8,
    .like = Isa::avx2,
    .emulator = {"qemu-x86_64", "-cpu", "max"},
})};

}  // namespace
}  // namespace espalier
