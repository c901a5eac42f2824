// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/inference.h"

#include "toy_ops.h"

using namespace espalier;
using toy::add;
using toy::chain;
using toy::first_problem;
using toy::shape;

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
