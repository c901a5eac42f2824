// SPDX-License-Identifier: Apache-2.0
//
// ONNX files in and out. This folder is the only user of protobuf; nothing of it shows here.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/base/host_value.h"
#include "engine/graph/network.h"
#include "engine/graph/weights.h"

namespace espalier {

enum class ValueKind { tensor, sequence, optional };

// What a file holds, told before it is edited.
struct ImportReport {
  std::string producer;                    // "pytorch 2.15", empty where the file does not say
  int opset = 0;                           // of ONNX's own domain
  std::map<std::string, int> operators;    // how often each occurs
  std::map<std::string, int> unknown;      // those that we lack; their layers are kept as they are
  std::vector<Message> notes;              // what was changed on the way in
  std::vector<ValueKind> inputs, outputs;  // of the main graph, in the file's order
};

struct ImportedModel {
  Network network;
  WeightSet weights;
  ImportReport report;
};

// A file that may be right and needs what is not there yet.
struct UnsupportedModel : Error {
  using Error::Error;
};

// Reads a model. Throws UnsupportedModel, or Error naming the file, the node or tensor, and what is wrong: a cut or
// foreign file, external data outside its folder, sizes that overflow or exceed the file, a cycle, a
// value that nobody produces.
ImportedModel import_onnx(const std::filesystem::path& file);
// The same from memory; external data is looked for below `folder`, and refused where it is empty.
ImportedModel import_onnx(std::span<const std::byte> bytes, const std::filesystem::path& folder,
                          const std::string& name);

inline constexpr int oldest_export_opset = 13;
inline constexpr int newest_export_opset = 17;

struct ExportOptions {
  int opset = newest_export_opset;
  std::string name = "network";                 // of the graph
  std::map<std::string, std::string> metadata;  // metadata_props: preprocessing, class names
};

// The part of the drawing that its marked outputs need, with weights, as a serialised ModelProto.
// Parameters that `weights` lacks get their initial values with seed 0. Throws Error where a layer
// cannot be written for this opset, naming it.
std::string export_onnx(const Network& network, const WeightSet& weights,
                        const ExportOptions& options = {});

// A TensorProto, SequenceProto or OptionalProto file (*.pb), as in the folders of the ONNX suite.
HostValue read_value_proto(const std::filesystem::path& file, ValueKind kind);

}  // namespace espalier
