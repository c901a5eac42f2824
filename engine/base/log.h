// SPDX-License-Identifier: Apache-2.0
//
// The one place that includes spdlog (6 s a file) is log.cpp.
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace espalier::log {

enum class Level { debug, info, warning, error };
void set_level(Level level);
void write(Level level, std::string_view text);  // to stderr

template <class... Args> void info(fmt::format_string<Args...> f, Args&&... args) {
  write(Level::info, fmt::format(f, std::forward<Args>(args)...));
}
template <class... Args> void warning(fmt::format_string<Args...> f, Args&&... args) {
  write(Level::warning, fmt::format(f, std::forward<Args>(args)...));
}

}  // namespace espalier::log
