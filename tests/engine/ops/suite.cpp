// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/ops/suite.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/base/philox.h"
#include "engine/passes/reference.h"

namespace espalier::testing {
namespace {

constexpr std::int64_t most_constant_elements = 16;

// Element i of a tensor as a number, for types that fit a double.
double element(const Tensor& t, std::int64_t i) {
  const auto at = static_cast<std::size_t>(i);
  switch (t.type()) {
    case DType::float32:
      return t.values<float>()[at];
    case DType::float64:
      return t.values<double>()[at];
    case DType::int8:
      return t.values<std::int8_t>()[at];
    case DType::uint8:
      return t.values<std::uint8_t>()[at];
    case DType::int16:
      return t.values<std::int16_t>()[at];
    case DType::uint16:
      return t.values<std::uint16_t>()[at];
    case DType::int32:
      return t.values<std::int32_t>()[at];
    case DType::uint32:
      return t.values<std::uint32_t>()[at];
    case DType::int64:
      return static_cast<double>(t.values<std::int64_t>()[at]);
    case DType::uint64:
      return static_cast<double>(t.values<std::uint64_t>()[at]);
    case DType::boolean:
      return t.values<bool>()[at];
    default:
      throw Error("samples of {} elements are not known here", name(t.type()));
  }
}

void set_element(Tensor& t, std::int64_t i, double v) {
  const auto at = static_cast<std::size_t>(i);
  switch (t.type()) {
    case DType::float32:
      t.mutable_values<float>()[at] = static_cast<float>(v);
      break;
    case DType::float64:
      t.mutable_values<double>()[at] = v;
      break;
    case DType::int8:
      t.mutable_values<std::int8_t>()[at] = static_cast<std::int8_t>(v);
      break;
    case DType::uint8:
      t.mutable_values<std::uint8_t>()[at] = static_cast<std::uint8_t>(v);
      break;
    case DType::int32:
      t.mutable_values<std::int32_t>()[at] = static_cast<std::int32_t>(v);
      break;
    case DType::int64:
      t.mutable_values<std::int64_t>()[at] = static_cast<std::int64_t>(v);
      break;
    case DType::boolean:
      t.mutable_values<bool>()[at] = v != 0;
      break;
    default:
      throw Error("samples of {} elements are not known here", name(t.type()));
  }
}

Tensor random_tensor(const SampleInput& input, std::string_view name, std::size_t port) {
  Tensor t(input.dtype, input.shape);
  Random random(stable_hash(name), port);
  for (std::int64_t i = 0; i < t.count(); ++i) {
    const double u = random.uniform();
    const bool whole = !is_floating(input.dtype);
    set_element(t, i,
                whole ? std::floor(input.low + u * (input.high - input.low + 1))
                      : input.low + u * (input.high - input.low));
  }
  return t;
}

}  // namespace

std::string Case::name() const { return fmt::format("{}: {}", op->name, sample.name); }

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const OpSpec* op : OpRegistry::instance().all()) {
    if (op->samples == nullptr) continue;
    for (Sample& s : op->samples()) cases.push_back({op, std::move(s)});
  }
  return cases;
}

std::vector<Tensor> inputs_of(const Case& c) {
  std::vector<Tensor> inputs;
  for (std::size_t port = 0; port < c.sample.inputs.size(); ++port) {
    const SampleInput& in = c.sample.inputs[port];
    if (in.dtype == DType::undefined)
      inputs.emplace_back();
    else
      inputs.push_back(in.values ? *in.values : random_tensor(in, c.sample.name, port));
  }
  return inputs;
}

std::vector<Tensor> inputs_of(const Case& c, DType floating) {
  std::vector<Tensor> inputs = inputs_of(c);
  for (Tensor& t : inputs) {
    if (!t || !is_floating(t.type()) || t.type() == floating) continue;
    Tensor converted(floating, t.shape());
    for (std::int64_t i = 0; i < t.count(); ++i) set_element(converted, i, element(t, i));
    t = converted;
  }
  return inputs;
}

Node node_of(const Case& c) {
  Node node = make_node(*c.op);
  node.id = NodeId{1};
  node.attributes = c.sample.attributes;
  std::uint32_t next = 2;
  for (const SampleInput& in : c.sample.inputs)
    node.inputs.push_back(in.dtype == DType::undefined ? ValueRef{} : ValueRef{{next++}, 0});
  return node;
}

std::vector<Tensor> reference_of(const Case& c) { return run_reference(node_of(c), inputs_of(c)); }

Drawn draw(const Case& c) {
  Drawn drawn;
  Graph& graph = drawn.network.graph;
  const auto add = [&](Node node) {
    NodeId id;
    if (const auto refusal = graph.add(std::move(node), &id)) throw Error(refusal->reason);
    return id;
  };
  const std::vector<Tensor> inputs = inputs_of(c);
  Node node = node_of(c);
  node.id = {};
  for (std::size_t port = 0; port < inputs.size(); ++port) {
    const Tensor& t = inputs[port];
    if (!t) continue;
    const bool constant = is_integer(t.type()) && t.count() <= most_constant_elements;
    Node source = make_node(constant ? op("Constant") : op("Input"));
    source.name = fmt::format("in{}", port);
    if (constant) {
      source.attributes = {{"value", t}};
    } else {
      source.attributes = {{"shape", to_symbolic(t.shape())},
                           {"dtype", std::string(name(t.type()))}};
      drawn.inputs.emplace_back(source.name, t);
    }
    node.inputs[port] = {add(std::move(source)), 0};
  }
  node.name = graph.free_name(node.name);
  const std::uint32_t outputs = node.outputs;
  drawn.node = add(std::move(node));
  for (std::uint32_t i = 0; i < outputs; ++i) {
    Node output = make_node(op("Output"));
    output.name = fmt::format("out{}", i);
    output.inputs = {{drawn.node, i}};
    add(std::move(output));
  }
  return drawn;
}

std::string difference(const Tensor& expected, const Tensor& got, double tolerance) {
  if (expected.type() != got.type() || expected.shape() != got.shape())
    return fmt::format("expected {} {}, got {} {}", name(expected.type()),
                       to_string(expected.shape()), name(got.type()), to_string(got.shape()));
  for (std::int64_t i = 0; i < expected.count(); ++i) {
    const double a = element(expected, i), b = element(got, i);
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    const bool near =
        is_floating(expected.type()) && std::abs(a - b) <= tolerance * (1 + std::abs(a));
    if (!near) return fmt::format("element {}: expected {}, got {}", i, a, b);
  }
  return "";
}

}  // namespace espalier::testing
