// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/graph/inference.h"
#include "engine/runtime/device.h"
#include "engine/session/check.h"

namespace espalier::cli {
namespace {

struct InspectArguments {
  std::string file;
  bool json = false;
};

int devices(const InspectArguments& a) {
  const Output out(a.json);
  for (const DeviceInfo& d : device_list()) {
    std::string line = fmt::format("{:<10} {}", d.id, d.name);
    if (!d.driver.empty()) line += fmt::format(", {}", d.driver);
    if (d.memory > 0) line += fmt::format(", {:.1f} GB", static_cast<double>(d.memory) / 1e9);
    if (!d.usable) line += fmt::format("  (not usable: {})", d.why_not.text());
    if (!d.note.empty()) line += fmt::format("  ({})", d.note.text());
    out.text(line);
    out.line({{"id", d.id},
              {"name", d.name},
              {"driver", d.driver},
              {"memory", d.memory},
              {"usable", d.usable},
              {"why_not", d.why_not.text()},
              {"note", d.note.text()}});
  }
  return 0;
}

int operators(const InspectArguments& a) {
  const Output out(a.json);
  for (const OpSpec* op : OpRegistry::instance().all()) {
    if (op->hidden()) continue;
    out.text(fmt::format("{:<14} {:<24} {}", name(op->category), op->name, op->summary));
    Json attributes = Json::array();
    for (const AttrSpec& s : op->attributes)
      attributes.push_back({{"name", s.name},
                            {"default", s.fallback ? Json(to_string(*s.fallback)) : Json(nullptr)},
                            {"help", s.help}});
    out.line({{"name", op->name},
              {"domain", op->domain},
              {"category", name(op->category)},
              {"summary", op->summary},
              {"attributes", attributes}});
  }
  return 0;
}

const char* severity(Severity s) {
  return s == Severity::error ? "error" : s == Severity::warning ? "warning" : "info";
}

int check(const InspectArguments& a) {
  const Output out(a.json);
  int errors = 0;
  for (const Problem& p : problems_of(open_file(a.file))) {
    errors += p.severity == Severity::error;
    out.text(fmt::format("{}: {}{}: {}", a.file, p.layer.empty() ? "" : p.layer + ": ",
                         severity(p.severity), p.message.text()));
    out.line({{"event", "problem"},
              {"severity", severity(p.severity)},
              {"layer", p.layer},
              {"message", p.message.text()}});
  }
  out.text(errors == 0 ? "no errors" : errors == 1 ? "1 error" : fmt::format("{} errors", errors));
  out.line({{"event", "done"}, {"errors", errors}});
  return errors ? 1 : 0;
}

bool shapes_known(const NodeInfo& info) {
  return info.ok() && std::all_of(info.outputs.begin(), info.outputs.end(),
                                  [](const Type& t) { return t.has_shape(); });
}

int summary(const InspectArguments& a) {
  const OpenedFile opened = open_file(a.file);
  const Output out(a.json);
  for (const Message& w : opened.warnings) out.note(w.text());
  Inference inference;
  inference.update(opened.project.network);
  const Graph& graph = opened.project.network.graph;
  std::size_t wide = 5, wide_op = 8, wide_shape = 6;
  const auto shape_of = [&](const NodeInfo& info) {
    return info.outputs.empty() ? std::string() : to_string(info.outputs[0]);
  };
  for (const NodeId id : graph.topological()) {
    wide = std::max(wide, std::min<std::size_t>(graph.node(id).name.size(), 40));
    wide_op = std::max(wide_op, std::string_view(graph.node(id).op->name).size());
    wide_shape = std::max(wide_shape, shape_of(inference.at(id)).size());
  }
  out.text(fmt::format("{:<{}}  {:<{}}  {:<{}} {:>12} {:>14}", "layer", wide, "operator", wide_op,
                       "output", wide_shape, "parameters", "MAC"));
  std::size_t broken = 0, unknown = 0;
  for (const NodeId id : graph.topological()) {
    const Node& node = graph.node(id);
    const NodeInfo& info = inference.at(id);
    broken += !info.ok();
    unknown += info.ok() && !shapes_known(info);
    out.text(fmt::format("{:<{}}  {:<{}}  {:<{}} {:>12} {:>14}", node.name, wide, node.op->name,
                         wide_op, shape_of(info), wide_shape, info.parameters.text(),
                         info.cost.macs.text()));
    out.line({{"event", "layer"},
              {"name", node.name},
              {"operator", node.op->name},
              {"output", shape_of(info)},
              {"parameters", info.parameters.text()},
              {"macs", info.cost.macs.text()},
              {"ok", info.ok()}});
  }
  const NetworkCost total = inference.total();
  out.text(fmt::format("{} layers, {} parameters, {} MAC, {} activation elements", total.layers,
                       total.parameters.text(), total.macs.text(),
                       total.activation_elements.text()));
  out.line({{"event", "done"},
            {"layers", total.layers},
            {"parameters", total.parameters.text()},
            {"macs", total.macs.text()},
            {"activation_elements", total.activation_elements.text()}});
  if (unknown > 0)
    out.note(
        fmt::format("{}: {} of {} layers have no known shape before the network runs, so the "
                    "sums are too small",
                    a.file, unknown, graph.size()));
  if (broken == 0) return 0;
  out.note(fmt::format("{}: {} of {} layers cannot work; \"espalier-cli check\" says why", a.file,
                       broken, graph.size()));
  return 1;
}

}  // namespace

void add_inspect(CLI::App& app, Action& action) {
  const auto add = [&](const char* name, const char* help, bool file,
                       int (*run)(const InspectArguments&)) {
    const auto a = std::make_shared<InspectArguments>();
    CLI::App* sub = app.add_subcommand(name, help);
    if (file) sub->add_option("file", a->file, "A project or an ONNX file")->required();
    add_json(*sub, a->json);
    sub->callback([a, run, &action] { action = [a, run] { return run(*a); }; });
  };
  add("devices", "List what networks can run on", false, devices);
  add("ops", "List the operators", false, operators);
  add("check", "Say what is wrong with a network", true, check);
  add("summary", "Shapes, parameters and costs of every layer", true, summary);
}

}  // namespace espalier::cli
