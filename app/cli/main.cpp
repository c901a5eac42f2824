// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdio>
#include <exception>

#include "app/cli/commands.h"
#include "engine/base/message.h"
#include "engine/base/version.h"

int main(int argc, char** argv) {
  using namespace espalier;
  CLI::App app("Train, judge, measure and ship neural networks drawn with Espalier.",
               "espalier-cli");
  app.require_subcommand(1);
  app.set_version_flag("--version", kVersion);
  cli::Action action;
  cli::add_inspect(app, action);
  cli::add_train(app, action);
  cli::add_run(app, action);
  cli::add_ship(app, action);
  cli::add_conform(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    const int status = app.exit(e);
    return status == 0 ? 0 : 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return action ? action() : 2;
  } catch (const std::bad_alloc&) {
    std::fputs("espalier-cli: not enough memory\n", stderr);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "espalier-cli: %s\n", e.what());
  }
  return 1;
}
