// SPDX-License-Identifier: Apache-2.0
//
// Runs folders of ONNX's backend test suite: model.onnx with test_data_set_N/input_M.pb and
// output_M.pb. A model with an operator that we lack is skipped, and one whose result is random.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/base/file.h"
#include "engine/base/half.h"
#include "engine/onnx/onnx.h"
#include "engine/session/operations.h"

namespace espalier::cli {
namespace {

constexpr double relative = 1e-3, absolute = 1e-5;

struct ConformArguments {
  std::string folder;
  bool json = false;
};

template <class T> std::string difference_of(std::span<const T> got, std::span<const T> expected) {
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double g = got[i], e = expected[i];
    if (g == e || (std::isnan(g) && std::isnan(e))) continue;
    if (!(std::fabs(g - e) <= absolute + relative * std::fabs(e)))
      return fmt::format("element {}: expected {}, got {}", i, e, g);
  }
  return {};
}

// Within one step: the suite's files have some values cut where we round.
std::string half_difference(const Tensor& got, const Tensor& expected) {
  const bool wide = got.type() == DType::bfloat16;
  const auto element = [&](const Tensor& t, std::int64_t i) -> double {
    std::uint16_t bits = 0;
    std::memcpy(&bits, t.data() + i * 2, sizeof bits);
    return wide ? from_bfloat16(bits) : from_float16(bits);
  };
  for (std::int64_t i = 0; i < got.count(); ++i) {
    const double g = element(got, i), e = element(expected, i);
    if (g == e || (std::isnan(g) && std::isnan(e))) continue;
    if (!(std::fabs(g - e) <= absolute + (wide ? 0x1p-7 : 0x1p-10) * std::fabs(e)))
      return fmt::format("element {}: expected {}, got {}", i, e, g);
  }
  return {};
}

std::string difference(const Tensor& got, const Tensor& expected) {
  if (got.type() != expected.type() || got.shape() != expected.shape())
    return fmt::format("expected {} {}, got {} {}", name(expected.type()),
                       to_string(expected.shape()), name(got.type()), to_string(got.shape()));
  if (got.type() == DType::float32)
    return difference_of(got.values<float>(), expected.values<float>());
  if (got.type() == DType::float64)
    return difference_of(got.values<double>(), expected.values<double>());
  if (got.type() == DType::float16 || got.type() == DType::bfloat16)
    return half_difference(got, expected);
  return got.identical(expected) ? "" : "other values";
}

// The suite keeps bfloat16, which numpy has not, as uint16.
Tensor as_kept(const Tensor& t, DType wanted) {
  const bool same = t.type() == DType::uint16 && wanted == DType::bfloat16;
  return same ? Tensor::view(wanted, t.shape(), t.data(), std::make_shared<Tensor>(t)) : t;
}

std::string difference(const HostValue& got, const HostValue& expected) {
  if (got.is_tensor() && expected.is_tensor())
    return difference(got.tensor(), as_kept(expected.tensor(), got.tensor().type()));
  if (!got.is_sequence() || !expected.is_sequence())
    return !got && !expected ? "" : "expected a value of another kind";
  const auto &g = got.sequence(), &e = expected.sequence();
  if (g.size() != e.size())
    return fmt::format("expected a sequence of {}, got {}", e.size(), g.size());
  for (std::size_t i = 0; i < g.size(); ++i)
    if (const std::string d = difference(g[i], e[i]); !d.empty())
      return fmt::format("in the sequence, at {}: {}", i, d);
  return {};
}

// `kinds`: what the file's Input and Output nodes are said to be, by number.
std::vector<HostValue> values(const fs::path& folder, const std::string& prefix,
                              const std::vector<ValueKind>& kinds) {
  std::vector<HostValue> list;
  for (std::size_t i = 0;; ++i) {
    const fs::path file = folder / fmt::format("{}_{}.pb", prefix, i);
    if (!fs::exists(file)) return list;
    list.push_back(read_value_proto(file, i < kinds.size() ? kinds[i] : ValueKind::tensor));
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

// Dropout that is told to drop: whatever generator made the suite's result, another is as right.
bool is_random(const Graph& graph, const std::map<std::string, HostValue>& inputs) {
  const auto setting = [&](const Node& node, std::size_t port) {
    if (!is_wired(node, port)) return Tensor();
    const Node& source = graph.node(node.inputs[port].node);
    const auto given = inputs.find(source.name);
    return given != inputs.end() ? given->second.tensor() : Tensor();
  };
  for (const NodeId id : graph.nodes()) {
    const Node& node = graph.node(id);
    if (node.op->random) return true;
    if (node.op != &op("Dropout")) continue;
    const Tensor ratio = setting(node, 1), mode = setting(node, 2);
    const bool training = mode ? mode.values<bool>()[0] : attribute<bool>(node, "training_mode");
    if (training && !(ratio && ratio.values<float>()[0] == 0)) return true;
  }
  return false;
}

// Some cases of the suite were written with data that do not fit the types in their own model.
bool contradicts(const Graph& graph, const std::map<std::string, HostValue>& inputs) {
  for (const NodeId id : graph.nodes()) {
    const Node& node = graph.node(id);
    const auto given = inputs.find(node.name);
    if (node.op != &op("Input") || given == inputs.end() || !given->second.is_tensor()) continue;
    const auto shape = node.attributes.find("shape");
    if (shape == node.attributes.end()) continue;
    const auto wanted = evaluate(std::get<SymShape>(shape->second), {});
    if (wanted && *wanted != given->second.tensor().shape()) return true;
  }
  return false;
}

struct Verdict {
  const char* result;  // "passed", "failed", "skipped"
  std::string why;
};

Verdict run_set(const Project& project, const ImportReport& report, const fs::path& data) {
  const std::vector<HostValue> inputs = values(data, "input", report.inputs),
                               expected = values(data, "output", report.outputs);
  const std::vector<std::string> names = port_names(project.network.graph, "Input");
  std::map<std::string, HostValue> by_name;
  for (std::size_t i = 0; i < names.size() && i < inputs.size(); ++i) {
    const Node& node = *project.network.graph.find(names[i]);
    const auto wanted = dtype_from_name(attribute<std::string>(node, "dtype"));
    by_name[names[i]] =
        inputs[i].is_tensor()
            ? HostValue(as_kept(inputs[i].tensor(), wanted.value_or(DType::float32)))
            : inputs[i];
  }
  if (is_random(project.network.graph, by_name)) return {"skipped", "its result is random"};
  if (contradicts(project.network.graph, by_name))
    return {"skipped", "its data have another shape than its model says"};
  const auto outputs = run_network(project, by_name, {1, "", true});
  if (outputs.size() != expected.size())
    return {"failed", fmt::format("expected {} outputs, got {}", expected.size(), outputs.size())};
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (const std::string d = difference(outputs[i].second, expected[i]); !d.empty())
      return {"failed", fmt::format("{}: {}", outputs[i].first, d)};
  return {"passed", {}};
}

Verdict run_case(const fs::path& folder) try {
  ImportedModel model = import_onnx(folder / "model.onnx");
  if (!model.report.unknown.empty())
    return {"skipped", "no operator " + model.report.unknown.begin()->first};
  Project project;
  project.network = std::move(model.network);
  project.weights = std::move(model.weights);
  Verdict verdict{"skipped", "no test_data_set_0"};
  for (int set = 0;; ++set) {
    const fs::path data = folder / fmt::format("test_data_set_{}", set);
    if (!fs::exists(data)) return verdict;
    verdict = run_set(project, model.report, data);
    if (verdict.result != std::string_view("passed")) return verdict;
  }
} catch (const UnsupportedModel& e) {
  return {"skipped", e.what()};
} catch (const std::exception& e) {
  return {"failed", e.what()};
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
    const auto [result_name, why] = run_case(folder);
    const std::string_view result = result_name;
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
  add_json(*sub, a->json);
  sub->callback([a, &action] { action = [a] { return conform(*a); }; });
}

}  // namespace espalier::cli
