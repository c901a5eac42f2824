// SPDX-License-Identifier: Apache-2.0
//
// Small networks built by hand, for tests of passes and runtime.
#pragma once

#include <string>
#include <vector>

#include "engine/graph/network.h"
#include "engine/graph/op.h"
#include "engine/passes/plan.h"

namespace espalier::testing {

class NetBuilder {
 public:
  ValueRef input(const std::string& name, SymShape shape, const std::string& column = {}) {
    return layer("Input", name, {}, {{"shape", std::move(shape)}, {"column", column}});
  }
  // An operator of ONNX's or the authored domain.
  ValueRef layer(const char* op_name, const std::string& name, std::vector<ValueRef> inputs,
                 AttributeMap attributes = {}) {
    return add(op(op_name), name, std::move(inputs), std::move(attributes));
  }
  ValueRef add(const OpSpec& spec, const std::string& name, std::vector<ValueRef> inputs,
               AttributeMap attributes = {}) {
    Node node = make_node(spec);
    node.name = network.graph.free_name(name);
    node.inputs = std::move(inputs);
    node.attributes = std::move(attributes);
    NodeId id;
    if (const auto refusal = network.graph.add(std::move(node), &id)) throw Error(refusal->reason);
    return {id, 0};
  }
  void output(const std::string& name, ValueRef v) { layer("Output", name, {v}); }

  Network network;
};

inline SymShape batch_of(Shape rest) {
  SymShape shape{Dim::symbol("N")};
  for (const std::int64_t d : rest) shape.emplace_back(d);
  return shape;
}

using Ints = std::vector<std::int64_t>;

// LeNet-5 with rectifiers, for images of 28 × 28 and ten classes.
inline Network lenet() {
  NetBuilder b;
  ValueRef x = b.input("image", batch_of({1, 28, 28}), "image");
  x = b.layer(
      "Conv", "conv1", {x},
      {{"channels", std::int64_t{6}}, {"kernel_shape", Ints{5, 5}}, {"pads", Ints{2, 2, 2, 2}}});
  x = b.layer("Relu", "relu1", {x});
  x = b.layer("MaxPool", "pool1", {x}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}});
  x = b.layer("Conv", "conv2", {x}, {{"channels", std::int64_t{16}}, {"kernel_shape", Ints{5, 5}}});
  x = b.layer("Relu", "relu2", {x});
  x = b.layer("MaxPool", "pool2", {x}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}});
  x = b.layer("Flatten", "flatten", {x});
  x = b.layer("Gemm", "fc1", {x}, {{"units", std::int64_t{120}}});
  x = b.layer("Relu", "relu3", {x});
  x = b.layer("Gemm", "fc2", {x}, {{"units", std::int64_t{84}}});
  x = b.layer("Relu", "relu4", {x});
  x = b.layer("Gemm", "fc3", {x}, {{"units", std::int64_t{10}}});
  b.output("scores", x);
  b.layer("SoftmaxCrossEntropyLoss", "loss", {x});
  return b.network;
}

inline PlanRequest training_request(const Network& network, std::int64_t batch,
                                    const char* optimizer = "SGD") {
  PlanRequest r;
  r.network = &network;
  r.mode = Mode::training;
  r.dims = {{"N", batch}};
  r.optimizer.op = optimizer;
  return r;
}

inline PlanRequest inference_request(const Network& network, std::int64_t batch) {
  PlanRequest r;
  r.network = &network;
  r.dims = {{"N", batch}};
  return r;
}

}  // namespace espalier::testing
