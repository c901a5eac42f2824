// SPDX-License-Identifier: Apache-2.0
#include "engine/session/check.h"

#include <algorithm>

#include "engine/graph/parameters.h"
#include "engine/passes/plan.h"
#include "engine/passes/symbols.h"
#include "engine/project/weight_store.h"
#include "engine/quant/quantize.h"
#include "engine/train/memory.h"

namespace espalier {
namespace {

class Checker {
 public:
  explicit Checker(const OpenedFile& file) : file_(file), network_(file.project.network) {}

  std::vector<Problem> run() {
    for (const Message& w : file_.warnings) problems_.push_back({Severity::warning, "", w});
    if (!file_.weights_problem.empty()) error("", file_.weights_problem);
    if (network_.graph.nodes().empty())
      error("", message(ESP_TEXT("engine",
                                 "there is no layer in it; add an Input and what follows it")));
    inference_.update(network_);
    for (const Diagnostic& d : inference_.diagnostics()) {
      const Node* node = network_.graph.find(d.node);
      add({d.severity, node ? node->name : "", d.message});
    }
    check_sizes();
    check_weights();
    if (!failed_) check_plan();
    return std::move(problems_);
  }

 private:
  void add(Problem p) {
    failed_ = failed_ || p.severity == Severity::error;
    problems_.push_back(std::move(p));
  }
  void error(std::string layer, Message m) {
    add({Severity::error, std::move(layer), std::move(m)});
  }

  // What follows an empty input is empty, too, and nothing else would tell.
  void check_sizes() {
    for (const NodeId id : network_.graph.nodes()) {
      const Node& node = network_.graph.node(id);
      if (!is_input(node)) continue;
      const auto shape = attribute<SymShape>(node, "shape");
      if (std::any_of(shape.begin(), shape.end(), [](const Dim& d) { return d.constant() == 0; }))
        error(node.name,
              message(ESP_TEXT("engine",
                               "its shape {} holds nothing; give every axis a size of at least 1"),
                      to_string(shape)));
    }
  }

  void check_weights() {
    for (const ParamInfo& p : parameters_of(network_, inference_)) {
      const Tensor* weights = file_.project.weights.find(p.key);
      if (!weights) continue;
      if (Message m = misfit(p.path, p.type, *weights); !m.empty())
        error(p.path.substr(0, p.path.rfind('.')), std::move(m));
    }
  }

  void check_plan() {
    try {
      const Project project = deployed(file_.project);
      PlanRequest request;
      request.network = &project.network;
      request.dims = complete_dims(project.network);
      request.weights = &project.weights;
      const Schedule schedule = make_schedule(request);
      const auto device = open_device("cpu", 1);
      require_memory(schedule, device->info());
      for (const Step& step : schedule.steps)
        if (auto reason = device->supports(schedule, step))
          error(step.layer_path, std::move(*reason));
    } catch (const NotStatic& e) {
      add({Severity::warning, "", e.message()});  // it runs in stages
    } catch (const Error& e) {
      // The sizes tried are a guess where a shape has other symbols than the batch.
      add({open_symbols(network_).empty() ? Severity::error : Severity::warning, "", e.message()});
    }
  }

  const OpenedFile& file_;
  const Network& network_;
  Inference inference_;
  std::vector<Problem> problems_;
  bool failed_ = false;
};

}  // namespace

std::vector<Problem> problems_of(const OpenedFile& file) { return Checker(file).run(); }

Message untrained(const Project& project) {
  Inference inference;
  inference.update(project.network);
  std::size_t all = 0, without = 0;
  std::string first;
  for (const ParamInfo& p : parameters_of(project.network, inference)) {
    ++all;
    if (project.weights.find(p.key)) continue;
    if (without++ == 0) first = p.path;
  }
  if (without == 0) return {};
  return message(ESP_TEXT("engine",
                          "{} of {} parameters have no trained weights ({} first) and get their "
                          "initial values; train the project to change that"),
                 without, all, first);
}

}  // namespace espalier
