// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/target.h"

namespace espalier {
namespace {

const RegisterTarget host{{
    .name = "host",
    .description = ESP_TEXT("engine", "this machine's own processor"),
    .compiler = "cc",
    .package = "gcc libc6-dev",
    .flags = {"-march=native"},
    .width = vector_width(best_isa()),
    .like = best_isa(),
    .here = true,
}};

}  // namespace
}  // namespace espalier
