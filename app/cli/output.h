// SPDX-License-Identifier: Apache-2.0
//
// What the commands print. With --json: one object a line on stdout and nothing else there; words
// and progress always go to stderr.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/base/message.h"
#include "engine/session/events.h"

namespace espalier::cli {

using Json = nlohmann::ordered_json;

// A number that JSON can hold; NaN and infinities become null.
Json number(double v);
Json to_json(const Metrics& metrics);
// For people: digits behind the point; "nan" whatever its sign.
std::string figure(double v, int digits);
// Names come from files: control characters become "\n", "\x1b"; a terminal obeys none of them.
// Line ends stay where `lines`.
std::string printable(std::string_view text, bool lines = false);

class Output {
 public:
  explicit Output(bool json) : json_(json) {}
  bool json() const { return json_; }
  void line(const Json& object) const;     // with --json only
  void text(std::string_view text) const;  // a line on stdout, without --json only
  // A line on stderr, above the bar; several where `lines`.
  void note(std::string_view text, bool lines = false) const;
  // A progress bar on stderr where that is a terminal, else now and then a line.
  void bar(double share, std::string_view text);
  void end_bar();

 private:
  bool json_;
  bool drawn_ = false;
  int last_percent_ = -1;
};

// What a job has written and found out; returns the exit status.
int print_done(const JobDone& done, Output& out);

}  // namespace espalier::cli
