// SPDX-License-Identifier: Apache-2.0
#include "engine/session/check.h"

#include <doctest/doctest.h>

#include "tests/engine/train/networks.h"

using namespace espalier;
using test::Folder;

namespace {

// "layer: message" of every error.
std::vector<std::string> errors(const OpenedFile& file) {
  std::vector<std::string> list;
  for (const Problem& p : problems_of(file))
    if (p.severity == Severity::error) list.push_back(p.layer + ": " + p.message.text());
  return list;
}

struct Drawing {
  Folder folder{"check"};
  OpenedFile file{test::points_project(folder.path), {}, {}, false};
  void set(const char* layer, const char* attribute, AttrValue value) {
    Graph& graph = file.project.network.graph;
    const auto refused = graph.set_attribute(graph.find(layer)->id, attribute, std::move(value));
    CHECK_FALSE(refused);
  }
  std::string only_error() const {
    const auto all = errors(file);
    REQUIRE(all.size() == 1);
    return all[0];
  }
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a drawing that can run has no errors") {
  Drawing d;
  CHECK(errors(d.file).empty());
  d.file.warnings = {message("something")};
  CHECK(errors(d.file).empty());
  CHECK(problems_of(d.file).size() == 1);
}

TEST_CASE("what keeps a drawing from running is named with its layer") {
  Drawing d;
  d.set("fc1", "units", std::int64_t{1'000'000'000});
  d.set("fc2", "units", std::int64_t{1000});
  CHECK(has(d.only_error(), "GB of memory"));
  d.set("fc1", "units", std::int64_t{16});
  d.set("x", "shape", SymShape{Dim::symbol("N"), 0});
  CHECK(has(errors(d.file).at(0), "x: its shape N×0 holds nothing"));
  d.file.project.network = {};
  CHECK(has(d.only_error(), ": there is no layer"));
}

TEST_CASE("weights that are lost or do not fit are errors") {
  Drawing d;
  d.file.weights_problem = message("they are gone");
  CHECK(d.only_error() == ": they are gone");
  d.file.weights_problem = {};
  const NodeId fc1 = d.file.project.network.graph.find("fc1")->id;
  Origin origin;
  origin.ids = {fc1};
  d.file.project.weights = WeightSet({{param_key(origin, "B"), Tensor(DType::float32, {3})}});
  CHECK(has(d.only_error(), "fc1: The weights fc1.B"));
}

TEST_CASE("parameters without weights are counted") {
  Drawing d;
  CHECK(has(untrained(d.file.project).text(), "4 of 4 parameters"));
  d.file.project.network = {};
  CHECK(untrained(d.file.project).empty());
}
