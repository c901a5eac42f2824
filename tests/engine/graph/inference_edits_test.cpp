// SPDX-License-Identifier: Apache-2.0
//
// What an edit reaches is inferred anew, and nothing else.
#include <algorithm>
#include <chrono>
#include <random>

#include "engine/graph/inference.h"
#include "toy_ops.h"

using namespace espalier;
using toy::add;
using toy::chain;

namespace {

void check_like_fresh(const Inference& kept, const Network& net) {
  Inference fresh;
  fresh.update(net);
  const auto same_diagnostics = [](const NodeInfo& a, const NodeInfo& b) {
    return std::ranges::equal(
        a.diagnostics, b.diagnostics, [](const Diagnostic& x, const Diagnostic& y) {
          return x.message == y.message && x.severity == y.severity && x.node == y.node;
        });
  };
  for (const NodeId id : net.graph.nodes()) {
    const NodeInfo &a = kept.at(id), &b = fresh.at(id);
    CAPTURE(net.graph.node(id).name);
    CHECK(a.outputs == b.outputs);
    CHECK(a.params == b.params);
    CHECK(a.parameters == b.parameters);
    CHECK(a.cost.macs == b.cost.macs);
    CHECK(a.receptive_field == b.receptive_field);
    CHECK(a.bypassed == b.bypassed);
    CHECK(a.guards.size() == b.guards.size());
    CHECK(same_diagnostics(a, b));
  }
  const NetworkCost a = kept.total(), b = fresh.total();
  CHECK(a.parameters == b.parameters);
  CHECK(a.macs == b.macs);
  CHECK(a.activation_elements == b.activation_elements);
  CHECK(a.layers == b.layers);
}

// One random edit; refusals are fine.
void edit(Network& net, std::mt19937& random) {
  Graph& g = net.graph;
  const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto ids = g.nodes();
  const NodeId id = ids[pick(ids.size())], other = ids[pick(ids.size())];
  static const std::vector<std::string> ops = {"Dense",  "Relu",   "Add", "Concat",
                                               "Split2", "Unique", "Conv"};
  switch (pick(12)) {
    case 0:
    case 1: {
      const OpSpec& op = toy::op(ops[pick(ops.size())]);
      Node n = make_node(op);
      n.name = g.free_name(n.name);
      if (n.name.starts_with("dense"))
        n.attributes["units"] = static_cast<std::int64_t>(1 + pick(3));
      if (g.has_output({id, 0})) n.inputs = {{id, 0}};
      (void)g.add(n);
      break;
    }
    case 2:
      (void)g.remove(id);
      break;
    case 3:
    case 4:
    case 5:
      (void)g.connect({other, static_cast<std::uint32_t>(pick(2))},
                      {id, static_cast<std::uint32_t>(pick(2))});
      break;
    case 6:
      (void)g.disconnect({id, static_cast<std::uint32_t>(pick(3))});
      break;
    case 7:
      (void)g.set_attribute(id, "units", AttrValue(static_cast<std::int64_t>(1 + pick(3))));
      break;
    case 8:
      (void)g.set_muted(id, pick(2) == 0);
      break;
    case 9:
      (void)g.rename(id, g.free_name("renamed"));
      break;
    case 10:
      (void)g.set_attribute(id, "repeat", AttrValue(static_cast<std::int64_t>(1 + pick(3))));
      break;
    case 11: {
      Graph& body = net.groups.at(pick(2) == 0 ? "block" : "outer").graph;
      const auto inside = body.nodes();
      (void)body.set_attribute(inside[pick(inside.size())], "units",
                               AttrValue(static_cast<std::int64_t>(1 + pick(3))));
      break;
    }
  }
}

}  // namespace

TEST_CASE("a thousand random edits: the kept inference equals a fresh one") {
  std::mt19937 random(7);
  Network net;
  net.groups["block"].graph = toy::dense_body(2);
  net.groups["outer"].graph = [&] {
    Graph body;
    const NodeId i = toy::input(body, "in", "N,1");
    Node inner = make_instance(net, "block");
    inner.inputs = {{i, 0}};
    inner.attributes["repeat"] = std::int64_t{2};
    NodeId id;
    REQUIRE_FALSE(body.add(inner, &id));
    toy::output(body, "out", {id, 0});
    return body;
  }();
  const NodeId in = toy::input(net.graph, "in", "N,2");
  toy::input(net.graph, "image", "N,3,9,9");
  const NodeId o = toy::instance(net, "outer", "o", {{in, 0}});
  toy::instance(net, "block", "b", {{o, 0}});
  Inference kept;
  std::vector<Network> history;
  for (int i = 0; i < 1000; ++i) {
    edit(net, random);
    if (i % 50 == 0) history.push_back(net);
    if (i % 97 == 96) net = history[random() % history.size()];  // an undo
    if (i % 3 != 2) kept.update(net);                            // sometimes several edits at once
    if (i % 10 == 9) {
      kept.update(net);
      check_like_fresh(kept, net);
    }
  }
  CHECK(net.graph.size() > 5);
}

TEST_CASE("ten thousand layers: an edit looks at few of them") {
  using Clock = std::chrono::steady_clock;
  const auto ms = [](Clock::time_point since) {
    return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
  };
  Network net = chain(10000);
  Inference inference;
  auto start = Clock::now();
  inference.update(net);
  const double first = ms(start);
  inference.total();

  // The best of some edits, for other programs share this machine.
  double attribute = 1e9, total = 1e9, wire = 1e9, snapshot = 1e9;
  for (int i = 0; i < 5; ++i) {
    start = Clock::now();
    REQUIRE_FALSE(net.graph.set_attribute({5000}, "units", AttrValue(std::int64_t{8 + i})));
    CHECK(inference.update(net).size() == 3);
    attribute = std::min(attribute, ms(start));
    start = Clock::now();
    inference.total();
    total = std::min(total, ms(start));
    start = Clock::now();
    REQUIRE_FALSE(net.graph.disconnect({{7000}, 0}));
    REQUIRE_FALSE(net.graph.connect({{6999}, 0}, {{7000}, 0}));
    CHECK(inference.update(net).size() < 4);
    wire = std::min(wire, ms(start));
    start = Clock::now();
    Graph copy = net.graph;
    REQUIRE_FALSE(copy.rename({42}, "forty-two"));
    snapshot = std::min(snapshot, ms(start));
  }
  MESSAGE("first ", first, " ms, attribute ", attribute, " ms, total ", total, " ms, rewiring ",
          wire, " ms, copy and edit ", snapshot, " ms");
}
