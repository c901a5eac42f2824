// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "engine/graph/onnx_form.h"
#include "engine/ops/normalization/batch_norm_math.h"
#include "engine/ops/support/fused.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

void infer(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) return;
  if (x->size() < 2) require_rank(c, 0, 4, "[N,C,H,W]");
  const Dim channels = (*x)[1];
  if (!channels.is_constant() && owns_param(c.node(), 1))
    c.fail(message(ESP_TEXT("engine", "expected a known number of channels, got {} in {}"),
                   channels.text(), shape_text(*x)),
           0);
  const DType dtype = known_dtype(c, 0);
  const auto of = [&](std::size_t port) {
    const DType wired = is_wired(c.node(), port) ? known_dtype(c, port) : DType::undefined;
    return wired == DType::undefined ? dtype : wired;
  };
  for (std::size_t port = 1; port < 5; ++port) c.param(port, of(port), {channels});
  c.output(0, Type::tensor(dtype, *x));
  if (c.node().outputs == 1) return;
  if (!c.flag("training_mode"))
    c.fail(message(ESP_TEXT("engine", "expected one output unless training_mode is set, got {}"),
                   c.node().outputs));
  c.output(1, Type::tensor(of(3), {channels}));
  c.output(2, Type::tensor(of(4), {channels}));
}

void lower(LowerContext& c) {
  if (!c.training() && !c.flag("training_mode")) return;
  const OpSpec& training = internal_op("BatchNormTraining");
  std::vector<ValueRef> inputs;
  for (std::size_t port = 0; port < 5; ++port) inputs.push_back(c.input(port));
  const ValueRef y = c.build().add(training, inputs, attributes_for(c, training), 5);
  const ValueRef mean = GraphBuilder::output(y, 3);
  const ValueRef var = GraphBuilder::output(y, 4);
  c.output(0, y);
  if (c.outputs.size() > 1) c.output(1, mean);
  if (c.outputs.size() > 2) c.output(2, var);
  if (!c.training()) return;
  const auto is_parameter = [&](ValueRef v) {
    const Node* node = c.build().graph().find(v.node);
    return node && node->op->name == std::string_view("Parameter");
  };
  // Wired statistics are somebody else's.
  if (is_parameter(inputs[3])) c.update(inputs[3], mean);
  if (is_parameter(inputs[4])) c.update(inputs[4], var);
}

void reference(ReferenceContext& c) {
  const bool training = c.flag("training_mode");
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const ChannelView v = channel_view(c.input(0).shape());
    const Statistics s = training ? batch_statistics(c.input(0).values<T>(), v)
                                  : Statistics{as_doubles(c, 3), as_doubles(c, 4)};
    const std::vector<double> scale = as_doubles(c, 1);
    const std::vector<double> bias = as_doubles(c, 2);
    const auto x = c.input(0).values<T>();
    const auto y = c.output<T>(0, c.input(0).shape());
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t k = v.channel(i);
      y[i] = static_cast<T>(
          (x[i] - s.mean[k]) / std::sqrt(s.var[k] + c.real("epsilon")) * scale[k] + bias[k]);
    }
    if (c.outputs.size() < 3) return;
    put(c, 1, moved_average(as_doubles(c, 3), s.mean, c.real("momentum")));
    put(c, 2, moved_average(as_doubles(c, 4), s.var, c.real("momentum")));
  });
}

void import(OnnxImportContext& c) {
  AttributeMap& a = c.node.attributes;
  const auto spatial = a.find("spatial");
  if (spatial != a.end() && equal(spatial->second, AttrValue(std::int64_t{0})))
    c.fail(message(ESP_TEXT("engine",
                            "{}: BatchNormalization with spatial = 0 (statistics of every "
                            "position) is not supported"),
                   c.node.name));
  for (const char* old : {"spatial", "is_test", "consumed_inputs"}) a.erase(old);
  // Before opset 14 further outputs marked training; inference left them empty.
  if (c.opset < 14 && c.node.outputs.size() > 1) c.node.outputs.resize(1);
}

std::string card(const Node& node) {
  const auto epsilon = attribute<double>(node, "epsilon");
  return epsilon == 1e-5 ? "" : fmt::format("ε {:g}", epsilon);
}

std::vector<Sample> samples() {
  const auto channel = [](std::int64_t n) { return SampleInput{.shape = {n}}; };
  const auto variance = [](std::int64_t n) {
    return SampleInput{.shape = {n}, .low = 0.5, .high = 2};
  };
  return {{.name = "image",
           .inputs = {{.shape = {3, 4, 5, 3}}, channel(4), channel(4), channel(4), variance(4)}},
          {.name = "vectors",
           .attributes = {{"epsilon", 1e-3}, {"momentum", 0.7}},
           .inputs = {{.shape = {7, 5}}, channel(5), channel(5), channel(5), variance(5)}},
          {.name = "signal, one channel",
           .inputs = {{.shape = {2, 1, 9}}, channel(1), channel(1), channel(1), variance(1)}},
          {.name = "empty batch",
           .inputs = {{.shape = {0, 2, 3}}, channel(2), channel(2), channel(2), variance(2)},
           .gradient = false}};
}

OpSpec batch_normalization() {
  const auto vector = [](const char* name, const char* help, PortKind kind, const char* begin) {
    return PortSpec{
        .name = name, .help = help, .kind = kind, .types = float_types, .initializer = {begin, 1}};
  };
  OpSpec s;
  s.name = "BatchNormalization";
  s.category = Category::normalization;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Batch normalisation: brings every channel to mean 0, deviation 1.");
  s.help = ESP_TEXT(
      "ops",
      "Y = (X − mean) / √(var + epsilon) · scale + B for every channel. In training mean and var "
      "are "
      "those of the batch, and the running statistics follow: running · momentum + batch · "
      "(1 − momentum); var is divided by the number of elements. Otherwise the running statistics "
      "are used. Source: ONNX operator specification, BatchNormalization; Ioffe and Szegedy, "
      "\"Batch "
      "Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift\", "
      "2015.");
  s.attributes = batch_norm_attributes();
  s.attributes.push_back(
      {.name = "training_mode",
       .type = AttrType::flag,
       .fallback = false,
       .help = ESP_TEXT("ops", "Use the statistics of the batch outside of training, too."),
       .advanced = true});
  s.inputs = {
      {.name = "X",
       .help = ESP_TEXT("ops", "The input; its second dimension is the channels."),
       .types = float_types},
      vector("scale", ESP_TEXT("ops", "What a channel is multiplied by, [C]."), PortKind::parameter,
             "ones"),
      vector("B", ESP_TEXT("ops", "What is added to a channel, [C]."), PortKind::parameter,
             "zeros"),
      vector("input_mean", ESP_TEXT("ops", "The running mean, [C]."), PortKind::state, "zeros"),
      vector("input_var", ESP_TEXT("ops", "The running variance, [C]."), PortKind::state, "ones")};
  s.outputs = {
      {.name = "Y", .help = ESP_TEXT("ops", "The result, of the shape of X.")},
      {.name = "running_mean", .help = ESP_TEXT("ops", "The new running mean."), .optional = true},
      {.name = "running_var",
       .help = ESP_TEXT("ops", "The new running variance."),
       .optional = true}};
  s.in_place = {{0, 0}};
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.lower = lower;
  s.reference = reference;
  s.onnx = {.versions = {1, 6, 7, 9, 14, 15}, .import = import, .write = [](OnnxExportContext& c) {
              if (c.opset < 14) c.node.attributes.erase("training_mode");
            }};
  s.card = card;
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{{batch_normalization}};

}  // namespace
}  // namespace espalier
