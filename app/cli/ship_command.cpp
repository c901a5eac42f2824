// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/onnx/onnx.h"
#include "engine/project/project_file.h"
#include "engine/session/operations.h"

namespace espalier::cli {
namespace {

struct ShipArguments {
  std::string file, output;
  int opset = newest_export_opset;
  bool json = false, force = false;
};

JobContext with_bar(Output& out) {
  JobContext job;
  job.cancel = &catch_signals();
  job.progress = [&out](double fraction, const Message& doing) { out.bar(fraction, doing.text()); };
  return job;
}

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

int export_command(const ShipArguments& a) {
  // An ONNX file of an earlier export may be replaced, nothing else by accident.
  refuse_to_replace(a.output, {a.file}, a.force || fs::path(a.output).extension() == ".onnx");
  const FileWithData f = open_with_data(a.file, "", Weights::needed);
  Output out(a.json);
  for (const Message& w : f.warnings) out.note(w.text());
  return print_done(
      export_onnx(ExportOnnxRequest{f.project, a.file, a.output, a.opset}, with_bar(out)), out);
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
}

}  // namespace espalier::cli
