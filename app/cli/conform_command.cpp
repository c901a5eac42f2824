// SPDX-License-Identifier: Apache-2.0
//
// Runs folders of ONNX's backend test suite: model.onnx with test_data_set_N/input_M.pb and
// output_M.pb. A model with an operator that we lack is skipped.
#include <algorithm>
#include <cmath>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "engine/base/file.h"
#include "engine/onnx/onnx.h"
#include "engine/session/operations.h"

namespace espalier::cli {
namespace {

constexpr double relative = 1e-3, absolute = 1e-5;

struct ConformArguments {
  std::string folder;
  bool json = false;
};

std::string difference(const Tensor& got, const Tensor& expected) {
  if (got.type() != expected.type() || got.shape() != expected.shape())
    return fmt::format("expected {} {}, got {} {}", name(expected.type()),
                       to_string(expected.shape()), name(got.type()), to_string(got.shape()));
  if (got.type() != DType::float32) return got.identical(expected) ? "" : "other values";
  const auto g = got.values<float>(), e = expected.values<float>();
  for (std::size_t i = 0; i < g.size(); ++i) {
    if (g[i] == e[i] || (std::isnan(g[i]) && std::isnan(e[i]))) continue;
    if (!(std::fabs(double{g[i]} - double{e[i]}) <= absolute + relative * std::fabs(double{e[i]})))
      return fmt::format("element {}: expected {}, got {}", i, e[i], g[i]);
  }
  return {};
}

std::vector<Tensor> tensors(const fs::path& folder, const std::string& kind) {
  std::vector<Tensor> list;
  for (int i = 0;; ++i) {
    const fs::path file = folder / fmt::format("{}_{}.pb", kind, i);
    if (!fs::exists(file)) return list;
    list.push_back(read_tensor_proto(file));
  }
}

std::vector<std::string> port_names(const Graph& graph, std::string_view op) {
  std::vector<std::string> names;
  for (const NodeId id : graph.nodes()) {
    const Node& node = graph.node(id);
    if (node.op->domain == authored_domain && node.op->name == op) names.push_back(node.name);
  }
  return names;
}

// Empty: passed. Throws Error where something fails.
std::string run_case(const Project& project, const fs::path& data) {
  const std::vector<Tensor> inputs = tensors(data, "input"), expected = tensors(data, "output");
  const std::vector<std::string> names = port_names(project.network.graph, "Input");
  std::map<std::string, Tensor> by_name;
  for (std::size_t i = 0; i < names.size() && i < inputs.size(); ++i) by_name[names[i]] = inputs[i];
  const auto outputs = run_network(project, by_name, {1, ""});
  if (outputs.size() != expected.size())
    return fmt::format("expected {} outputs, got {}", expected.size(), outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (const std::string d = difference(outputs[i].second, expected[i]); !d.empty())
      return fmt::format("{}: {}", outputs[i].first, d);
  return {};
}

int conform(const ConformArguments& a) {
  const Output out(a.json);
  std::vector<fs::path> cases;
  std::error_code error;
  if (fs::exists(fs::path(a.folder) / "model.onnx")) cases.emplace_back(a.folder);
  for (auto it = fs::recursive_directory_iterator(a.folder, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error))
    if (it->is_directory() && fs::exists(it->path() / "model.onnx")) cases.push_back(it->path());
  if (cases.empty())
    throw Error(ESP_TEXT("engine", "{}: no folder with a model.onnx in it"), a.folder);
  std::sort(cases.begin(), cases.end());
  int passed = 0, failed = 0, skipped = 0;
  for (const fs::path& folder : cases) {
    std::string result = "passed", why;
    try {
      ImportedModel model = import_onnx(folder / "model.onnx");
      if (!model.report.unknown.empty()) {
        result = "skipped";
        why = "no operator " + model.report.unknown.begin()->first;
      } else {
        Project project;
        project.network = std::move(model.network);
        project.weights = std::move(model.weights);
        for (int set = 0; why.empty() && fs::exists(folder / fmt::format("test_data_set_{}", set));
             ++set)
          why = run_case(project, folder / fmt::format("test_data_set_{}", set));
        if (!why.empty()) result = "failed";
      }
    } catch (const std::exception& e) {
      result = "failed";
      why = e.what();
    }
    (result == "passed" ? passed : result == "failed" ? failed : skipped) += 1;
    if (result == "failed")
      out.text(fmt::format("failed  {}: {}", folder.filename().string(), why));
    out.line({{"event", "case"},
              {"name", folder.filename().string()},
              {"result", result},
              {"why", why}});
  }
  out.text(fmt::format("{} passed, {} failed, {} skipped", passed, failed, skipped));
  out.line({{"event", "done"}, {"passed", passed}, {"failed", failed}, {"skipped", skipped}});
  return failed ? 1 : 0;
}

}  // namespace

void add_conform(CLI::App& app, Action& action) {
  const auto a = std::make_shared<ConformArguments>();
  CLI::App* sub = app.add_subcommand("conform", "Run folders of the ONNX backend test suite");
  sub->add_option("folder", a->folder, "A case's folder, or one that holds many")
      ->required()
      ->check(CLI::ExistingDirectory);
  sub->add_flag("--json", a->json, "One JSON object a line on stdout");
  sub->callback([a, &action] { action = [a] { return conform(*a); }; });
}

}  // namespace espalier::cli
