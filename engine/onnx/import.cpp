// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "engine/base/file.h"
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
  return result;
}

ImportedModel import_onnx(const fs::path& file) {
  const MappedFile mapped = map_file(file);
  return import_onnx({mapped.data, mapped.size}, file.has_parent_path() ? file.parent_path() : ".",
                     file.filename().string());
}

Tensor read_tensor_proto(const fs::path& file) {
  const MappedFile mapped = map_file(file);
  onnx::TensorProto proto;
  if (mapped.size > largest_message || !parse(proto, {mapped.data, mapped.size}))
    throw Error(ESP_TEXT("engine", "{}: expected a TensorProto, got something else or a cut file"),
                file.string());
  return to_tensor(proto, {}, file.filename().string());
}

}  // namespace espalier
