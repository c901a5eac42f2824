// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/targets/x86_64.h"

namespace espalier {
namespace {

// No emulator of Debian 12 knows AVX-512.
const RegisterTarget x86_64_v4{x86_64({
    .name = "x86-64-v4",
    .description = ESP_TEXT("engine", "64-bit x86 with AVX-512"),
    .flags = {"-march=x86-64-v4", "-mprefer-vector-width=512"},
    .width = 16,
    .like = Isa::avx512,
})};

}  // namespace
}  // namespace espalier
