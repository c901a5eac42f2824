// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/c_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace espalier {

const std::set<std::string> CNames::fixed_ = {
    // the function that is written
    "arena", "m", "a", "i", "w", "scratch", "weights", "ALIGNED_64",
    // stddef.h, stdint.h, math.h, and what compilers define
    "NULL", "offsetof", "size_t", "ptrdiff_t", "wchar_t", "max_align_t", "int8_t", "int16_t",
    "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "intptr_t", "uintptr_t",
    "intmax_t", "uintmax_t", "NAN", "INFINITY", "HUGE_VAL", "HUGE_VALF", "OVERFLOW", "UNDERFLOW",
    "DOMAIN", "SING", "errno", "linux", "unix", "i386", "arm", "wasm", "asm", "typeof"};

std::string c_upper(std::string_view text) {
  std::string s(text);
  std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return std::toupper(c); });
  return s;
}

void CNames::reserve(std::string_view c) {
  std::string word;
  for (const char letter : c) {
    if (std::isalnum(static_cast<unsigned char>(letter)) || letter == '_') {
      word += letter;
      continue;
    }
    if (word.find('_') != std::string::npos) names_.insert(word);
    word.clear();
  }
}

std::string CNames::unique(const std::string& wish) {
  std::string name = wish;
  for (int n = 2; names_.contains(name) || capitals_.contains(c_upper(name)); ++n)
    name = fmt::format("{}_{}", wish, n);
  names_.insert(name);
  capitals_.insert(c_upper(name));
  return name;
}

}  // namespace espalier
