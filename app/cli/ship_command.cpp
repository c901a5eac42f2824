// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/compile/target.h"
#include "engine/onnx/onnx.h"
#include "engine/project/project_file.h"
#include "engine/session/operations.h"

namespace espalier::cli {
namespace {

struct ShipArguments {
  std::string file, output, target = "x86-64-v3", optimization = "2";
  int opset = newest_export_opset;
  bool json = false, targets = false, force = false;
};

int import(const ShipArguments& a) {
  refuse_to_replace(a.output, {a.file}, a.force);
  const ImportedModel model = import_onnx(a.file);
  const Output out(a.json);
  Project project;
  project.network = model.network;
  project.weights = model.weights;
  save_project(project, a.output, nullptr);
  std::string operators;
  for (const auto& [op, n] : model.report.operators)
    operators += fmt::format("{}{} ×{}", operators.empty() ? "" : ", ", op, n);
  out.text(fmt::format("{}: {} layers, opset {}{}", a.output, model.network.graph.size(),
                       model.report.opset,
                       model.report.producer.empty() ? "" : ", from " + model.report.producer));
  out.text(operators);
  for (const Message& note : model.report.notes) out.note(note.text());
  for (const auto& [op, n] : model.report.unknown)
    out.note(
        fmt::format("{} ({} times) is not supported; these layers are kept but cannot run", op, n));
  out.line({{"event", "done"},
            {"project", a.output},
            {"layers", model.network.graph.size()},
            {"opset", model.report.opset},
            {"operators", model.report.operators},
            {"unknown", model.report.unknown}});
  return 0;
}

int finish(const JobDone& done, Output& out) {
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

JobContext with_bar(Output& out) {
  JobContext job;
  job.cancel = &catch_signals();
  job.progress = [&out](double fraction, const Message& doing) { out.bar(fraction, doing.text()); };
  return job;
}

int export_command(const ShipArguments& a) {
  // An ONNX file of an earlier export may be replaced, nothing else by accident.
  refuse_to_replace(a.output, {a.file}, a.force || fs::path(a.output).extension() == ".onnx");
  const FileWithData f = open_with_data(a.file, "", Weights::needed);
  Output out(a.json);
  for (const Message& w : f.warnings) out.note(w.text());
  return finish(export_onnx(ExportOnnxRequest{f.project, a.file, a.output, a.opset}, with_bar(out)),
                out);
}

int compile_command(const ShipArguments& a) {
  Output out(a.json);
  if (a.targets) {
    for (const BundleTarget& t : bundle_targets()) {
      out.text(fmt::format("{:<12} {}", t.name, t.description));
      out.line({{"target", t.name},
                {"description", t.description},
                {"compiler", t.compiler},
                {"width", t.width}});
    }
    return 0;
  }
  if (a.file.empty() || a.output.empty())
    throw UsageError(ESP_TEXT("engine", "compile needs a file and -o FOLDER, or --targets"));
  const FileWithData f = open_with_data(a.file, "", Weights::needed);
  for (const Message& w : f.warnings) out.note(w.text());
  return finish(
      compile(CompileRequest{f.project, a.file, a.output, a.target, a.optimization}, with_bar(out)),
      out);
}

}  // namespace

void add_ship(CLI::App& app, Action& action) {
  const auto a = std::make_shared<ShipArguments>();
  CLI::App* import_app = app.add_subcommand("import", "Turn an ONNX file into a project");
  import_app->add_option("model", a->file, "The ONNX file")->required();
  import_app->add_option("-o,--output", a->output, "The project file to write")->required();
  add_force(*import_app, a->force);
  add_json(*import_app, a->json);
  import_app->callback([a, &action] { action = [a] { return import(*a); }; });

  const auto e = std::make_shared<ShipArguments>();
  CLI::App* export_app =
      app.add_subcommand("export", "Write a project as ONNX, compared with the engine");
  export_app->add_option("project", e->file, "A project or an ONNX file")->required();
  export_app->add_option("-o,--output", e->output, "The ONNX file to write")->required();
  export_app
      ->add_option("--opset", e->opset,
                   fmt::format("{} to {}", oldest_export_opset, newest_export_opset))
      ->check(CLI::Range(oldest_export_opset, newest_export_opset));
  add_force(*export_app, e->force);
  add_json(*export_app, e->json);
  export_app->callback([e, &action] { action = [e] { return export_command(*e); }; });

  const auto c = std::make_shared<ShipArguments>();
  CLI::App* compile_app =
      app.add_subcommand("compile", "Write a network as C, with libraries and a test");
  compile_app->add_option("file", c->file, "A project or an ONNX file");
  compile_app->add_option("-o,--output", c->output, "The folder to write");
  std::set<std::string> targets;
  for (const BundleTarget& t : bundle_targets()) targets.emplace(t.name);
  compile_app->add_option("--target", c->target, "As --targets lists them")
      ->check(CLI::IsMember(targets));
  compile_app->add_option("-O", c->optimization, "The compiler's level: 0, 1, 2, 3 or s")
      ->check(CLI::IsMember({"0", "1", "2", "3", "s"}));
  compile_app->add_flag("--targets", c->targets, "List the targets");
  add_json(*compile_app, c->json);
  compile_app->callback([c, &action] { action = [c] { return compile_command(*c); }; });
}

}  // namespace espalier::cli
