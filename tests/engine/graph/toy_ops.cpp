// SPDX-License-Identifier: Apache-2.0
#include "toy_ops.h"

#include "engine/graph/rules.h"

namespace espalier::toy {
namespace {

constexpr std::string_view domain = "toy";

void require_rank(InferContext& c, std::size_t rank) {
  if (c.shape(0)->size() == rank) return;
  c.fail(
      message(ESP_TEXT("engine", "expected {} dimensions, got {}"), rank, to_string(*c.shape(0))),
      0);
}

OpSpec dense() {
  return {
      .name = "Dense",
      .domain = domain,
      .attributes = {{.name = "units", .type = AttrType::integer, .minimum = 1, .authored = true},
                     {.name = "bias", .type = AttrType::flag, .fallback = true, .authored = true}},
      .inputs =
          {{.name = "X"},
           {.name = "W", .kind = PortKind::parameter},
           {.name = "B", .kind = PortKind::parameter, .optional = true, .present_if = "bias"}},
      .outputs = {{.name = "Y"}},
      .infer =
          [](InferContext& c) {
            if (!c.shape(0)) return c.output(0, Type::of_unknown_rank(DType::float32));
            require_rank(c, 2);
            const SymShape& x = *c.shape(0);
            c.param(1, DType::float32, {c.integer("units"), x[1]});
            if (c.has(2)) c.param(2, DType::float32, {c.integer("units")});
            c.output(0, Type::tensor(c.input(0).dtype, {x[0], c.integer("units")}));
          },
      .cost = [](CostContext& c) { c.cost.macs = product(c.output(0)) * c.input(1)[1]; }};
}

OpSpec conv() {
  return {.name = "Conv",
          .domain = domain,
          .attributes = {{.name = "channels",
                          .type = AttrType::integer,
                          .fallback = std::int64_t{4},
                          .minimum = 1},
                         {.name = "kernel",
                          .type = AttrType::integer,
                          .fallback = std::int64_t{3},
                          .minimum = 1},
                         {.name = "stride",
                          .type = AttrType::integer,
                          .fallback = std::int64_t{1},
                          .minimum = 1}},
          .inputs = {{.name = "X"},
                     {.name = "W", .kind = PortKind::parameter},
                     {.name = "M", .kind = PortKind::state}},
          .outputs = {{.name = "Y"}},
          .infer =
              [](InferContext& c) {
                if (!c.shape(0)) return;
                require_rank(c, 4);
                const SymShape& x = *c.shape(0);
                const std::int64_t k = c.integer("kernel"), s = c.integer("stride"),
                                   n = c.integer("channels");
                c.param(1, DType::float32, {n, x[1], k, k});
                c.param(2, DType::float32, {n});
                const auto out = [&](const Dim& d) {
                  const Dim size = floor_div(d - Dim(k), Dim(s)) + Dim(1);
                  if (size.constant().value_or(1) < 1) {
                    c.fail(message(ESP_TEXT("engine", "the kernel {} is larger than the input {}"),
                                   k, to_string(x)),
                           0, "kernel");
                  }
                  return size;
                };
                c.output(0, Type::tensor(DType::float32, {x[0], n, out(x[2]), out(x[3])}));
              },
          .cost =
              [](CostContext& c) {
                c.cost.macs =
                    product(c.output(0)) * product({c.input(1)[1], c.input(1)[2], c.input(1)[3]});
                const std::int64_t k = c.integer("kernel"), s = c.integer("stride");
                c.cost.window = Window{{k, k}, {s, s}, {1, 1}, {0, 0}};
              }};
}

OpSpec relu() {
  return {.name = "Relu",
          .domain = domain,
          .inputs = {{.name = "X"}},
          .outputs = {{.name = "Y"}},
          .elementwise = true,
          .infer = [](InferContext& c) { c.output(0, c.input(0)); },
          .cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); }};
}

OpSpec sum() {
  return {.name = "Add",
          .domain = domain,
          .inputs = {{.name = "A"}, {.name = "B"}},
          .outputs = {{.name = "C"}},
          .infer = [](InferContext& c) {
            if (!c.shape(0) || !c.shape(1)) return;
            const SymShape &a = *c.shape(0), &b = *c.shape(1);
            const auto m = message(ESP_TEXT("engine", "expected two equal shapes, got {} and {}"),
                                   to_string(a), to_string(b));
            if (a.size() != b.size()) c.fail(m, 1);
            for (std::size_t i = 0; i < a.size(); ++i) c.require_equal(a[i], b[i], m, 1);
            c.output(0, c.input(0));
          }};
}

OpSpec concat() {
  return {.name = "Concat",
          .domain = domain,
          .inputs = {{.name = "inputs", .variadic = true}},
          .outputs = {{.name = "Y"}},
          .infer = [](InferContext& c) {
            Dim channels = 0;
            for (std::size_t i = 0; i < c.input_count(); ++i) {
              if (!c.shape(i) || c.shape(i)->size() < 2) return;
              channels = channels + (*c.shape(i))[1];
            }
            SymShape s = *c.shape(0);
            s[1] = channels;
            c.output(0, Type::tensor(DType::float32, s));
          }};
}

OpSpec split() {
  return {.name = "Split2",
          .domain = domain,
          .inputs = {{.name = "X"}},
          .outputs = {{.name = "A"}, {.name = "B"}},
          .visible_outputs = 2,
          .infer = [](InferContext& c) {
            if (!c.shape(0) || c.shape(0)->size() < 2) return;
            SymShape s = *c.shape(0);
            s[1] = floor_div(s[1], Dim(2));
            c.output(0, Type::tensor(DType::float32, s));
            c.output(1, Type::tensor(DType::float32, s));
          }};
}

OpSpec unique() {
  return {.name = "Unique",
          .domain = domain,
          .inputs = {{.name = "X"}},
          .outputs = {{.name = "Y"}},
          .infer = [](InferContext& c) {
            if (!c.shape(0)) return;
            SymShape s = *c.shape(0);
            s[0] = c.fresh_symbol(0, 0);
            c.output(0, Type::tensor(DType::float32, s));
          }};
}

OpSpec sink() {
  return {.name = "Sink",
          .domain = domain,
          .inputs = {{.name = "A", .optional = true}, {.name = "B", .optional = true}},
          .outputs = {{.name = "Y"}},
          .infer = [](InferContext& c) { c.output(0, Type::of_unknown_rank(DType::float32)); }};
}

const RegisterOps toy_ops{{dense, conv, relu, sum, concat, split, unique, sink}};

}  // namespace

const OpSpec& op(std::string_view name) { return OpRegistry::instance().get(domain, name); }

NodeId add(Graph& graph, const OpSpec& op, std::string_view name, std::vector<ValueRef> inputs,
           AttributeMap attributes, std::uint32_t outputs) {
  Node node = make_node(op);
  node.name = name;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  if (outputs > 0) node.outputs = outputs;
  NodeId id;
  const auto refusal = graph.add(std::move(node), &id);
  REQUIRE_MESSAGE(!refusal, (refusal ? refusal->reason.text() : std::string()));
  return id;
}

NodeId input(Graph& graph, std::string_view name, std::string_view shape) {
  return add(graph, espalier::op("Input"), name, {}, {{"shape", parse_shape(shape)}});
}

NodeId output(Graph& graph, std::string_view name, ValueRef from) {
  return add(graph, espalier::op("Output"), name, {from});
}

NodeId instance(Network& network, std::string_view group, std::string_view name,
                std::vector<ValueRef> inputs, AttributeMap attributes) {
  Node node = make_instance(network, group);
  node.name = name;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  NodeId id;
  REQUIRE_FALSE(network.graph.add(std::move(node), &id));
  return id;
}

std::string shape(const Inference& inference, NodeId id, std::size_t output) {
  return to_string(inference.at(id).outputs.at(output));
}

std::string first_problem(const Inference& inference, NodeId id) {
  const auto& all = inference.at(id).diagnostics;
  return all.empty() ? std::string() : all.front().message.text();
}

Graph dense_body(std::int64_t units) {
  Graph body;
  const NodeId in = input(body, "in", "N,1");
  const NodeId d = add(body, op("Dense"), "d", {{in, 0}}, {{"units", units}});
  const NodeId r = add(body, op("Relu"), "r", {{d, 0}});
  output(body, "out", {r, 0});
  return body;
}

Network chain(int layers) {
  Network net;
  NodeId last = input(net.graph, "in", "N,16");
  for (int i = 0; i < layers; ++i) {
    last = i % 2 == 0 ? add(net.graph, op("Dense"), net.graph.free_name("dense"), {{last, 0}},
                            {{"units", std::int64_t{16}}})
                      : add(net.graph, op("Relu"), net.graph.free_name("relu"), {{last, 0}});
  }
  return net;
}

}  // namespace espalier::toy
