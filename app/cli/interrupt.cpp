// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupt.h"

#include <csignal>

namespace espalier::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

}  // namespace

const std::atomic<bool>& catch_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = [](int) { interrupted = true; };
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigaction(signal, &action, nullptr);
  }
  return interrupted;
}

}  // namespace espalier::cli
