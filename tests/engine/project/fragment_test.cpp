// SPDX-License-Identifier: Apache-2.0
#include "engine/project/fragment.h"

#include "engine/graph/op.h"
#include "engine/project/json_reader.h"
#include "helpers.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

NodeId id_of(const Graph& g, std::string_view name) { return g.find(name)->id; }

std::string copied(const Project& p, std::vector<std::string_view> names) {
  std::vector<NodeId> ids;
  for (const auto name : names) ids.push_back(id_of(p.network.graph, name));
  return to_fragment(p.network, p.network.graph, ids, p.layout.sheets.at(""));
}

}  // namespace

TEST_CASE("paste gives new ids, free names and the wires between") {
  Project p = small_project();
  const std::string text = copied(p, {"fc", "r"});
  CHECK(is_fragment(text));
  CHECK_FALSE(is_fragment("hello"));
  Graph& g = p.network.graph;
  const Pasted pasted = paste(p.network, g, p.layout.sheets[""], text, {{100, 10}, false});
  REQUIRE(pasted.ids.size() == 2);
  const Node& fc = g.node(pasted.ids[0]);
  const Node& r = g.node(pasted.ids[1]);
  CHECK(fc.name == "fc2");
  CHECK(r.name == "r2");
  CHECK(r.inputs == std::vector<ValueRef>{{fc.id, 0}});
  CHECK(fc.inputs.empty());
  CHECK(attribute<std::int64_t>(fc, "units") == 3);
  CHECK(p.layout.sheets[""].cards[fc.id].at == Point{400, -30});
  CHECK(p.layout.sheets[""].knots[{r.id, 0}] == std::vector<Point>{{101, 12}, {103, 14}});

  const Pasted kept = paste(p.network, g, p.layout.sheets[""], text, {{}, true});
  CHECK(g.node(kept.ids[0]).name == "fc3");
  CHECK(g.node(kept.ids[0]).inputs == std::vector<ValueRef>{{id_of(g, "blocks"), 0}});
}

TEST_CASE("groups travel along and never overwrite another of their name") {
  const Project from = small_project();
  const std::string text = copied(from, {"in", "blocks"});
  Network empty;
  SheetLayout layout;
  const Pasted first = paste(empty, empty.graph, layout, text);
  CHECK(first.groups == std::vector<std::string>{"block"});
  CHECK(empty.groups.at("block").graph.same_as(from.network.groups.at("block").graph));
  CHECK(empty.graph.node(first.ids[1]).group == "block");
  CHECK(paste(empty, empty.graph, layout, text).groups.empty());  // the same: used as it is

  REQUIRE_FALSE(empty.groups.at("block").graph.rename({2}, "other"));
  const Pasted third = paste(empty, empty.graph, layout, text);
  CHECK(third.groups == std::vector<std::string>{"block2"});
  CHECK(empty.graph.node(third.ids[1]).group == "block2");
  CHECK(empty.groups.size() == 2);
}

TEST_CASE("operators that we lack are pasted as they are") {
  Project p;
  Node node = make_node(OpRegistry::instance().unknown("com.example", "What"));
  node.name = "w";
  node.outputs = 4;
  node.attributes["x"] = 1.5;
  NodeId id;
  REQUIRE_FALSE(p.network.graph.add(node, &id));
  SheetLayout layout;
  const std::string text = to_fragment(p.network, p.network.graph, std::vector{id}, layout);
  const Pasted pasted = paste(p.network, p.network.graph, layout, text);
  const Node& copy = p.network.graph.node(pasted.ids.at(0));
  CHECK(copy.op == node.op);
  CHECK(copy.outputs == 4);
  CHECK(equal(copy.attributes.at("x"), AttrValue(1.5)));
}

TEST_CASE("a fragment from anywhere is checked and changes nothing where it is refused") {
  Project p = small_project();
  const std::string good = copied(p, {"fc", "r", "blocks"});
  const Graph before = p.network.graph;
  const Layout layout_before = p.layout;
  const auto refused = [&](const std::string& text) {
    const std::string error =
        error_of([&] { paste(p.network, p.network.graph, p.layout.sheets[""], text); });
    if (!error.empty()) {
      CHECK(p.network.graph.is_snapshot_of(before));
      CHECK(p.layout == layout_before);
      CHECK(p.network.groups.size() == 1);
    }
    return error;
  };
  CHECK(has(refused("some text"), "holds no layers"));
  CHECK(has(refused("{\"espalier-fragment\": 1}"), "nodes is missing"));
  CHECK(has(refused("{\"espalier-fragment\": 9, \"nodes\": []}"), "newer Espalier"));
  for (std::size_t cut = 30; cut + 2 < good.size(); cut += 23)
    CHECK(refused(good.substr(0, cut)) != "");
  const auto changed = [&](const std::function<void(Json&)>& change) {
    Json json = Json::parse(good);
    change(json);
    return refused(json.dump());
  };
  CHECK(has(changed([](Json& j) { j["nodes"][0]["id"] = 0; }), "whole number from 1"));
  CHECK(has(changed([](Json& j) { j["nodes"][0]["id"] = j["nodes"][1]["id"]; }), "the same id"));
  CHECK(has(changed([](Json& j) { j["nodes"][1]["inputs"] = {j["nodes"][2]["id"]}; }),
            "feeds itself"));
  CHECK(has(changed([](Json& j) { j["nodes"][1]["name"] = std::string(5000, 'x'); }),
            "at most 1000 bytes"));
  CHECK(has(changed([](Json& j) { j["nodes"][1]["inputs"] = Json(std::vector<int>(100000, 1)); }),
            "at most 65536"));
  CHECK(has(changed([](Json& j) {
              j["layout"]["cards"]["3"]["at"] = {"x", 1};
            }),
            "expected a number"));
  CHECK(
      has(changed([](Json& j) { j["groups"]["block"]["graph"]["nodes"] = 3; }), "expected a list"));
}
