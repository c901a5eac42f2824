// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <set>

#include "engine/base/file.h"
#include "engine/graph/inference.h"
#include "engine/onnx/onnx.h"
#include "engine/onnx/proto.h"
#include "engine/onnx/reader.h"

namespace espalier {
namespace {

constexpr std::size_t largest_message = 0x7fffffff;  // protobuf's own limit

bool parse(google::protobuf::MessageLite& message, std::span<const std::byte> bytes) {
  google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
  google::protobuf::io::CodedInputStream coded(&stream);
  return message.ParseFromCodedStream(&coded) && coded.ConsumedEntireMessage();
}

std::map<std::string, int> opsets_of(const onnx::ModelProto& model, const std::string& name) {
  std::map<std::string, int> opsets;
  for (const auto& o : model.opset_import())
    opsets[o.domain() == "ai.onnx" ? "" : o.domain()] = static_cast<int>(o.version());
  if (model.ir_version() < 3) opsets.emplace("", 1);  // IR 1 and 2 had no opsets
  if (opsets.empty())
    throw Error(ESP_TEXT("engine", "{}: says no opset; this is not a complete ONNX model"), name);
  return opsets;
}

HostValue to_sequence(const onnx::SequenceProto& proto, const std::string& where) {
  HostValue::Sequence items;
  for (const auto& t : proto.tensor_values()) items.emplace_back(to_tensor(t, {}, where));
  for (const auto& s : proto.sequence_values()) items.push_back(to_sequence(s, where));
  return items;
}

ValueKind kind_of(const onnx::ValueInfoProto& value) {
  return value.type().has_sequence_type()   ? ValueKind::sequence
         : value.type().has_optional_type() ? ValueKind::optional
                                            : ValueKind::tensor;
}

// An output whose shape only a run can tell keeps what the file says of it.
void declare_outputs(const onnx::GraphProto& proto, Network& network) {
  Inference inference;
  inference.update(network);
  const GroupPorts ports = ports_of(network.graph);
  for (int i = 0; i < proto.output_size(); ++i) {
    if (static_cast<std::size_t>(i) >= ports.outputs.size()) return;
    const Node& node = network.graph.node(ports.outputs[static_cast<std::size_t>(i)]);
    const ValueRef v = node.inputs.empty() ? ValueRef{} : node.inputs[0];
    const NodeInfo* source = v ? inference.find(v.node) : nullptr;
    if (source != nullptr && v.port < source->outputs.size() && source->outputs[v.port].has_shape())
      continue;
    Node declared = node;
    declare(declared, to_type(proto.output(i).type(), proto.output(i).name()));
    (void)network.graph.replace(declared.id, declared);
  }
}

}  // namespace

ImportedModel import_onnx(std::span<const std::byte> bytes, const fs::path& folder,
                          const std::string& name) {
  if (bytes.size() > largest_message)
    throw Error(
        ESP_TEXT("engine", "{}: {} bytes; a model above 2 GB keeps its weights as external data"),
        name, bytes.size());
  onnx::ModelProto model;
  if (bytes.empty() || !parse(model, bytes) || !model.has_graph())
    throw Error(ESP_TEXT("engine",
                         "{}: this is not an ONNX model, or it is cut short ({} bytes); fetch or "
                         "export it again"),
                name, bytes.size());
  if (model.functions_size() > 0)
    throw UnsupportedModel(
        ESP_TEXT("engine",
                 "{}: model-local functions are not supported; export with functions inlined"),
        name);
  ReadContext context{folder, name, opsets_of(model, name), {}, {}};
  context.report.producer = model.producer_name();
  if (!model.producer_version().empty()) context.report.producer += " " + model.producer_version();
  const auto opset = context.opsets.find("");
  context.report.opset = opset == context.opsets.end() ? 0 : opset->second;

  ImportedModel result;
  GraphReader(context, result.network.graph).read(model.graph());
  result.weights = WeightSet(std::move(context.weights));
  result.report = std::move(context.report);
  declare_outputs(model.graph(), result.network);
  std::set<std::string> weights;
  for (const auto& t : model.graph().initializer()) weights.insert(t.name());
  for (const auto& v : model.graph().input())
    if (!weights.contains(v.name())) result.report.inputs.push_back(kind_of(v));
  for (const auto& v : model.graph().output()) result.report.outputs.push_back(kind_of(v));
  return result;
}

ImportedModel import_onnx(const fs::path& file) {
  const MappedFile mapped = map_file(file);
  return import_onnx({mapped.data, mapped.size}, file.has_parent_path() ? file.parent_path() : ".",
                     file.filename().string());
}

HostValue read_value_proto(const fs::path& file, ValueKind kind) {
  const MappedFile mapped = map_file(file);
  const std::string where = file.filename().string();
  const auto read = [&](google::protobuf::MessageLite& message, const char* expected) {
    if (mapped.size > largest_message || !parse(message, {mapped.data, mapped.size}))
      throw Error(ESP_TEXT("engine", "{}: expected a {}, got something else or a cut file"),
                  file.string(), expected);
  };
  if (kind == ValueKind::sequence) {
    onnx::SequenceProto proto;
    read(proto, "SequenceProto");
    return to_sequence(proto, where);
  }
  if (kind == ValueKind::optional) {
    onnx::OptionalProto proto;
    read(proto, "OptionalProto");
    if (proto.has_tensor_value()) return to_tensor(proto.tensor_value(), {}, where);
    if (proto.has_sequence_value()) return to_sequence(proto.sequence_value(), where);
    return {};
  }
  onnx::TensorProto proto;
  read(proto, "TensorProto");
  return to_tensor(proto, {}, where);
}

}  // namespace espalier
