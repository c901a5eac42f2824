// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/network.h"
#include "engine/graph/parameters.h"
#include "engine/graph/weights.h"
#include "toy_ops.h"

using namespace espalier;
using toy::add;

namespace {

// stages ×2 contains block ×2, which contains a Dense and a Relu.
Network nested() {
  Network net;
  net.groups["block"].graph = toy::dense_body(4);
  net.groups["stage"].graph = [&] {
    Graph body;
    const NodeId i = toy::input(body, "in", "N,1");
    Node inner = make_instance(net, "block");
    inner.name = "blocks";
    inner.inputs = {{i, 0}};
    inner.attributes["repeat"] = std::int64_t{2};
    NodeId id;
    REQUIRE_FALSE(body.add(inner, &id));
    toy::output(body, "out", {id, 0});
    return body;
  }();
  const NodeId in = toy::input(net.graph, "in", "N,4");
  const NodeId s = toy::instance(net, "stage", "stages", {{in, 0}}, {{"repeat", std::int64_t{2}}});
  toy::output(net.graph, "result", {s, 0});
  return net;
}

std::vector<std::string> paths(const Graph& g) {
  std::vector<std::string> all;
  for (const NodeId id : g.topological()) all.push_back(g.node(id).origin->path);
  return all;
}

}  // namespace

TEST_CASE("inlining unrolls nested groups and keeps origins") {
  const Network net = nested();
  const Graph flat = inlined(net);
  CHECK(paths(flat) == std::vector<std::string>{"in", "stages[0]/blocks[0]/d",
                                                "stages[0]/blocks[0]/r", "stages[0]/blocks[1]/d",
                                                "stages[0]/blocks[1]/r", "stages[1]/blocks[0]/d",
                                                "stages[1]/blocks[0]/r", "stages[1]/blocks[1]/d",
                                                "stages[1]/blocks[1]/r", "result"});
  const Node* d = flat.find("stages[1].blocks[0].d");
  REQUIRE(d != nullptr);
  CHECK(d->origin->ids == std::vector<NodeId>{{2}, {2}, {2}});
  CHECK(d->origin->repeats == std::vector<int>{1, 0});
  CHECK(param_key(*d->origin, "W") == "2.1/2.0/2:W");
  CHECK(flat.node({1}).name == "in");  // the main graph keeps its ids
  CHECK(flat.find("result")->id == NodeId{3});
  const auto types = infer_types(flat);
  CHECK(to_string(types.at({flat.find("result")->inputs[0]})) == "float32 N×4");
}

TEST_CASE("shared repeats have one set of keys") {
  Network net = nested();
  REQUIRE_FALSE(net.graph.set_attribute({2}, "shared", AttrValue(true)));
  std::vector<std::string> keys;
  const Graph flat = inlined(net);
  for (const NodeId id : flat.topological()) {
    const Node& n = flat.node(id);
    if (owns_param(n, 1)) keys.push_back(param_key(*n.origin, "W"));
  }
  CHECK(keys ==
        std::vector<std::string>{"2.0/2.0/2:W", "2.0/2.1/2:W", "2.0/2.0/2:W", "2.0/2.1/2:W"});
}

TEST_CASE("the list of parameters agrees with inlining and survives renaming") {
  Network net = nested();
  const auto keys_of = [](const Network& n) {
    Inference inference;
    inference.update(n);
    std::vector<std::string> keys;
    for (const ParamInfo& p : parameters_of(n, inference)) keys.push_back(p.key);
    return keys;
  };
  std::vector<std::string> flat_keys;
  const Graph flat = inlined(net);
  for (const NodeId id : flat.topological()) {
    const Node& n = flat.node(id);
    for (std::size_t i = 0; i < n.op->inputs.size(); ++i) {
      if (owns_param(n, i)) flat_keys.push_back(param_key(*n.origin, n.op->inputs[i].name));
    }
  }
  const auto keys = keys_of(net);
  CHECK(keys.size() == 8);
  CHECK(keys == flat_keys);

  REQUIRE_FALSE(net.graph.rename({2}, "trunk [odd] 100%"));
  REQUIRE_FALSE(net.groups["block"].graph.rename({2}, "fully"));
  CHECK(keys_of(net) == keys);
  Inference inference;
  inference.update(net);
  const auto all = parameters_of(net, inference);
  CHECK(all[0].path == "trunk %5Bodd%5D 100%25[0]/blocks[0]/fully.W");
  CHECK(to_string(all[0].type) == "float32 4×4");
  CHECK(all[1].fan.in == Dim(4));
}

TEST_CASE("inlining refuses what cannot end") {
  Network net = nested();
  Graph& block = net.groups["block"].graph;
  Node loop = make_instance(net, "stage");
  loop.inputs = {{{3}, 0}};
  REQUIRE_FALSE(block.add(loop));
  CHECK_THROWS_WITH_AS(inlined(net), "stages[0]/blocks[0]/stage: the group stage contains itself.",
                       Error);

  // 1000 × 1000 × … layers: refused before the memory is gone.
  Network bomb;
  bomb.groups["0"].graph = toy::dense_body(4);
  for (int i = 1; i < 5; ++i) {
    Graph body;
    const NodeId in = toy::input(body, "in", "N,1");
    Node inner = make_instance(bomb, std::to_string(i - 1));
    inner.inputs = {{in, 0}};
    inner.attributes["repeat"] = std::int64_t{1000};
    NodeId id;
    REQUIRE_FALSE(body.add(inner, &id));
    toy::output(body, "out", {id, 0});
    bomb.groups[std::to_string(i)].graph = body;
  }
  const NodeId in = toy::input(bomb.graph, "in", "N,4");
  const NodeId g = toy::instance(bomb, "4", "g", {{in, 0}});
  Inference inference;
  inference.update(bomb);  // types repeat at once, so this is cheap
  CHECK(toy::shape(inference, g) == "float32 N×4");
  CHECK_THROWS_AS(inlined(bomb), Error);
  CHECK_THROWS_AS(parameters_of(bomb, inference), Error);
}

TEST_CASE("names of bodies give way to those of the drawing") {
  Network net;
  net.groups["block"].graph = toy::dense_body(4);
  const NodeId in = toy::input(net.graph, "in", "N,4");
  const NodeId g = toy::instance(net, "block", "g", {{in, 0}});
  add(net.graph, toy::op("Relu"), "g.d", {{g, 0}});
  const Graph flat = inlined(net);
  CHECK(flat.find("g.d")->origin->path == "g.d");
  CHECK(flat.size() == 4);
}
