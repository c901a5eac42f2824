// SPDX-License-Identifier: Apache-2.0
//
// A small project on generated data.
#pragma once

#include <unistd.h>

#include <fstream>

#include "engine/base/file.h"
#include "engine/base/philox.h"
#include "engine/graph/op.h"
#include "engine/project/project.h"

namespace espalier::test {

struct Folder {
  fs::path path;
  explicit Folder(const std::string& name)
      : path(fs::temp_directory_path() / fmt::format("espalier-{}-{}", name, getpid())) {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
};

inline NodeId add(Network& n, const char* op_name, const std::string& name,
                  std::vector<ValueRef> inputs, AttributeMap attributes = {}) {
  Node node = make_node(op(op_name));
  node.name = name;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  NodeId id;
  if (auto refused = n.graph.add(std::move(node), &id)) throw Error(refused->reason);
  return id;
}

// x [N,2] → Gemm 16 → activation → Gemm 2 → loss, on points whose class is the sign of x0·x1.
inline Project points_project(const fs::path& folder, int samples = 300,
                              const char* activation = "Tanh") {
  Random random(3, 5);
  std::ofstream csv(folder / "points.csv");
  csv << "x,y,class\n";
  for (int i = 0; i < samples; ++i) {
    const float x = random.uniform() * 2 - 1, y = random.uniform() * 2 - 1;
    csv << x << ',' << y << ',' << (x * y > 0 ? "same" : "other") << '\n';
  }
  Project p;
  const Dim n = Dim::symbol("N");
  const NodeId x = add(p.network, "Input", "x", {}, {{"shape", SymShape{n, 2}}});
  const NodeId fc1 = add(p.network, "Gemm", "fc1", {{x, 0}}, {{"units", std::int64_t{16}}});
  const NodeId act = add(p.network, activation, "act", {{fc1, 0}});
  const NodeId drop = add(p.network, "Dropout", "drop", {{act, 0}}, {{"ratio", 0.1}});
  const NodeId fc2 = add(p.network, "Gemm", "fc2", {{drop, 0}}, {{"units", std::int64_t{2}}});
  add(p.network, "SoftmaxCrossEntropyLoss", "loss", {{fc2, 0}});
  add(p.network, "Output", "scores", {{fc2, 0}});
  p.data.kind = DataKind::csv;
  p.data.train.samples = "points.csv";
  p.data.target = "class";
  p.data.validation_fraction = 0.2;
  p.training.epochs = 4;
  p.training.batch_size = 32;
  p.training.optimizer.lr = 0.01;
  p.training.threads = 1;
  return p;
}

}  // namespace espalier::test
