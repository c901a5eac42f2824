// SPDX-License-Identifier: Apache-2.0
//
// What the rules of an OpSpec are given. Every failure is a Message that names what was expected and
// what came; the caller puts the layer's name in front.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/graph/op.h"

namespace espalier {

// Thrown by a rule through fail(); becomes the node's diagnostic. Never leaves the graph layer.
struct RuleFailure {
  Diagnostic diagnostic;
};

// Common to all: the node and its attributes.
class RuleContext {
 public:
  explicit RuleContext(const Node& node) : node_(node) {}
  const Node& node() const { return node_; }
  bool has(std::size_t port) const {
    return port_present(node_, port) && (is_wired(node_, port) || owns_param(node_, port));
  }
  std::int64_t integer(std::string_view name) const { return attribute<std::int64_t>(node_, name); }
  double real(std::string_view name) const { return attribute<double>(node_, name); }
  bool flag(std::string_view name) const { return attribute<bool>(node_, name); }
  std::string text(std::string_view name) const { return attribute<std::string>(node_, name); }
  std::vector<std::int64_t> integers(std::string_view name) const {
    return attribute<std::vector<std::int64_t>>(node_, name);
  }
  bool is_set(std::string_view name) const {
    return node_.attributes.find(name) != node_.attributes.end();
  }

 private:
  const Node& node_;
};

// Over how many inputs a parameter sums (and how many outputs it feeds), for initializers.
struct Fan {
  Dim in, out;
};

// Shape rule: from input types to output types, parameter shapes and checks.
class InferContext : public RuleContext {
 public:
  InferContext(const Node& node, std::vector<Type> inputs);
  // Wired inputs' types; a declared parameter's type; Kind::unknown for an open port or where the
  // producer failed.
  const Type& input(std::size_t port) const { return inputs_[port]; }
  std::size_t input_count() const { return inputs_.size(); }
  // The shape of a tensor input; nothing where it is not known yet (the rule then sets what it can
  // and returns).
  const std::optional<SymShape>& shape(std::size_t port) const { return inputs_[port].shape; }
  void output(std::size_t port, Type type);
  // Shape of a parameter or state port. Where the port is wired, checks the wire against it. Without
  // a fan, it follows from the shape as torch.nn.init reads it ([out, in, …]), and for vectors (a
  // bias) from the node's first parameter of rank ≥ 2; give one where that is wrong (Gemm without
  // transB, recurrent layers).
  void param(std::size_t port, DType dtype, SymShape shape, std::optional<Fan> fan = {});
  // Two dimensions must be equal: known no → failure with the message; unknown → a run-time guard.
  void require_equal(const Dim& a, const Dim& b, Message otherwise, int input = -1);
  [[noreturn]] void fail(Message m, int input = -1, std::string attribute = {},
                         std::optional<Fix> fix = {});
  void warn(Message m, std::string attribute = {});
  Dim fresh_symbol(std::size_t output, std::size_t axis) const;  // keyed by node, output, axis

  // ---- results, read by the inference
  struct Guard {
    Dim a, b;
    Message otherwise;
  };
  std::vector<Type> outputs;
  std::vector<Type> params;              // by input port, also of wired ones
  std::vector<std::optional<Fan>> fans;  // by input port
  std::vector<Guard> guards;
  std::vector<Diagnostic> diagnostics;
  std::string symbol_prefix = "_";  // of fresh symbols; the inference's business

 private:
  std::vector<Type> inputs_;
};

// The extent over which one output element sees its input, for receptive fields: per spatial axis.
struct Window {
  std::vector<std::int64_t> kernel, stride, dilation, pad_begin;
};

// What a layer costs for the whole batch; symbols stay symbols.
struct Cost {
  Dim macs;        // multiply-accumulates
  Dim operations;  // other arithmetic, counted once an element
  std::optional<Window> window;
};
class CostContext : public RuleContext {
 public:
  CostContext(const Node& node, std::span<const Type> inputs, std::span<const Type> params,
              std::span<const Type> outputs)
      : RuleContext(node), inputs_(inputs), params_(params), outputs_(outputs) {}
  // Precondition of the rule: every wired tensor input and every output has a shape.
  const SymShape& input(std::size_t port) const;  // wired or parameter
  const SymShape& output(std::size_t port) const { return *outputs_[port].shape; }
  Cost cost;

 private:
  std::span<const Type> inputs_, params_, outputs_;
};

// Builds nodes: shared by gradient, lowering, bodies and fusion. New nodes inherit the origin of the
// node at hand.
class GraphBuilder {
 public:
  GraphBuilder(Graph& graph, std::shared_ptr<const Origin> origin, std::string name_prefix);
  ValueRef add(const OpSpec& op, std::vector<ValueRef> inputs, AttributeMap attributes = {},
               std::uint32_t outputs = 1);
  ValueRef constant(Tensor value);
  static ValueRef output(ValueRef first, std::uint32_t port) { return {first.node, port}; }
  Graph& graph() { return graph_; }
  const std::vector<NodeId>& added() const { return added_; }

 private:
  Graph& graph_;
  std::shared_ptr<const Origin> origin_;
  std::string prefix_;
  std::vector<NodeId> added_;
};

// Gradient rule: dL/d(input) from dL/d(output), as ordinary nodes.
class GradientContext : public RuleContext {
 public:
  GradientContext(const Node& node, GraphBuilder& build, std::vector<ValueRef> output_gradients,
                  std::vector<bool> wanted, const std::function<const Type&(ValueRef)>& type);
  ValueRef input(std::size_t port) const;
  ValueRef output(std::size_t port) const { return {node().id, static_cast<std::uint32_t>(port)}; }
  // Empty where nothing flows back into that output.
  ValueRef output_gradient(std::size_t port) const { return output_gradients_[port]; }
  bool wanted(std::size_t port) const { return wanted_[port]; }
  const Type& type(ValueRef v) const { return type_(v); }
  void gradient(std::size_t port, ValueRef value) { gradients[port] = value; }
  GraphBuilder& build() { return build_; }

  std::vector<ValueRef> gradients;  // result, by input port

 private:
  GraphBuilder& build_;
  std::vector<ValueRef> output_gradients_;
  std::vector<bool> wanted_;
  std::function<const Type&(ValueRef)> type_;
};

// What a plan is made for.
enum class Mode { inference, evaluation, training };

// Lowering: replaces the node by others for this mode. A rule that sets no output leaves the node as
// it is. Parameters are wired (as Parameter nodes) before rules run.
class LowerContext : public RuleContext {
 public:
  LowerContext(const Node& node, Mode mode, GraphBuilder& build, std::function<Type(ValueRef)> type)
      : RuleContext(node),
        outputs(node.outputs),
        mode_(mode),
        build_(build),
        type_(std::move(type)) {}
  Mode mode() const { return mode_; }
  bool training() const { return mode_ == Mode::training; }
  ValueRef input(std::size_t port) const;
  Type type(ValueRef v) const { return type_(v); }
  GraphBuilder& build() { return build_; }
  // The plan's scalar int64 step counter (1, 2, …), key of random numbers; and this node's key.
  ValueRef step_counter();
  std::uint64_t random_key() const;  // stable hash of the origin's id path
  std::uint64_t seed() const { return seed_value; }
  void output(std::size_t port, ValueRef v) { outputs[port] = v; }
  // state ← value, beyond OpSpec::state_updates: `state` is the Parameter node of a state port.
  void update(ValueRef state, ValueRef value) { updates.push_back({state, value}); }

  std::vector<ValueRef> outputs;  // empty refs: unchanged
  std::vector<std::pair<ValueRef, ValueRef>> updates;
  bool wants_step_counter = false;
  ValueRef step_counter_value;   // set by the pass
  std::uint64_t seed_value = 0;  // PlanRequest::seed, set by the pass

 private:
  Mode mode_;
  GraphBuilder& build_;
  std::function<Type(ValueRef)> type_;
};

// A function body: the same outputs by simpler operators.
class BodyContext : public RuleContext {
 public:
  BodyContext(const Node& node, GraphBuilder& build, std::vector<ValueRef> inputs,
              std::function<Type(ValueRef)> type)
      : RuleContext(node),
        outputs(node.outputs),
        build_(build),
        inputs_(std::move(inputs)),
        type_(std::move(type)) {}
  ValueRef input(std::size_t port) const {
    return port < inputs_.size() ? inputs_[port] : ValueRef{};
  }
  Type type(ValueRef v) const { return type_(v); }
  GraphBuilder& build() { return build_; }
  void output(std::size_t port, ValueRef v) { outputs[port] = v; }
  std::vector<ValueRef> outputs;

 private:
  GraphBuilder& build_;
  std::vector<ValueRef> inputs_;
  std::function<Type(ValueRef)> type_;
};

// The reference implementation: plain, readable, the truth in tests.
class ReferenceContext : public RuleContext {
 public:
  ReferenceContext(const Node& node, std::vector<Tensor> inputs)
      : RuleContext(node), outputs(node.outputs), inputs_(std::move(inputs)) {}
  bool has(std::size_t port) const { return port < inputs_.size() && inputs_[port]; }
  const Tensor& input(std::size_t port) const { return inputs_[port]; }
  std::size_t input_count() const { return inputs_.size(); }
  // Allocates output `port` and returns its elements.
  template <class T> std::span<T> output(std::size_t port, Shape shape) {
    outputs[port] = Tensor(dtype_of<T>(), std::move(shape));
    return outputs[port].mutable_values<T>();
  }
  [[noreturn]] void fail(Message m) const { throw Error(std::move(m)); }
  std::vector<Tensor> outputs;

 private:
  std::vector<Tensor> inputs_;
};

}  // namespace espalier
