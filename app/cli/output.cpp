// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace espalier::cli {
namespace {

constexpr int width = 24;

bool terminal() {
  static const bool is = isatty(STDERR_FILENO) != 0;
  return is;
}

}  // namespace

Json number(double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); }

Json to_json(const Metrics& metrics) {
  Json j = Json::object();
  for (const auto& [name, value] : metrics) j[name] = number(value);
  return j;
}

std::string figure(double v, int digits) {
  return std::isnan(v) ? "nan" : fmt::format("{:.{}f}", v, digits);
}

std::string printable(std::string_view text, bool lines) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte >= 0x20 && byte != 0x7f) || (lines && c == '\n'))
      out += c;
    else if (c == '\n')
      out += "\\n";
    else
      out += fmt::format("\\x{:02x}", byte);
  }
  return out;
}

void Output::line(const Json& object) const {
  if (!json_) return;
  const std::string text = object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void Output::text(std::string_view text) const {
  if (json_) return;
  const std::string line = printable(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stdout);
}

void Output::note(std::string_view text, bool lines) const {
  if (drawn_) std::fputs("\r\033[K", stderr);
  const std::string shown = printable(text, lines) + "\n";
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void Output::bar(double share, std::string_view text) {
  const double clamped = std::clamp(share, 0.0, 1.0);
  const int percent = static_cast<int>(clamped * 100);
  if (!terminal()) {
    if (percent / 10 == last_percent_ / 10 && last_percent_ >= 0) return;
    last_percent_ = percent;
    fmt::print(stderr, "{:3} %  {}\n", percent, text);
    return;
  }
  const int full = static_cast<int>(clamped * width);
  std::string blocks;
  for (int i = 0; i < width; ++i) blocks += i < full ? "█" : "░";
  fmt::print(stderr, "\r{} {:3} %  {}\033[K", blocks, percent, text);
  std::fflush(stderr);
  drawn_ = true;
}

void Output::end_bar() {
  if (drawn_) std::fputc('\n', stderr);
  drawn_ = false;
}

int print_done(const JobDone& done, Output& out) {
  out.end_bar();
  out.text(done.result.string());
  Json facts = Json::object();
  for (const auto& [what, value] : done.facts) {
    out.text(fmt::format("  {}: {}", what.text(), value));
    facts[what.text()] = value;
  }
  out.line({{"event", "done"}, {"result", done.result.string()}, {"facts", facts}});
  return 0;
}

}  // namespace espalier::cli
