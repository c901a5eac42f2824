// SPDX-License-Identifier: Apache-2.0
#include "engine/base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

namespace espalier::log {
namespace {

spdlog::level::level_enum spdlog_level(Level level) {
  switch (level) {
    case Level::debug:
      return spdlog::level::debug;
    case Level::info:
      return spdlog::level::info;
    case Level::warning:
      return spdlog::level::warn;
    case Level::error:
      break;
  }
  return spdlog::level::err;
}

spdlog::logger& logger() {
  static spdlog::logger& instance = [&]() -> spdlog::logger& {
    auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    // Never destroyed: threads that end after main may still log.
    auto* made = new spdlog::logger("espalier", std::move(sink));
    made->set_pattern("[%H:%M:%S.%e] %^%l%$: %v");
    return *made;
  }();
  return instance;
}

}  // namespace

void set_level(Level level) { logger().set_level(spdlog_level(level)); }

void write(Level level, std::string_view text) {
  logger().log(spdlog_level(level), spdlog::string_view_t(text.data(), text.size()));
}

}  // namespace espalier::log
