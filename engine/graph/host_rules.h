// SPDX-License-Identifier: Apache-2.0
//
// What the rules of control flow and of values that no plan holds are given.
#pragma once

#include "engine/base/host_value.h"
#include "engine/graph/rules.h"

namespace espalier {

// Unfolding: If, Loop and Scan become ordinary nodes where a plan knows enough of them (a condition
// made of shapes, a fixed number of turns). A rule that sets no output leaves the node as it is.
// Calls of a body go by the name of the attribute that holds it; its values are in the order of its
// Input and Output nodes (ports_of), what it captures behind its formal inputs.
class UnfoldContext : public RuleContext {
 public:
  using Known = std::function<Tensor(ValueRef)>;
  using Splice = std::function<std::vector<ValueRef>(const Graph& body, std::vector<ValueRef>)>;
  UnfoldContext(const Node& node, GraphBuilder& build, std::function<Type(ValueRef)> type,
                Known known, Splice splice, bool both_branches)
      : RuleContext(node),
        outputs(node.outputs),
        build_(build),
        type_(std::move(type)),
        known_(std::move(known)),
        splice_(std::move(splice)),
        both_branches_(both_branches) {}
  ValueRef input(std::size_t port) const {
    return port < node().inputs.size() ? node().inputs[port] : ValueRef{};
  }
  Type type(ValueRef v) const { return type_(v); }
  // The value where it follows from shapes and small constants; no tensor where it does not.
  Tensor known(ValueRef v) const { return known_(v); }
  // Copies a body into the graph; the values of its outputs. Throws Error above a million nodes.
  std::vector<ValueRef> splice(std::string_view body, std::vector<ValueRef> inputs) {
    return splice_(*attribute<Subgraph>(node(), body).graph, std::move(inputs));
  }
  // Whether the plan may hold both branches of what data decides, with a Select behind them.
  bool both_branches() const { return both_branches_; }
  GraphBuilder& build() { return build_; }
  void output(std::size_t port, ValueRef v) { outputs[port] = v; }
  std::vector<ValueRef> outputs;

 private:
  GraphBuilder& build_;
  std::function<Type(ValueRef)> type_;
  Known known_;
  Splice splice_;
  bool both_branches_;
};

// How an operator runs on the host between plans: control flow that depends on data, sequences and
// optionals.
class HostContext : public RuleContext {
 public:
  using Run = std::function<std::vector<HostValue>(std::string_view body, std::vector<HostValue>)>;
  HostContext(const Node& node, std::vector<HostValue> inputs, Run run)
      : RuleContext(node),
        outputs(node.outputs),
        inputs_(std::move(inputs)),
        run_(std::move(run)) {}
  std::size_t input_count() const { return inputs_.size(); }
  bool has(std::size_t port) const { return port < inputs_.size() && is_wired(node(), port); }
  const HostValue& input(std::size_t port) const { return inputs_[port]; }
  // Precondition: wired. Throws Error where the value is no tensor.
  const Tensor& tensor(std::size_t port) const { return inputs_[port].tensor(); }
  // Runs a body, with values and results as UnfoldContext says.
  std::vector<HostValue> run(std::string_view body, std::vector<HostValue> inputs) const {
    return run_(body, std::move(inputs));
  }
  void output(std::size_t port, HostValue v) {
    if (port < outputs.size()) outputs[port] = std::move(v);
  }
  [[noreturn]] void fail(Message m) const { throw Error(std::move(m)); }
  std::vector<HostValue> outputs;

 private:
  std::vector<HostValue> inputs_;
  Run run_;
};

}  // namespace espalier
