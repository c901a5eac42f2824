// SPDX-License-Identifier: Apache-2.0
#include "engine/session/staged_run.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "engine/graph/host_rules.h"
#include "engine/passes/program_ops.h"
#include "engine/passes/reference.h"
#include "engine/train/memory.h"

namespace espalier {
namespace {

constexpr std::size_t most_plans = 16;

// What a plan is made for: types and shapes, not values.
std::string signature(const std::vector<HostValue>& values) {
  std::string text;
  for (const HostValue& v : values) {
    if (v.is_tensor())
      text += std::string(name(v.tensor().type())) + to_string(v.tensor().shape());
    else
      text += v.is_sequence() ? "sequence" : "none";
    text += ';';
  }
  return text;
}

void declare(Graph& graph, NodeId input, const HostValue& value) {
  if (!value) return;  // an optional without a value: what it would be stands there
  Node node = graph.node(input);
  DType type = DType::float32;
  node.attributes.erase("kind");
  if (value.is_tensor()) {
    type = value.tensor().type();
    node.attributes["shape"] = to_symbolic(value.tensor().shape());
  } else {
    node.attributes["kind"] = std::string(value.is_sequence() ? "sequence" : "optional");
    if (value.is_sequence() && !value.sequence().empty() && value.sequence()[0].is_tensor())
      type = value.sequence()[0].tensor().type();
  }
  node.attributes["dtype"] = std::string(name(type));
  if (const auto refusal = graph.replace(input, std::move(node))) throw Error(refusal->reason);
}

// A schedule with all that it needs to run on a device that others use, too.
struct Planned {
  Planned(const Network& network, const StagedRun::Options& options)
      : schedule(make_schedule(request_for(network, options))) {
    require_memory(schedule, options.device->info());
    store = std::make_unique<ParameterStore>(*options.device);
    store->prepare(schedule, {}, 0);
    executor = std::make_unique<Executor>(schedule, *options.device, *store);
    for (std::size_t i = 0; i < schedule.inputs.size(); ++i)
      if (!schedule.inputs[i].column.empty()) fed.push_back(i);
  }

  static PlanRequest request_for(const Network& network, const StagedRun::Options& options) {
    PlanRequest request;
    request.network = &network;
    request.target = options.target;
    request.device = options.device->info().id;
    return request;
  }

  Tensor output(std::size_t i) const {
    const Value& value = schedule.values[static_cast<std::size_t>(schedule.outputs[i].value)];
    Tensor t(value.dtype, value.shape);
    const auto bytes = executor->output(i);
    if (!bytes.empty()) std::memcpy(t.mutable_data(), bytes.data(), bytes.size());
    return t;
  }

  Schedule schedule;
  std::unique_ptr<ParameterStore> store;
  std::unique_ptr<Executor> executor;
  std::vector<std::size_t> fed;  // inputs that are data
};

}  // namespace

struct StagedRun::Plan {
  Network network;  // with the inputs' types
  Stage stage;
  std::unique_ptr<Planned> planned;
  std::vector<ValueRef> planned_inputs;  // by Planned::fed
  std::unique_ptr<StagedRun> rest;
  std::map<std::pair<NodeId, std::string>, std::unique_ptr<StagedRun>> bodies;
  std::unordered_map<ValueRef, HostValue> values;  // of the turn that runs
};

StagedRun::StagedRun(Network network, Options options)
    : network_(std::move(network)), options_(std::move(options)) {
  ports_ = ports_of(network_.graph);
}
StagedRun::~StagedRun() = default;

std::unique_ptr<StagedRun::Plan> StagedRun::make_plan(const std::vector<HostValue>& inputs) {
  auto plan = std::make_unique<Plan>();
  plan->network = network_;
  for (std::size_t i = 0; i < ports_.inputs.size(); ++i)
    declare(plan->network.graph, ports_.inputs[i], inputs[i]);
  PlanRequest request;
  request.network = &plan->network;
  request.target = options_.target;
  request.weights = options_.weights;
  request.keep_training_only = options_.keep_training_only;
  request.dims = options_.dims;
  plan->stage = first_stage(request);
  Options inner = options_;
  inner.weights = nullptr;
  inner.dims.clear();
  if (!plan->stage.planned.empty()) {
    const Slice& slice = plan->stage.planned;
    plan->planned = std::make_unique<Planned>(slice.network, inner);
    const GroupPorts ports = ports_of(slice.network.graph);
    for (const std::size_t i : plan->planned->fed)
      for (std::size_t k = 0; k < ports.inputs.size(); ++k)
        if (slice.network.graph.node(ports.inputs[k]).name ==
            plan->planned->schedule.inputs[i].name)
          plan->planned_inputs.push_back(slice.inputs[k]);
  }
  if (!plan->stage.rest.empty())
    plan->rest = std::make_unique<StagedRun>(plan->stage.rest.network, inner);
  return plan;
}

void StagedRun::run_host(Plan& plan, const Node& node) {
  std::vector<HostValue> inputs;
  for (const ValueRef& in : node.inputs) inputs.push_back(in ? plan.values.at(in) : HostValue());
  std::vector<HostValue> outputs;
  if (node.op->host != nullptr) {
    HostContext context(node, std::move(inputs),
                        [&](std::string_view body, std::vector<HostValue> values) {
                          auto& at = plan.bodies[{node.id, std::string(body)}];
                          if (!at) {
                            Options inner = options_;
                            inner.weights = nullptr;
                            inner.dims.clear();
                            at = std::make_unique<StagedRun>(
                                Network{*attribute<Subgraph>(node, body).graph, {}}, inner);
                          }
                          return at->run(values);
                        });
    try {
      node.op->host(context);
    } catch (const Error& e) {
      throw Error(ESP_TEXT("engine", "{}: {}"), node.name, e.message());
    }
    outputs = std::move(context.outputs);
  } else {
    std::vector<Tensor> tensors;
    for (const HostValue& v : inputs) tensors.push_back(v ? v.tensor() : Tensor());
    for (Tensor& t : run_reference(node, std::move(tensors)))
      outputs.push_back(t ? HostValue(std::move(t)) : HostValue());
  }
  for (std::size_t i = 0; i < outputs.size(); ++i)
    plan.values[{node.id, static_cast<std::uint32_t>(i)}] = std::move(outputs[i]);
}

std::vector<HostValue> StagedRun::run(const std::vector<HostValue>& inputs) {
  if (inputs.size() < ports_.inputs.size())
    throw Error(ESP_TEXT("engine", "expected {} inputs, got {}"), ports_.inputs.size(),
                inputs.size());
  const std::string key = signature(inputs);
  auto found = std::find_if(plans_.begin(), plans_.end(),
                            [&](const auto& entry) { return entry.first == key; });
  if (found == plans_.end()) {
    plans_.emplace_front(key, make_plan(inputs));
    if (plans_.size() > most_plans) plans_.pop_back();
  } else {
    plans_.splice(plans_.begin(), plans_, found);
  }
  Plan& plan = *plans_.front().second;
  plan.values.clear();
  for (const NodeId id : plan.stage.graph.nodes())
    if (const Tensor* value = passes::constant_of(plan.stage.graph.node(id)))
      plan.values[{id, 0}] = *value;
  for (std::size_t i = 0; i < ports_.inputs.size(); ++i)
    plan.values[{ports_.inputs[i], 0}] = inputs[i];
  if (plan.planned) {
    for (std::size_t i = 0; i < plan.planned_inputs.size(); ++i)
      plan.planned->executor->set_input(plan.planned->fed[i],
                                        plan.values.at(plan.planned_inputs[i]).tensor().data());
    plan.planned->executor->run();
    for (std::size_t i = 0; i < plan.stage.planned.outputs.size(); ++i)
      plan.values[plan.stage.planned.outputs[i]] = plan.planned->output(i);
  }
  for (const NodeId id : plan.stage.host) run_host(plan, plan.stage.graph.node(id));
  if (plan.rest) {
    std::vector<HostValue> values;
    for (const ValueRef& v : plan.stage.rest.inputs) values.push_back(plan.values.at(v));
    const std::vector<HostValue> results = plan.rest->run(values);
    for (std::size_t i = 0; i < plan.stage.rest.outputs.size(); ++i)
      plan.values[plan.stage.rest.outputs[i]] = results[i];
  }
  std::vector<HostValue> results;
  for (const ValueRef& v : plan.stage.results) results.push_back(plan.values.at(v));
  plan.values.clear();
  return results;
}

}  // namespace espalier
