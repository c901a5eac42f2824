// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string_view>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "engine/base/version.h"

namespace espalier::cli {
namespace {

// The first word that is no option, where it names no command.
std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  const auto word =
      std::find_if(argv + 1, argv + argc, [](std::string_view a) { return !a.starts_with('-'); });
  if (word == argv + argc || !app.get_subcommands().empty()) return {};
  std::string commands;
  for (const CLI::App* c : app.get_subcommands([](const CLI::App*) { return true; }))
    commands += (commands.empty() ? "" : ", ") + c->get_name();
  return fmt::format("there is no command \"{}\"; there are {}", *word, commands);
}

// The exit status, unless what was written to stdout did not get there.
int finish(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  std::fputs("espalier-cli: the output cannot be written; is the disk full?\n", stderr);
  return status == 0 ? 1 : status;
}

int fail(const Output& out, std::string_view reason, int status) {
  out.note(fmt::format("espalier-cli: {}", reason), true);  // a compiler's words have lines
  out.line({{"event", "failed"}, {"reason", reason}});
  return status;
}

int run(int argc, char** argv) {
  CLI::App app("Train, judge, measure and ship neural networks drawn with Espalier.",
               "espalier-cli");
  app.require_subcommand(1);
  app.set_version_flag("--version", kVersion);
  Action action;
  add_inspect(app, action);
  add_train(app, action);
  add_run(app, action);
  add_ship(app, action);
  add_compile(app, action);
  add_quantize(app, action);
  add_conform(app, action);
  // Needed before the command has read its options.
  const Output out(std::find(argv + 1, argv + argc, std::string_view("--json")) != argv + argc);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {  // --help, --version
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    const std::string unknown = unknown_command(app, argc, argv);
    const int status = fail(out, unknown.empty() ? e.what() : unknown, 2);
    out.note("Run with --help for more information.");
    return status;
  }
  try {
    return action ? action() : 2;
  } catch (const UsageError& e) {
    return fail(out, e.what(), 2);
  } catch (const std::bad_alloc&) {
    return fail(out, "not enough memory", 1);
  } catch (const std::exception& e) {
    return fail(out, e.what(), 1);
  }
}

}  // namespace
}  // namespace espalier::cli

int main(int argc, char** argv) { return espalier::cli::finish(espalier::cli::run(argc, argv)); }
