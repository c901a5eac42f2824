// SPDX-License-Identifier: Apache-2.0
#include "helpers.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>

#include "engine/base/message.h"
#include "engine/graph/op.h"
#include "engine/graph/parameters.h"

namespace espalier::testing {

Folder::Folder() {
  static std::atomic<int> count{0};
  path_ = fs::temp_directory_path() / fmt::format("espalier-project-{}-{}", ::getpid(), count++);
  fs::create_directories(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(path_))
    all.push_back(entry.path().filename().string());
  std::sort(all.begin(), all.end());
  return all;
}

FullDisk::FullDisk(int at) : left_(at) {
  write_fault = [this](std::size_t) {
    if (left_-- != 0) return 0;
    hit_ = true;
    return ENOSPC;
  };
}

FullDisk::~FullDisk() { write_fault = nullptr; }

NodeId add(Graph& graph, const char* name_of_op, std::string_view name,
           std::vector<ValueRef> inputs, AttributeMap attributes) {
  Node node = make_node(op(name_of_op));
  node.name = name;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  NodeId id;
  const auto refusal = graph.add(std::move(node), &id);
  REQUIRE_MESSAGE(!refusal, (refusal ? refusal->reason.text() : std::string()));
  return id;
}

Project small_project() {
  Project p;
  {
    Graph body;
    const NodeId in = add(body, "Input", "in", {}, {{"shape", parse_shape("N,1")}});
    const NodeId fc = add(body, "Gemm", "fc", {{in, 0}}, {{"units", std::int64_t{4}}});
    add(body, "Output", "out", {{fc, 0}});
    p.network.groups["block"] = {body, "a block"};
  }
  Graph& g = p.network.graph;
  const NodeId in = add(g, "Input", "in", {}, {{"shape", parse_shape("N,4")}});
  Node block = make_instance(p.network, "block");
  block.name = "blocks";
  block.inputs = {{in, 0}};
  block.attributes["repeat"] = std::int64_t{2};
  NodeId blocks;
  REQUIRE_FALSE(g.add(block, &blocks));
  const NodeId fc = add(g, "Gemm", "fc", {{blocks, 0}}, {{"units", std::int64_t{3}}});
  const NodeId r = add(g, "Relu", "r", {{fc, 0}});
  add(g, "Output", "out", {{r, 0}});
  SheetLayout& sheet = p.layout.sheets[""];
  sheet.cards[in].at = {10, 20.5};
  sheet.cards[fc] = {{300, -40}, "#ff8800", true, false};
  sheet.knots[{r, 0}] = {{1, 2}, {3, 4}};
  sheet.notes[1] = {{5, 6}, 70, 80, "a \"note\"\nof two lines, 注", "#ffffff"};
  sheet.frames[2] = {{0, 0}, 100, 50, "frame", ""};
  sheet.view = {{7, 8}, 0.5};
  p.notes = "Notes.";
  p.training.epochs = 7;
  p.training.optimizer.lr = 0.01;
  p.data.train.samples = "train.csv";
  p.data.kind = DataKind::csv;
  p.data.mean = {0.5F, 0.25F};

  Inference inference;
  inference.update(p.network);
  WeightSet::Map weights;
  for (const ParamInfo& param : parameters_of(p.network, inference)) {
    weights[param.key] = initialize(param.initializer, DType::float32,
                                    *evaluate(*param.type.shape, {}), 1, param.key);
  }
  p.weights = WeightSet(std::move(weights));
  return p;
}

std::string error_of(const std::function<void()>& f) {
  try {
    f();
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace espalier::testing
