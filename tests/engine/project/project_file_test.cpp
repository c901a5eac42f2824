// SPDX-License-Identifier: Apache-2.0
#include "engine/project/project_file.h"

#include "engine/graph/op.h"
#include "engine/project/json_reader.h"
#include "engine/project/migrations.h"
#include "helpers.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

bool same_weights(const WeightSet& a, const WeightSet& b) {
  return std::equal(a.all().begin(), a.all().end(), b.all().begin(), b.all().end(),
                    [](const auto& x, const auto& y) {
                      return x.first == y.first && x.second.identical(y.second);
                    });
}

bool same_project(const Project& a, const Project& b) {
  return a.network.graph.same_as(b.network.graph) && a.layout == b.layout &&
         a.training == b.training && a.notes == b.notes && a.data.mean == b.data.mean &&
         a.data.kind == b.data.kind && a.network.groups.size() == b.network.groups.size() &&
         same_weights(a.weights, b.weights) &&
         std::equal(a.network.groups.begin(), a.network.groups.end(), b.network.groups.begin(),
                    [](const auto& x, const auto& y) {
                      return x.first == y.first && x.second.help == y.second.help &&
                             x.second.graph.same_as(y.second.graph);
                    });
}

}  // namespace

TEST_CASE("a project is the same after saving and loading") {
  const Folder folder;
  const Project p = small_project();
  const fs::path path = folder / "net.espalier";
  save_project(p, path, nullptr);
  CHECK(folder.names() == std::vector<std::string>{"net.espalier", "net.weights-1.safetensors"});
  const LoadedProject loaded = load_project(path);
  CHECK(loaded.warnings.empty());
  CHECK(p.weights.all().size() == 6);
  CHECK(same_project(loaded.project, p));
  CHECK(project_text(loaded.project) == project_text(p));
  CHECK(loaded.project.network.graph.next_id() == p.network.graph.next_id());
}

TEST_CASE("what a newer program wrote is kept") {
  const Project p = small_project();
  Json json = Json::parse(project_text(p));
  json["future"] = {{"a", {1, 2.5, nullptr}}};
  json["graph"]["nodes"][2]["mood"] = "good";
  json["training"]["optimizer"]["rho"] = 0.5;
  json["layout"][""]["cards"]["1"]["shadow"] = true;
  json["groups"]["block"]["graph"]["nodes"][1]["x/y"] = 1;
  LoadedProject loaded = project_from_text(json.dump(), "test");
  REQUIRE_FALSE(loaded.project.network.graph.remove({4}));
  const Json again = Json::parse(project_text(loaded.project));
  CHECK(again["future"] == json["future"]);
  CHECK(again["graph"]["nodes"][2]["mood"] == "good");
  CHECK(again["training"]["optimizer"]["rho"] == 0.5);
  CHECK(again["layout"][""]["cards"]["1"]["shadow"] == true);
  CHECK(again["groups"]["block"]["graph"]["nodes"][1]["x/y"] == 1);
}

TEST_CASE("operators and attributes that we lack survive") {
  Project p;
  const OpSpec& what = OpRegistry::instance().unknown("com.example", "What");
  Node node = make_node(what);
  node.name = "w";
  node.outputs = 3;
  Graph inner;
  add(inner, "Input", "i");
  node.attributes = {{"i", std::int64_t{1}},
                     {"f", 1.0},
                     {"inf", std::numeric_limits<double>::infinity()},
                     {"b", true},
                     {"s", std::string("x")},
                     {"is", std::vector<std::int64_t>{1, 2}},
                     {"none", std::vector<std::int64_t>{}},
                     {"fs", std::vector<double>{1.0, 2.5}},
                     {"nofs", std::vector<double>{}},
                     {"ss", std::vector<std::string>{"a", ""}},
                     {"noss", std::vector<std::string>{}},
                     {"shape", parse_shape("2*N + 1,floor(H/2),max(A, B)")},
                     {"t", Tensor::of<float>({2, 2}, {1, 2, 3, 4})},
                     {"t0", Tensor(DType::int8, {0, 3})},
                     {"ts", Tensor::of_strings({2}, {"a", "b"})},
                     {"g", Subgraph{std::make_shared<const Graph>(inner)}}};
  REQUIRE_FALSE(p.network.graph.add(node));
  const LoadedProject loaded = project_from_text(project_text(p), "test");
  CHECK(loaded.project.network.graph.same_as(p.network.graph));
  CHECK(loaded.project.network.graph.find("w")->op == &what);
}

TEST_CASE("damaged and foreign texts are refused with file and place") {
  const std::string good = project_text(small_project());
  const auto refused = [](const std::string& text) {
    return error_of([&] { project_from_text(text, "bad.espalier"); });
  };
  CHECK(has(refused(""), "bad.espalier: line 1 is not valid JSON"));
  CHECK(has(refused("{}"), "is no Espalier project"));
  CHECK(has(refused("[1,2]"), "is no Espalier project"));
  CHECK(has(refused("{\"espalier\": \"one\"}"), "expected a whole number"));
  CHECK(has(refused("{\"espalier\": 1}"), "graph is missing"));
  CHECK(has(refused(std::string(1000, '[')), "nested more than"));
  CHECK(has(refused("\xff\xfe"), "not valid JSON"));
  // Cut anywhere: an error, never a crash.
  for (std::size_t cut = 0; cut + 2 < good.size(); cut += 37) {
    CAPTURE(cut);
    CHECK(refused(good.substr(0, cut)) != "");
  }
  const auto changed = [&](const std::function<void(Json&)>& change) {
    Json json = Json::parse(good);
    change(json);
    return refused(json.dump());
  };
  CHECK(changed([](Json&) {}) == "");
  CHECK(has(changed([](Json& j) { j["espalier"] = 2; }),
            "newer Espalier (format 2; this one reads up to 1)"));
  CHECK(has(changed([](Json& j) { j["espalier"] = 0; }), "from 1"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][1]["id"] = 1; }),
            "in and blocks have the same id, 1"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][1]["name"] = "in"; }),
            "already a layer named in"));
  CHECK(
      has(changed([](Json& j) { j["graph"]["nodes"][1]["name"] = "a/b"; }), "cannot contain '/'"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][1]["inputs"] = {4}; }),
            "feeds itself through other layers"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][2]["inputs"] = {3}; }), "fc feeds itself"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][2]["inputs"] = {99}; }),
            "layer 99, which does not exist"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][2]["inputs"][0] = {2, 7}; }), "no output 7"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][2]["inputs"] = "x"; }),
            "graph/nodes/#3/inputs: expected a list"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][0]["id"] = -1; }), "a whole number from 1"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][0]["id"] = 4000000000; }),
            "a whole number from 1"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][0].erase("op"); }), "op is missing"));
  CHECK(has(changed([](Json& j) { j["graph"]["nodes"][0]["outputs"] = 9; }),
            "Input has 1 outputs, got 9"));
  CHECK(has(changed([](Json& j) { j["layout"][""]["cards"]["1"]["at"] = {1e300, 0}; }), "1e7"));
  CHECK(
      has(changed([](Json& j) { j["layout"][""]["cards"]["x"] = Json::object(); }), "x is no id"));
  CHECK(has(changed([](Json& j) { j["layout"][""]["cards"]["1"] = Json::object(); }),
            "at is missing"));
  CHECK(has(changed([](Json& j) { j["training"]["epochs"] = 0; }),
            "training.epochs: expected a number from 1"));
  CHECK(has(changed([](Json& j) { j["training"]["epochs"] = "many"; }),
            "training/epochs: expected a whole number"));
  CHECK(has(changed([](Json& j) { j["training"]["optimizer"]["name"] = "Magic"; }),
            "one of SGD, Adam, AdamW"));
  CHECK(has(changed([](Json& j) { j["data"]["kind"] = "tape"; }), "one of idx, folder, csv"));
  CHECK(has(changed([](Json& j) { j["groups"]["a/b"] = j["groups"]["block"]; }), "no '/'"));
  CHECK(has(changed([](Json& j) { j["weights"]["generation"] = 0; }), "generation"));
  const Json tensor = {
      {"tensor", {{"dtype", "float32"}, {"shape", {1000000, 1000000, 1000000}}, {"base64", ""}}}};
  CHECK(has(changed([&](Json& j) { j["graph"]["nodes"][0]["attributes"]["t"] = tensor; }),
            "expected"));
}

TEST_CASE("old formats are migrated step by step") {
  const Migration steps[] = {{1, [](Json& j) { j["graph"] = j["net"]; }},
                             {2, [](Json& j) { j["graph"]["nodes"] = Json::array(); }}};
  Json json = {{"espalier", 1}, {"net", Json::object()}};
  migrate(json, steps, 3, "old");
  CHECK(json["espalier"] == 3);
  CHECK(json["graph"]["nodes"].is_array());
  Json newer = {{"espalier", 4}};
  CHECK(has(error_of([&] { migrate(newer, steps, 3, "new"); }), "newer Espalier"));
  Json older = {{"espalier", 1}};
  CHECK(has(error_of([&] { migrate(older, std::span(steps).subspan(1), 3, "old"); }), "too old"));
}

TEST_CASE("another program's change is noticed and not overwritten") {
  const Folder folder;
  const fs::path path = folder / "net.espalier";
  Project p = small_project();
  const FileStamp first = save_project(p, path, nullptr);
  CHECK_FALSE(changed_on_disk(path, first));
  LoadedProject other = load_project(path);
  other.project.training.epochs = 8;  // the same number of bytes
  save_project(other.project, path, &other.stamp);
  CHECK(changed_on_disk(path, first));
  CHECK(has(error_of([&] { save_project(p, path, &first); }), "was changed by another program"));
  CHECK(load_project(path).project.training.epochs == 8);
  const FileLock held(path);
  CHECK(error_of([&] { save_project(p, path, nullptr); }) != "");
}

TEST_CASE("a file that was removed meanwhile is made again") {
  const Folder folder;
  const fs::path path = folder / "net.espalier";
  const Project p = small_project();
  const FileStamp stamp = save_project(p, path, nullptr);
  fs::remove(path);
  CHECK(changed_on_disk(path, stamp));
  save_project(p, path, &stamp);
  CHECK(same_project(load_project(path).project, p));
}

TEST_CASE("a full disk at any write leaves the old project intact") {
  const Folder folder;
  const fs::path path = folder / "net.espalier";
  const Project old = small_project();
  FileStamp stamp = save_project(old, path, nullptr);
  const std::string before = read_text(path);
  Project p = old;
  p.training.epochs = 99;
  WeightSet::Map weights = p.weights.all();
  weights.begin()->second.mutable_values<float>()[0] = 42;
  p.weights = WeightSet(weights);
  p.versions.push_back({"before", old.weights});
  int at = 0;
  for (; at < 1000; ++at) {
    CAPTURE(at);
    FullDisk disk(at);
    const std::string error = error_of([&] { save_project(p, path, &stamp); });
    if (!disk.hit()) {
      CHECK(error == "");
      break;
    }
    CHECK(has(error, "the disk is full"));
    CHECK(read_text(path) == before);
    CHECK(same_project(load_project(path).project, old));
    CHECK(folder.names() == std::vector<std::string>{"net.espalier", "net.weights-1.safetensors"});
  }
  CHECK(at > 5);
  const LoadedProject loaded = load_project(path);
  CHECK(same_project(loaded.project, p));
  REQUIRE(loaded.project.versions.size() == 1);
  CHECK(loaded.project.versions[0].label == "before");
  CHECK(same_weights(loaded.project.versions[0].weights, old.weights));
}
