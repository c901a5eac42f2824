// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace espalier {
namespace {

constexpr double kExact = 9007199254740992;  // 2^53: whole numbers up to here are what was meant

}  // namespace

std::string number_text(double value) {
  if (!(std::abs(value) < kExact) || value != std::floor(value))
    return fmt::format("{:.7g}", value);
  std::string text = fmt::format("{:.0f}", std::abs(value));
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return value < 0 ? "-" + text : text;
}

}  // namespace espalier
