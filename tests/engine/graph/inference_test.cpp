// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/inference.h"

#include <algorithm>
#include <chrono>
#include <random>

#include "toy_ops.h"

using namespace espalier;
using toy::add;
using toy::first_problem;
using toy::shape;

namespace {

Network chain(int layers) {
  Network net;
  NodeId last = toy::input(net.graph, "in", "N,16");
  for (int i = 0; i < layers; ++i) {
    last = i % 2 == 0 ? add(net.graph, toy::op("Dense"), net.graph.free_name("dense"), {{last, 0}},
                            {{"units", std::int64_t{16}}})
                      : add(net.graph, toy::op("Relu"), net.graph.free_name("relu"), {{last, 0}});
  }
  return net;
}

// Everything that is known of every node equals what a fresh inference finds.
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

TEST_CASE("shapes, parameters and costs keep their symbols") {
  Network net = chain(4);
  Inference inference;
  CHECK(inference.update(net).size() == 5);
  CHECK(shape(inference, {2}) == "float32 N×16");
  CHECK(inference.total().parameters == Dim(2 * (16 * 16 + 16)));
  CHECK(inference.total().macs == Dim::symbol("N") * Dim(512));
  CHECK(inference.total().layers == 4);
  CHECK(inference.update(net).empty());

  REQUIRE_FALSE(net.graph.set_attribute({2}, "units", AttrValue(std::int64_t{8})));
  // The next Dense takes up the change in its weights; behind it nothing differs.
  CHECK(inference.update(net) == std::vector<NodeId>{{2}, {3}, {4}});
  CHECK(inference.total().parameters == Dim(8 * 17 + 16 * 9));
  CHECK(inference.at({4}).fans[1].in == Dim(8));
  CHECK(inference.at({4}).fans[2].in == Dim(8));  // a bias takes its weight's
}

TEST_CASE("what does not fit is said on the layer, and what follows stays silent") {
  Network net;
  Graph& g = net.graph;
  const NodeId in = toy::input(g, "in", "N,3,8,8");
  const NodeId d = add(g, toy::op("Dense"), "d", {{in, 0}}, {{"units", std::int64_t{2}}});
  const NodeId r = add(g, toy::op("Relu"), "r", {{d, 0}});
  const NodeId lost = add(g, toy::op("Relu"), "lost");
  const NodeId unset = add(g, toy::op("Dense"), "unset", {{in, 0}});
  const NodeId what =
      add(g, OpRegistry::instance().unknown("com.example", "What"), "what", {{in, 0}});
  Inference inference;
  inference.update(net);
  CHECK(first_problem(inference, d) == "expected 2 dimensions, got N×3×8×8");
  CHECK(first_problem(inference, r) == "");
  CHECK(first_problem(inference, lost) == "nothing is connected to X");
  CHECK(first_problem(inference, unset) == "units must be set");
  CHECK(first_problem(inference, what) ==
        "the operator What of com.example is not known here; it is kept as it is");
  CHECK(inference.diagnostics().size() == 4);
  CHECK_THROWS_WITH_AS(infer_types(g), "d: expected 2 dimensions, got N×3×8×8", Error);

  // Values of the wrong type or out of bounds, as a file may bring them.
  Node bad = g.node(unset);
  bad.attributes["units"] = std::string("x");
  bad.attributes["odd"] = 1.5;
  REQUIRE_FALSE(g.replace(unset, bad));
  inference.update(net);
  CHECK(first_problem(inference, unset) == "units: expected a whole number, got x");
  CHECK(inference.at(unset).diagnostics.size() == 2);
}

TEST_CASE("equality that only run time can tell becomes a guard") {
  Network net;
  const NodeId a = toy::input(net.graph, "a", "N,4"), b = toy::input(net.graph, "b", "M,4"),
               c = toy::input(net.graph, "c", "N,5");
  const NodeId may = add(net.graph, toy::op("Add"), "may", {{a, 0}, {b, 0}});
  const NodeId never = add(net.graph, toy::op("Add"), "never", {{a, 0}, {c, 0}});
  const NodeId u = add(net.graph, toy::op("Unique"), "u", {{a, 0}});
  Inference inference;
  inference.update(net);
  REQUIRE(inference.at(may).guards.size() == 1);
  CHECK(inference.at(may).guards[0].b == Dim::symbol("M"));
  CHECK(first_problem(inference, never) == "expected two equal shapes, got N×4 and N×5");
  CHECK(shape(inference, u) == "float32 _6_0_0×4");
}

TEST_CASE("receptive fields compose") {
  Network net;
  const NodeId in = toy::input(net.graph, "in", "N,1,64,64");
  const NodeId a = add(net.graph, toy::op("Conv"), "a", {{in, 0}},
                       {{"kernel", std::int64_t{3}}, {"stride", std::int64_t{2}}});
  const NodeId b = add(net.graph, toy::op("Conv"), "b", {{a, 0}}, {{"kernel", std::int64_t{5}}});
  const NodeId r = add(net.graph, toy::op("Relu"), "r", {{b, 0}});
  Inference inference;
  inference.update(net);
  CHECK(inference.at(in).receptive_field == std::vector<std::int64_t>{1, 1});
  CHECK(inference.at(a).receptive_field == std::vector<std::int64_t>{3, 3});
  CHECK(inference.at(r).receptive_field == std::vector<std::int64_t>{11, 11});

  net.groups["pair"].graph = [] {
    Graph body;
    const NodeId i = toy::input(body, "in", "N,1,1,1");
    const NodeId c = add(body, toy::op("Conv"), "c", {{i, 0}},
                         {{"kernel", std::int64_t{3}}, {"stride", std::int64_t{2}}});
    toy::output(body, "out", {c, 0});
    return body;
  }();
  const NodeId g = toy::instance(net, "pair", "g", {{in, 0}}, {{"repeat", std::int64_t{2}}});
  inference.update(net);
  CHECK(shape(inference, g) == "float32 N×4×15×15");
  CHECK(inference.at(g).receptive_field == std::vector<std::int64_t>{7, 7});
  CHECK(inference.at(g).states == Dim(8));
}

TEST_CASE("groups: repeats, sharing, inner shapes and problems") {
  Network net;
  net.groups["block"].graph = toy::dense_body(8);
  const NodeId in = toy::input(net.graph, "in", "N,4");
  const NodeId g = toy::instance(net, "block", "g", {{in, 0}}, {{"repeat", std::int64_t{3}}});
  Inference inference;
  inference.update(net);
  CHECK(shape(inference, g) == "float32 N×8");
  CHECK(inference.at(g).parameters == Dim(8 * 4 + 8 + 2 * (64 + 8)));
  CHECK(inference.total().layers == 6);
  REQUIRE(inference.body(g, 0) != nullptr);
  CHECK(to_string(inference.body(g, 0)->at({2}).params[1]) == "float32 8×4");
  CHECK(to_string(inference.body(g, 2)->at({2}).params[1]) == "float32 8×8");

  REQUIRE_FALSE(net.graph.set_attribute(g, "shared", AttrValue(true)));
  inference.update(net);
  CHECK(first_problem(inference, g).find("cannot share weights") != std::string::npos);

  REQUIRE_FALSE(net.groups["block"].graph.set_attribute({2}, "units", AttrValue(std::int64_t{4})));
  CHECK(inference.update(net) == std::vector<NodeId>{g});
  CHECK(first_problem(inference, g) == "");
  CHECK(inference.at(g).parameters == Dim(4 * 4 + 4));
  CHECK(inference.at(g).cost.macs == Dim::symbol("N") * Dim(48));

  // A definition that contains itself, one that is missing, one that has no such ports.
  net.groups["block"].graph = [&] {
    Graph body = toy::dense_body(4);
    Node self = make_node(op("Group"));
    self.group = "block";
    self.name = "self";
    self.inputs = {{{3}, 0}};
    REQUIRE_FALSE(body.add(self));
    return body;
  }();
  inference.update(net);
  CHECK(first_problem(inference, g).starts_with("self inside it cannot work: "));
  net.groups.erase("block");
  inference.update(net);
  CHECK(first_problem(inference, g) == "there is no group named block");
  CHECK_THROWS_AS(inlined(net), Error);
}

TEST_CASE("a body's own symbols differ between instances") {
  Network net;
  net.groups["pick"].graph = [] {
    Graph body;
    const NodeId i = toy::input(body, "in", "N,1");
    toy::output(body, "out", {add(body, toy::op("Unique"), "u", {{i, 0}}), 0});
    return body;
  }();
  const NodeId in = toy::input(net.graph, "in", "N,4");
  const NodeId a = toy::instance(net, "pick", "a", {{in, 0}}),
               b = toy::instance(net, "pick", "b", {{in, 0}});
  const NodeId c = toy::instance(net, "pick", "c", {{a, 0}}, {{"repeat", std::int64_t{2}}});
  Inference inference;
  inference.update(net);
  CHECK(shape(inference, a) == "float32 _2.0_2_0_0×4");
  CHECK(shape(inference, b) == "float32 _3.0_2_0_0×4");
  CHECK(shape(inference, c) == "float32 _4.1_2_0_0×4");
}

TEST_CASE("a muted layer lets its input through where the shapes allow") {
  Network net;
  const NodeId in = toy::input(net.graph, "in", "N,4");
  const NodeId d = add(net.graph, toy::op("Dense"), "d", {{in, 0}}, {{"units", std::int64_t{4}}});
  const NodeId e = add(net.graph, toy::op("Dense"), "e", {{d, 0}}, {{"units", std::int64_t{5}}});
  for (const NodeId id : {in, d, e}) REQUIRE_FALSE(net.graph.set_muted(id, true));
  Inference inference;
  inference.update(net);
  CHECK(inference.at(d).bypassed);
  CHECK(inference.at(d).parameters == Dim(0));
  CHECK_FALSE(inference.at(e).bypassed);
  CHECK(first_problem(inference, e) ==
        "it is muted, but works on, for it turns float32 N×4 into float32 N×5");
  CHECK(inference.at(e).ok());
  const Graph flat = inlined(net);
  CHECK(flat.find(d) == nullptr);
  CHECK(flat.node(e).inputs == std::vector<ValueRef>{{in, 0}});
}

TEST_CASE("sizes beyond 63 bits are a diagnostic or infinity, never a crash") {
  Network net;
  const std::int64_t huge = std::int64_t{1} << 61;
  const NodeId in = toy::input(net.graph, "in", "1," + std::to_string(huge));
  NodeId last = in;
  for (int i = 0; i < 5; ++i)
    last = add(net.graph, toy::op("Relu"), net.graph.free_name("r"), {{last, 0}});
  const NodeId d = add(net.graph, toy::op("Dense"), "d", {{last, 0}}, {{"units", huge}});
  net.groups["relu"].graph = [] {
    Graph body;
    const NodeId i = toy::input(body, "in", "N,1");
    toy::output(body, "out", {add(body, toy::op("Relu"), "r", {{i, 0}}), 0});
    return body;
  }();
  const NodeId g = toy::instance(net, "relu", "g", {{in, 0}}, {{"repeat", std::int64_t{1000}}});
  const NodeId after = toy::instance(net, "relu", "after", {{in, 0}});
  Inference inference;
  inference.update(net);
  CHECK(inference.total().activation_elements.text() == "∞");
  CHECK(first_problem(inference, d) != "");
  CHECK(first_problem(inference, g) != "");
  CHECK(first_problem(inference, after) == "");
}

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
