// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/targets/x86_64.h"

namespace espalier {
namespace {

const RegisterTarget x86_64_v2{x86_64({
    .name = "x86-64-v2",
    .description = ESP_TEXT("engine", "64-bit x86 with SSE4.2, any since about 2009"),
    .flags = {"-march=x86-64-v2"},
    .width = 4,
    .like = Isa::plain,
    .emulator = {"qemu-x86_64", "-cpu", "max"},
})};

}  // namespace
}  // namespace espalier
