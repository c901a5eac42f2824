// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include "toy_ops.h"

using namespace espalier;
using toy::add;

namespace {

std::string reason(const std::optional<Refusal>& r) { return r ? r->reason.text() : std::string(); }

Node named(std::string_view op, std::string name) {
  Node n = make_node(toy::op(op));
  n.name = std::move(name);
  return n;
}

}  // namespace

TEST_CASE("refused edits say why and leave the graph as it was") {
  Graph g;
  const NodeId in = toy::input(g, "in", "N,4");
  const NodeId a = add(g, toy::op("Relu"), "a", {{in, 0}});
  const NodeId b = add(g, toy::op("Relu"), "b", {{a, 0}});
  const Graph before = g;

  CHECK(reason(g.connect({b, 0}, {a, 0})) ==
        "b already depends on a; this wire would close a cycle.");
  CHECK(reason(g.connect({a, 0}, {a, 0})) == "a: a layer cannot feed itself.");
  CHECK(reason(g.add(named("Relu", "a"))) == "There is already a layer named a.");
  CHECK(reason(g.add(named("Relu", ""))) == "A layer needs a name.");
  CHECK(reason(g.add(named("Relu", "x/y"))).find("'/'") != std::string::npos);
  CHECK(reason(g.add(named("Relu", "x\ny"))).find("line breaks") != std::string::npos);
  CHECK(reason(g.rename(a, "b")) == "There is already a layer named b.");
  CHECK(reason(g.rename(a, "b/c")) != "");
  CHECK(reason(g.connect({a, 1}, {b, 0})) == "b: there is no output 1 on a, which has 1.");
  CHECK(reason(g.connect({a, 0}, {b, 1})) == "b: Relu has 1 inputs; there is no input 1.");
  CHECK(reason(g.connect({{99}, 0}, {b, 0})).find("does not exist") != std::string::npos);
  CHECK(reason(g.connect({a, 0}, {{99}, 0})) == "There is no layer with the id 99.");
  CHECK(reason(g.remove({99})) == "There is no layer with the id 99.");
  CHECK(reason(g.remove({})) != "");
  CHECK(reason(g.disconnect({in, 0})).find("nothing is connected") != std::string::npos);
  CHECK(reason(g.set_param(a, 0, {{"zeros", 1}, false})) ==
        "a: input 0 of Relu holds no parameter.");
  CHECK(reason(g.replace({99}, named("Relu", "z"))) != "");
  Node huge = named("Relu", "huge");
  huge.id = {Graph::largest_id + 1};
  CHECK(reason(g.add(huge)).find("too large") != std::string::npos);
  Node twice = named("Relu", "twice");
  twice.id = a;
  CHECK(reason(g.add(twice)) == "twice: the id 2 belongs to a already.");
  Node selfish = named("Relu", "selfish");
  selfish.inputs = {{g.next_id(), 0}};
  CHECK(reason(g.add(selfish)).find("does not exist") != std::string::npos);

  CHECK(g.is_snapshot_of(before));
}

TEST_CASE("attributes are checked by their spec") {
  Graph g;
  const NodeId d = add(g, toy::op("Dense"), "d");
  CHECK(reason(g.set_attribute(d, "units", AttrValue(std::int64_t{0}))) ==
        "units: expected at least 1, got 0");
  CHECK(reason(g.set_attribute(d, "units", AttrValue(std::string("many")))) ==
        "units: expected a whole number, got many");
  CHECK(reason(g.set_attribute(d, "colour", AttrValue(std::int64_t{1}))) ==
        "d: Dense has no setting named colour.");
  CHECK_FALSE(g.set_attribute(d, "units", AttrValue(8.0)));  // a whole real is fine
  CHECK(attribute<std::int64_t>(g.node(d), "units") == 8);
  CHECK_FALSE(g.set_attribute(d, "bias", AttrValue(std::int64_t{0})));
  CHECK(attribute<bool>(g.node(d), "bias") == false);
  CHECK(reason(g.connect({add(g, toy::op("Sink"), "s"), 0}, {d, 2})) ==
        "d: input B is switched off by bias.");
  CHECK_FALSE(g.set_attribute(d, "bias", AttrValue(true)));  // the default is not kept
  CHECK(g.node(d).attributes.size() == 1);
  const Graph before = g;
  CHECK_FALSE(g.set_attribute(d, "units", AttrValue(std::int64_t{8})));
  CHECK(g.is_snapshot_of(before));  // no change, no new version
}

TEST_CASE("snapshots do not see later edits") {
  Graph g;
  NodeId last = toy::input(g, "in", "N,4");
  for (int i = 0; i < 300; ++i) last = add(g, toy::op("Relu"), g.free_name("relu"), {{last, 0}});
  const Graph snapshot = g;
  REQUIRE_FALSE(g.rename({7}, "seven"));
  REQUIRE_FALSE(g.remove({100}));
  const NodeId fresh = add(g, toy::op("Relu"), "fresh", {{last, 0}});
  CHECK(snapshot.node({7}).name != "seven");
  CHECK(snapshot.find("seven") == nullptr);
  CHECK(g.find("seven")->id == NodeId{7});
  CHECK(snapshot.contains(NodeId{100}));
  CHECK(snapshot.node({101}).inputs.size() == 1);
  CHECK(g.node({101}).inputs.empty());
  CHECK_FALSE(snapshot.contains(fresh));
  CHECK(snapshot.users({last, 0}).empty());
  CHECK(g.users({last, 0}) == std::vector<PortRef>{{fresh, 0}});
  CHECK(g.changed_since(snapshot) == std::vector<NodeId>{{7}, {100}, {101}, fresh});
  CHECK(snapshot.size() == 301);
  CHECK(snapshot.topological().size() == 301);
  CHECK_FALSE(g.same_as(snapshot));
}

TEST_CASE("equal content is equal without shared memory") {
  const auto build = [] {
    Graph g;
    const NodeId in = toy::input(g, "in", "N,4");
    add(g, toy::op("Dense"), "d", {{in, 0}}, {{"units", std::int64_t{3}}});
    return g;
  };
  Graph a = build();
  const Graph b = build();
  CHECK(a.same_as(b));
  REQUIRE_FALSE(a.set_attribute({2}, "units", AttrValue(std::int64_t{4})));
  CHECK_FALSE(a.same_as(b));
  REQUIRE_FALSE(a.set_attribute({2}, "units", AttrValue(std::int64_t{3})));
  CHECK(a.same_as(b));
}

TEST_CASE("ids are never used again") {
  Graph g;
  const NodeId a = add(g, toy::op("Sink"), "a");
  REQUIRE_FALSE(g.remove(a));
  const NodeId b = add(g, toy::op("Sink"), "a");
  CHECK(b != a);
  g.reserve_ids({50});
  CHECK(add(g, toy::op("Sink"), "c") == NodeId{50});
}

TEST_CASE("removing wires closes up variadic inputs") {
  Graph g;
  const NodeId a = add(g, toy::op("Sink"), "a"), b = add(g, toy::op("Sink"), "b"),
               c = add(g, toy::op("Sink"), "c");
  const NodeId cat = add(g, toy::op("Concat"), "cat", {{a, 0}, {b, 0}, {a, 0}, {c, 0}});
  const NodeId two = add(g, toy::op("Sink"), "two", {{a, 0}, {b, 0}});
  REQUIRE_FALSE(g.remove(a));
  CHECK(g.node(cat).inputs == std::vector<ValueRef>{{b, 0}, {c, 0}});
  CHECK(g.node(two).inputs == std::vector<ValueRef>{{}, {b, 0}});
  CHECK(g.users({c, 0}) == std::vector<PortRef>{{cat, 1}});
  REQUIRE_FALSE(g.disconnect({cat, 0}));
  CHECK(g.users({c, 0}) == std::vector<PortRef>{{cat, 0}});
}

TEST_CASE("free names count on") {
  Graph g;
  CHECK(g.free_name("conv") == "conv");
  CHECK(g.free_name("") == "layer");
  CHECK(g.free_name("a/b") == "a.b");
  for (int i = 0; i < 40; ++i) add(g, toy::op("Sink"), g.free_name("conv"));
  CHECK(g.find("conv40") != nullptr);
  CHECK(g.free_name("conv") == "conv41");
  CHECK(g.free_name("conv7") == "conv41");
  add(g, toy::op("Sink"), "123");
  CHECK(g.find(g.free_name("123")) == nullptr);
}

TEST_CASE("redirect moves users but makes no cycle") {
  Graph g;
  const NodeId in = toy::input(g, "in", "N,4");
  const NodeId a = add(g, toy::op("Relu"), "a", {{in, 0}});
  const NodeId b = add(g, toy::op("Relu"), "b", {{a, 0}});
  const NodeId after = add(g, toy::op("Relu"), "after", {{a, 0}});
  REQUIRE_FALSE(g.redirect({a, 0}, {after, 0}));
  CHECK(g.node(b).inputs == std::vector<ValueRef>{{after, 0}});
  CHECK(g.node(after).inputs == std::vector<ValueRef>{{a, 0}});
  CHECK(g.depends_on(b, in));
  CHECK_FALSE(g.depends_on(in, b));
  CHECK(std::vector<NodeId>(g.topological().begin(), g.topological().end()) ==
        std::vector<NodeId>{in, a, after, b});
}

TEST_CASE("replace keeps the id and checks who reads it") {
  Graph g;
  const NodeId in = toy::input(g, "in", "N,4");
  const NodeId s = add(g, toy::op("Split2"), "s", {{in, 0}});
  const NodeId r = add(g, toy::op("Relu"), "r", {{s, 1}});
  Node other = named("Relu", "other");
  other.inputs = {{in, 0}};
  CHECK(reason(g.replace(s, other)) == "other: Relu has 1 outputs, but r reads output 1.");
  other.inputs = {{r, 0}};
  other.op = &toy::op("Split2");
  other.outputs = 2;
  CHECK(reason(g.replace(s, other)).find("cycle") != std::string::npos);
  other.inputs = {{in, 0}};
  CHECK_FALSE(g.replace(s, other));
  CHECK(g.find("other")->id == s);
  CHECK(g.find("s") == nullptr);
}

TEST_CASE("unknown operators take any ports and attributes") {
  Graph g;
  const OpSpec& what = OpRegistry::instance().unknown("com.example", "What");
  CHECK(&what == &OpRegistry::instance().unknown("com.example", "What"));
  const NodeId a = add(g, toy::op("Sink"), "a");
  const NodeId w = add(g, what, "w", {{}, {}, {a, 0}}, {}, 5);
  CHECK_FALSE(g.set_attribute(w, "anything", AttrValue(3.5)));
  CHECK_FALSE(g.connect({a, 0}, {w, 9}));
}
