// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/compile/toolchain.h"
#include "engine/session/operations.h"

namespace espalier::cli {
namespace {

struct CompileArguments {
  CompileRequest request;
  std::string file;
  std::vector<std::string> dims;
  bool json = false, targets = false;
};

// What runs the target's programs here: "" this machine itself; nothing: why none does.
struct Runs {
  bool at_all = true;
  std::string how;
};
Runs runs(const BundleTarget& target) {
  try {
    const std::vector<std::string> command = program_runner(target);
    return {true, command.empty() ? "this machine" : command[0]};
  } catch (const Error& e) {
    return {false, e.what()};
  }
}

int list_targets(Output& out) {
  for (const BundleTarget& t : bundle_targets()) {
    const bool compiler = compiler_found(t);
    const Runs run = runs(t);
    out.text(fmt::format("{:<12} {}", t.name, t.description));
    out.text(fmt::format("{:<12}   compiler: {}{}", "", t.compiler,
                         compiler ? "" : fmt::format(" (not here: apt install {})", t.package)));
    out.text(fmt::format("{:<12}   tests run on: {}", "",
                         run.at_all ? run.how : fmt::format("nothing here: {}", run.how)));
    Json boards = Json::array();
    for (const Board& b : t.boards) {
      out.text(fmt::format("{:<12}   board {}: {} KiB flash, {} KiB RAM ({})", "", b.name,
                           b.flash >> 10, b.ram >> 10, b.source));
      boards.push_back(
          {{"name", b.name}, {"flash", b.flash}, {"ram", b.ram}, {"source", b.source}});
    }
    Json line = {{"target", t.name},       {"description", t.description},
                 {"compiler", t.compiler}, {"compiler_found", compiler},
                 {"packages", t.package},  {"runs_here", run.at_all},
                 {"width", t.width},       {"boards", boards}};
    line[run.at_all ? "runs_on" : "why_not"] = run.how;
    out.line(line);
  }
  return 0;
}

int compile_command(const CompileArguments& a) {
  Output out(a.json);
  if (a.targets) return list_targets(out);
  CompileRequest request = a.request;
  if (a.file.empty() || request.output.empty())
    throw UsageError(ESP_TEXT("engine", "compile needs a file and -o FOLDER, or --targets"));
  FileWithData f = open_with_data(a.file, "", Weights::needed);
  for (const Message& w : f.warnings) out.note(w.text());
  request.dims = dims_of(a.dims, f.project.network);
  request.project = std::move(f.project);
  request.path = a.file;
  JobContext job;
  job.cancel = &catch_signals();
  job.progress = [&out](double fraction, const Message& doing) { out.bar(fraction, doing.text()); };
  try {
    return print_done(compile(request, job), out);
  } catch (const Error& e) {
    explain_dims(e, request.project.network, request.dims);
    throw;
  }
}

}  // namespace

void add_compile(CLI::App& app, Action& action) {
  const auto c = std::make_shared<CompileArguments>();
  CompileRequest& r = c->request;
  CLI::App* command =
      app.add_subcommand("compile", "Write a network as C, with libraries and a test");
  command->add_option("file", c->file, "A project or an ONNX file");
  command->add_option("-o,--output", r.output, "The folder to write");
  std::set<std::string> targets;
  for (const BundleTarget& t : bundle_targets()) targets.emplace(t.name);
  command->add_option("--target", r.target, "As --targets lists them")
      ->check(CLI::IsMember(targets));
  command->add_option("-O", r.optimization, "The compiler's level: 0, 1, 2, 3 or s")
      ->check(CLI::IsMember({"0", "1", "2", "3", "s"}));
  command->add_option("--compiler", r.compiler, "Another C compiler than the target's");
  command->add_option("--sysroot", r.sysroot, "Folder of the target's headers and libraries");
  command
      ->add_option("--link-arg", r.link_args,
                   "For the linker of test and shared library, may be repeated: --link-arg=-static")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("--weights", r.weights,
                   "Where they go: source, binary (a file beside it) or object")
      ->check(CLI::IsMember({"source", "binary", "object"}));
  command->add_option("--board", r.board, "Refuse what does not fit this board of the target");
  command->add_flag("--test", r.must_test, "Refuse a bundle whose test cannot be run here");
  command->add_flag("--targets", c->targets, "List targets, their compilers, emulators and boards");
  add_dims(*command, c->dims);
  add_json(*command, c->json);
  command->callback([c, &action] { action = [c] { return compile_command(*c); }; });
}

}  // namespace espalier::cli
