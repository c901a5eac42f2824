// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/ops/activation/softmax.h"

#include <cmath>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

void infer(InferContext& c) {
  output_like(c);
  if (const auto x = known_shape(c, 0)) axis_attribute(c, "axis", x->size(), c.flag("flatten"));
}

template <bool log> void reference(ReferenceContext& c) {
  const SoftmaxLines v = softmax_lines(c, c.input(0).shape());
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto x = c.input(0).values<T>();
    const auto y = c.output<T>(0, c.input(0).shape());
    v.for_each([&](auto at) {
      double most = -HUGE_VAL;
      double sum = 0;
      for (std::size_t i = 0; i < v.axis; ++i) most = std::fmax(most, x[at(i)]);
      for (std::size_t i = 0; i < v.axis; ++i) sum += std::exp(x[at(i)] - most);
      for (std::size_t i = 0; i < v.axis; ++i)
        y[at(i)] =
            static_cast<T>(log ? x[at(i)] - most - std::log(sum) : std::exp(x[at(i)] - most) / sum);
    });
  });
}

// From the outputs: dx = y · (dy − Σ dy · y), or dy − exp(y) · Σ dy of the logarithm.
template <bool log> void reference_grad(ReferenceContext& c) {
  const SoftmaxLines v = softmax_lines(c, c.input(0).shape());
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto dy = c.input(0).values<T>();
    const auto y = c.input(1).values<T>();
    const auto dx = c.output<T>(0, c.input(0).shape());
    v.for_each([&](auto at) {
      double sum = 0;
      for (std::size_t i = 0; i < v.axis; ++i)
        sum += static_cast<double>(dy[at(i)]) * (log ? 1 : static_cast<double>(y[at(i)]));
      for (std::size_t i = 0; i < v.axis; ++i)
        dx[at(i)] = static_cast<T>(log ? dy[at(i)] - std::exp(static_cast<double>(y[at(i)])) * sum
                                       : y[at(i)] * (dy[at(i)] - sum));
    });
  });
}

// Before opset 13 all dimensions from `axis` on were one.
void import(OnnxImportContext& c) {
  if (c.opset >= 13) return;
  c.node.attributes.emplace("axis", std::int64_t{1});
  c.node.attributes.emplace("flatten", true);
}

// The input's dimensions as Reshape's tensor, with -1 for the one that is a symbol; nothing where two
// are.
std::optional<Tensor> reshape_back(const Type& input) {
  if (!input.has_shape()) return std::nullopt;
  std::vector<std::int64_t> dims;
  for (const Dim& d : *input.shape) dims.push_back(d.constant().value_or(-1));
  if (std::count(dims.begin(), dims.end(), -1) > 1) return std::nullopt;
  return Tensor::of<std::int64_t>({static_cast<std::int64_t>(dims.size())}, dims);
}

void write(OnnxExportContext& c) {
  c.node.attributes.erase("flatten");
  if (!attribute<bool>(c.source, "flatten")) return;
  const auto axis = attribute<std::int64_t>(c.source, "axis");
  const Type& input = c.inputs[0];
  const auto rank = input.has_shape() ? static_cast<std::int64_t>(input.shape->size()) : -1;
  if (axis == -1 || axis == rank - 1) return;  // nothing behind the axis: the same in every opset
  const std::string rows = c.fresh("rows");
  const std::string result = c.fresh("result");
  std::string shape;
  if (const auto known = reshape_back(input)) {
    shape = c.constant(*known, "shape");
  } else {
    shape = c.fresh("shape");
    c.before.push_back({"Shape", "", shape, {}, c.node.inputs, {shape}});
  }
  c.before.push_back({"Flatten", "", rows, {{"axis", axis}}, c.node.inputs, {rows}});
  c.before.push_back({c.node.op_type, "", result, {{"axis", std::int64_t{-1}}}, {rows}, {result}});
  c.node = {"Reshape", "", c.node.name, {}, {result, shape}, c.node.outputs};
}

std::string card(const Node& node) {
  return fmt::format("axis {}", attribute<std::int64_t>(node, "axis"));
}

std::vector<Sample> samples() {
  return {{.name = "vectors", .inputs = {{.shape = {4, 10}, .low = -3, .high = 3}}},
          {.name = "channels of an image",
           .attributes = {{"axis", 1}},
           .inputs = {{.shape = {2, 5, 3, 4}, .low = -3, .high = 3}}},
          {.name = "first axis", .attributes = {{"axis", -3}}, .inputs = {{.shape = {3, 2, 2}}}},
          {.name = "flattened, as before opset 13",
           .attributes = {{"axis", 1}, {"flatten", true}},
           .inputs = {{.shape = {2, 3, 4}}},
           .onnx = false},
          {.name = "one class", .inputs = {{.shape = {3, 1}}}},
          {.name = "large scores",
           .inputs = {{.shape = {2, 40}, .low = -1000, .high = 1000}},
           .gradient = false},
          {.name = "empty batch", .inputs = {{.shape = {0, 5}}}, .gradient = false}};
}

std::vector<Sample> samples_grad() {
  return {{.name = "vectors",
           .inputs = {{.shape = {4, 10}}, {.shape = {4, 10}, .low = 0}},
           .gradient = false},
          {.name = "middle axis",
           .attributes = {{"axis", 1}},
           .inputs = {{.shape = {2, 5, 3}}, {.shape = {2, 5, 3}, .low = 0}},
           .gradient = false}};
}

std::vector<AttrSpec> attributes() {
  return {
      {.name = "axis",
       .type = AttrType::integer,
       .fallback = std::int64_t{-1},
       .help = ESP_TEXT("ops", "The axis of the classes; negative ones count from the end.")},
      {.name = "flatten",
       .type = AttrType::flag,
       .fallback = false,
       .help = ESP_TEXT("ops", "Take all axes from `axis` on as one, as ONNX did before opset 13."),
       .authored = true,
       .advanced = true}};
}

template <bool log> void gradient(GradientContext& c) {
  const OpSpec& op = internal_op(log ? "LogSoftmaxGrad" : "SoftmaxGrad");
  c.gradient(0, c.build().add(op, {c.output_gradient(0), c.output(0)},
                              {{"axis", c.integer("axis")}, {"flatten", c.flag("flatten")}}));
}

OpSpec base(const char* name) {
  OpSpec s;
  s.name = name;
  s.category = Category::activation;
  s.attributes = attributes();
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The scores."), .types = float_types}};
  s.outputs = {
      {.name = "output", .help = ESP_TEXT("ops", "The result, of the shape of the input.")}};
  s.in_place = {{0, 0}};
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.onnx = {.versions = {1, 11, 13}, .import = import, .write = write};
  s.card = card;
  s.samples = samples;
  return s;
}

OpSpec softmax() {
  OpSpec s = base("Softmax");
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Turns scores into probabilities that sum to 1.");
  s.help =
      ESP_TEXT("ops",
               "y = exp(x) / Σ exp(x) along an axis, computed with the greatest score taken off "
               "first so that nothing overflows. Source: ONNX operator specification, Softmax.");
  s.gradient = gradient<false>;
  s.reference = reference<false>;
  return s;
}

OpSpec log_softmax() {
  OpSpec s = base("LogSoftmax");
  s.summary = ESP_TEXT("ops", "The logarithm of the softmax, without loss of precision.");
  s.help =
      ESP_TEXT("ops",
               "y = x − log Σ exp(x) along an axis, computed with the greatest score taken off "
               "first. Source: ONNX operator specification, LogSoftmax.");
  s.gradient = gradient<true>;
  s.reference = reference<true>;
  return s;
}

template <bool log> OpSpec grad() {
  OpSpec s;
  s.name = log ? "LogSoftmaxGrad" : "SoftmaxGrad";
  s.domain = internal_domain;
  s.attributes = attributes();
  s.inputs = {{.name = "dY"}, {.name = "Y"}};
  s.outputs = {{.name = "dX"}};
  s.in_place = {{0, 0}};
  s.infer = infer_like_first;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.reference = reference_grad<log>;
  s.samples = samples_grad;
  return s;
}

const RegisterOps ops_of_this_file{{softmax, log_softmax, grad<false>, grad<true>}};

}  // namespace

SoftmaxLines softmax_lines(const RuleContext& c, const Shape& x) {
  const std::int64_t axis = c.integer("axis");
  const auto rank = static_cast<std::int64_t>(x.size());
  const auto at = static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
  SoftmaxLines v{1, 1, 1};
  for (std::size_t d = 0; d < x.size(); ++d) {
    std::size_t& part = d < at ? v.outer : d == at || c.flag("flatten") ? v.axis : v.inner;
    part *= static_cast<std::size_t>(x[d]);
  }
  return v;
}

}  // namespace espalier
