// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/target.h"

#include "engine/base/message.h"

namespace espalier {

std::span<const BundleTarget> bundle_targets() {
  static const std::vector<BundleTarget> targets = {
      {"x86-64-v2",
       ESP_TEXT("engine", "64-bit x86 with SSE4.2, any since about 2009"),
       "cc",
       {"-march=x86-64-v2"},
       4,
       Isa::plain},
      {"x86-64-v3",
       ESP_TEXT("engine", "64-bit x86 with AVX2 and FMA, most since about 2015"),
       "cc",
       {"-march=x86-64-v3"},
       8,
       Isa::avx2},
      {"x86-64-v4",
       ESP_TEXT("engine", "64-bit x86 with AVX-512"),
       "cc",
       {"-march=x86-64-v4", "-mprefer-vector-width=512"},
       16,
       Isa::avx512},
  };
  return targets;
}

const BundleTarget& bundle_target(std::string_view name) {
  std::string names;
  for (const BundleTarget& t : bundle_targets()) {
    if (t.name == name) return t;
    names += (names.empty() ? "" : ", ") + std::string(t.name);
  }
  throw Error(ESP_TEXT("engine", "target \"{}\" is not known; there are {}"), name, names);
}

}  // namespace espalier
