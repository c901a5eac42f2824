// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/build.h"

#include <algorithm>

#include "engine/passes/choose.h"
#include "engine/passes/program_ops.h"
#include "engine/passes/reference.h"
#include "engine/passes/step_calls.h"

namespace espalier::passes {
namespace {

class Building {
 public:
  explicit Building(Program& p) : p_(p), calls_(s_, p.request) {}

  Schedule run() {
    s_.mode = p_.mode;
    s_.target = p_.request.target;
    s_.dims = p_.request.dims;
    order_ = step_order(p_);
    for (std::size_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
    add_sources();
    place_updates();
    for (const NodeId id : order_)
      if (!value_of_.contains({id, 0}) || !is_source(p_.node(id))) add_node(id);
    copy_updates();
    for (const Program::Named& o : p_.outputs) s_.outputs.push_back({o.name, "", value(o.value)});
    if (p_.loss) s_.outputs.push_back({"loss", "", value(p_.loss)});
    calls_.lower_all();
    return std::move(s_);
  }

 private:
  bool is_source(const Node& node) const {
    return is_parameter(node) || is_feed(node) || is_input(node) || constant_of(node);
  }

  std::int32_t value(ValueRef v) const { return v ? value_of_.at(v) : -1; }

  std::int32_t add_value(ValueRef v, Storage storage, std::size_t index) {
    const Node& node = p_.node(v.node);
    Value value;
    value.name = node.name;
    if (!is_source(node)) value.name += std::string(":") + node.op->output(v.port).name;
    value.dtype = p_.types.of(v).dtype;
    if (value.dtype == DType::string)
      throw NotStatic(ESP_TEXT("engine",
                               "{}: a plan holds no text; such a network can be run, but neither "
                               "trained nor compiled"),
                      display_name(node));
    value.shape = concrete_shape(p_.types, p_.graph, v);
    value.bytes = bytes_of(value.dtype, count(value.shape));
    value.storage = storage;
    value.index = static_cast<std::uint32_t>(index);
    const auto result = static_cast<std::int32_t>(s_.values.size());
    s_.values.push_back(std::move(value));
    value_of_[v] = result;
    return result;
  }

  // Inputs, parameters and constants, each in the order of the drawing.
  void add_sources() {
    // Data first, then what the engine gives itself: callers count on it.
    const auto rank = [](const Program::Feed& f) {
      return !f.column.empty() ? 0 : f.name == "step" ? 1 : f.name == "lr" ? 2 : 0;
    };
    std::stable_sort(p_.feeds.begin(), p_.feeds.end(),
                     [&](const auto& x, const auto& y) { return rank(x) < rank(y); });
    for (const Program::Feed& f : p_.feeds)
      s_.inputs.push_back(
          {f.name, f.column, add_value({f.node, 0}, Storage::input, s_.inputs.size())});
    for (const NodeId id : p_.graph.nodes()) {
      if (const auto it = p_.parameters.find(id); it != p_.parameters.end()) {
        Parameter parameter = it->second;
        parameter.value = add_value({id, 0}, Storage::parameter, s_.parameters.size());
        s_.parameters.push_back(std::move(parameter));
      } else if (const Tensor* constant = constant_of(p_.node(id))) {
        add_value({id, 0}, Storage::constant, s_.constants.size());
        s_.constants.push_back(*constant);
      }
    }
  }

  // An update's value is computed right into the parameter where nobody reads the old one after (or
  // while) it is written; elsewhere it is copied when everything else is done.
  void place_updates() {
    std::unordered_map<ValueRef, int> times;
    for (const Program::Update& u : p_.updates) ++times[u.state];
    for (const Program::Update& u : p_.updates) {
      const Node& writer = p_.node(u.value.node);
      bool direct = times[u.state] == 1 && !is_source(writer) && !is_view(writer) &&
                    !value_of_.contains(u.value) && same_type(u.state, u.value) &&
                    !p_.is_output(u.state);
      for (const PortRef& reader : p_.graph.users(u.state)) {
        if (reader.node == writer.id) {
          const auto& pairs = writer.op->in_place;
          direct = direct && std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
                     return pair.output == static_cast<int>(u.value.port) &&
                            pair.input == static_cast<int>(reader.port);
                   });
        } else {
          direct = direct && position_.at(reader.node) < position_.at(writer.id) &&
                   !is_view(p_.node(reader.node));
        }
      }
      if (direct)
        value_of_[u.value] = value(u.state);
      else
        copies_.push_back(u);
      s_.parameters[s_.values[static_cast<std::size_t>(value(u.state))].index].written = true;
    }
  }

  bool same_type(ValueRef a, ValueRef b) {
    return p_.types.of(a).dtype == p_.types.of(b).dtype &&
           count(concrete_shape(p_.types, p_.graph, a)) ==
               count(concrete_shape(p_.types, p_.graph, b));
  }

  void add_node(NodeId id) {
    const Node& node = p_.node(id);
    if (is_view(node) && !value_of_.contains({id, 0})) {
      const std::int32_t from = value(node.inputs[0]);
      const Storage storage = s_.values[static_cast<std::size_t>(from)].storage;
      const std::int32_t to =
          add_value({id, 0}, storage, s_.values[static_cast<std::size_t>(from)].index);
      s_.values[static_cast<std::size_t>(to)].view_of = from;
      return;
    }
    if (node.op->host != nullptr)
      throw NotStatic(ESP_TEXT("engine",
                               "{}: what {} does depends on data; such a network can be run, but "
                               "neither trained nor compiled"),
                      display_name(node), node.op->name);
    Step step;
    step.node = node;
    step.phase = p_.phase(id);
    if (node.origin) {
      step.layer = node.origin->ids;
      step.layer_path = node.origin->path;
    }
    for (const ValueRef& in : node.inputs) step.inputs.push_back(value(in));
    for (std::uint32_t port = 0; port < node.outputs; ++port) {
      const ValueRef out{id, port};
      const auto placed = value_of_.find(out);
      // What nobody reads is not computed where a rule can leave it out.
      const bool read =
          port == 0 || placed != value_of_.end() || p_.is_root(out) || !p_.graph.users(out).empty();
      step.outputs.push_back(!read                       ? -1
                             : placed != value_of_.end() ? placed->second
                                                         : add_value(out, Storage::arena, 0));
    }
    s_.steps.push_back(std::move(step));
  }

  void copy_updates() {
    for (const Program::Update& u : copies_) {
      Step step;
      step.node = make_node(op("Identity"));
      step.node.name = p_.node(u.state.node).name + "_update";
      step.node.inputs = {u.value};
      step.node.origin = p_.node(u.value.node).origin;
      step.phase = p_.phase(u.value.node);
      if (step.node.origin) {
        step.layer = step.node.origin->ids;
        step.layer_path = step.node.origin->path;
      }
      step.inputs = {value(u.value)};
      step.outputs = {value(u.state)};
      s_.steps.push_back(std::move(step));
    }
  }

  Program& p_;
  Schedule s_;
  StepCalls calls_;
  std::vector<NodeId> order_;
  std::unordered_map<NodeId, std::size_t> position_;
  std::unordered_map<ValueRef, std::int32_t> value_of_;
  std::vector<Program::Update> copies_;
};

}  // namespace

bool is_view(const Node& node) { return node.op->view && node.outputs == 1; }

Schedule build_steps(Program& p) { return Building(p).run(); }

}  // namespace espalier::passes
