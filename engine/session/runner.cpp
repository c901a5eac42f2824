// SPDX-License-Identifier: Apache-2.0
#include "engine/session/runner.h"

#include <cstring>
#include <set>

#include "engine/base/philox.h"
#include "engine/passes/symbols.h"
#include "engine/quant/quantize.h"
#include "engine/session/fixed_inputs.h"
#include "engine/train/memory.h"
#include "engine/train/plans.h"

namespace espalier {
namespace {

// Binds the symbols of an Input's shape to the shape that is given, checking the rest.
void bind_shape(const Node& node, const Tensor& value, Bindings& dims) {
  const auto shape = attribute<SymShape>(node, "shape");
  const auto refuse = [&] {
    throw Error(ESP_TEXT("engine", "{}: expected {} {}, got {} {}"), node.name,
                attribute<std::string>(node, "dtype"), to_string(shape), name(value.type()),
                to_string(value.shape()));
  };
  if (attribute<std::string>(node, "dtype") != name(value.type()) ||
      shape.size() != value.shape().size())
    refuse();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const auto fixed = shape[i].constant();
    if (fixed ? *fixed != value.shape()[i] : false) refuse();
    if (fixed) continue;
    const auto [it, fresh] = dims.emplace(shape[i].text(), value.shape()[i]);
    if (!fresh && it->second != value.shape()[i])
      throw Error(ESP_TEXT("engine", "{}: {} is {} here and {} at another input"), node.name,
                  shape[i].text(), value.shape()[i], it->second);
  }
}

const std::string& outside_name(const Node& node, std::string& buffer) {
  buffer = attribute<std::string>(node, "tensor_name");
  if (buffer.empty()) buffer = node.name;
  return buffer;
}

}  // namespace

CpuTarget target_named(const std::string& isa) {
  TrainingSettings settings;
  settings.isa = isa;
  return target_of(settings);
}

Runner::Runner(PlanRequest request, const WeightSet& weights, int threads)
    : schedule_(make_schedule(request)), device_(open_device("cpu", threads)) {
  require_memory(schedule_, device_->info());
  store_ = std::make_unique<ParameterStore>(*device_);
  store_->prepare(schedule_, weights, request.seed);
  executor_ = std::make_unique<Executor>(schedule_, *device_, *store_);
  inputs_.resize(schedule_.inputs.size());
}

void Runner::feed(std::size_t input, const Tensor& value) {
  inputs_[input] = value;
  executor_->set_input(input, inputs_[input].data());
}

void Runner::feed_random() {
  for (std::size_t i = 0; i < schedule_.inputs.size(); ++i) {
    const Port& port = schedule_.inputs[i];
    if (port.name == "step" || port.name == "lr") continue;
    const Value& value = schedule_.values[static_cast<std::size_t>(port.value)];
    Tensor t(value.dtype, value.shape);
    if (value.dtype == DType::float32) {
      Random random(1, stable_hash(port.name));
      for (float& v : t.mutable_values<float>()) v = random.uniform();
    }
    feed(i, t);
  }
  executor_->set_step(1);
  executor_->set_learning_rate(1e-3F);
}

Tensor Runner::output(std::size_t index) const {
  const Value& value = schedule_.values[static_cast<std::size_t>(schedule_.outputs[index].value)];
  Tensor t(value.dtype, value.shape);
  const auto bytes = executor_->output(index);
  if (!bytes.empty()) std::memcpy(t.mutable_data(), bytes.data(), bytes.size());
  return t;
}

std::vector<std::pair<std::string, Tensor>> run_network(const Project& drawn,
                                                        const std::map<std::string, Tensor>& inputs,
                                                        const RunOptions& options) {
  const Project project = deployed(drawn);
  PlanRequest request;
  request.target = target_named(options.isa);
  request.weights = &project.weights;
  request.keep_training_only = options.keep_training_only;
  std::map<std::string, const Tensor*> by_layer;
  std::set<std::string> unknown;
  for (const auto& [name, tensor] : inputs) unknown.insert(name);
  std::string names, buffer;
  const Graph& graph = project.network.graph;
  for (const NodeId id : graph.nodes()) {
    const Node& node = graph.node(id);
    if (node.op->domain != authored_domain || std::string_view(node.op->name) != "Input") continue;
    auto given = inputs.find(outside_name(node, buffer));
    if (given == inputs.end()) given = inputs.find(node.name);
    names += (names.empty() ? "" : ", ") + buffer;
    if (given == inputs.end()) continue;
    unknown.erase(given->first);
    by_layer[node.name] = &given->second;
    bind_shape(node, given->second, request.dims);
  }
  if (!unknown.empty())
    throw WrongInput(ESP_TEXT("engine", "the network has no input \"{}\"; its inputs are {}"),
                     *unknown.begin(), names);
  request.dims = complete_dims(project.network, request.dims);
  const Network network = with_fixed_inputs(project.network, by_layer);
  request.network = &network;
  Runner runner(request, project.weights, options.threads);
  for (std::size_t i = 0; i < runner.schedule().inputs.size(); ++i) {
    if (runner.schedule().inputs[i].column.empty()) continue;  // the engine's own
    const auto given = by_layer.find(runner.schedule().inputs[i].name);
    if (given == by_layer.end())
      throw WrongInput(
          ESP_TEXT("engine", "input \"{}\" is missing; give it with --input {}=FILE.npy"),
          runner.schedule().inputs[i].name, runner.schedule().inputs[i].name);
    runner.feed(i, *given->second);
  }
  runner.executor().run();
  std::vector<std::pair<std::string, Tensor>> outputs;
  for (std::size_t i = 0; i < runner.schedule().outputs.size(); ++i) {
    const std::string& layer = runner.schedule().outputs[i].name;
    const Node* node = graph.find(layer);
    const bool output =
        node && node->op->domain == authored_domain && std::string_view(node->op->name) == "Output";
    outputs.emplace_back(output ? outside_name(*node, buffer) : layer, runner.output(i));
  }
  return outputs;
}

}  // namespace espalier
