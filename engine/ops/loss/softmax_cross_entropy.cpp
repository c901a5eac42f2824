// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/loss/softmax_cross_entropy.h"

#include "engine/graph/onnx_form.h"
#include "engine/ops/loss/cross_entropy_reference.h"
#include "engine/ops/support/fused.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

ScoreView score_view(const Shape& scores) {
  ScoreView v{scores[0], scores[1], 1};
  for (std::size_t d = 2; d < scores.size(); ++d) v.spatial *= scores[d];
  return v;
}

namespace {

SymShape labels_of(const SymShape& scores) {
  SymShape labels = scores;
  labels.erase(labels.begin() + 1);
  return labels;
}

void check_shape(InferContext& c, std::size_t port, const SymShape& wanted) {
  const auto got = known_shape(c, port);
  if (!got) return;
  const auto misfit = [&] {
    return message(ESP_TEXT("engine", "expected {} of shape {}, got {}"),
                   c.node().op->input(port).name, shape_text(wanted), shape_text(*got));
  };
  if (got->size() != wanted.size()) c.fail(misfit(), static_cast<int>(port));
  for (std::size_t d = 0; d < wanted.size(); ++d)
    c.require_equal(wanted[d], (*got)[d], misfit(), static_cast<int>(port));
}

void infer(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) return;
  if (x->size() < 2) require_rank(c, 0, 2, "[N,C]");
  const SymShape labels = labels_of(*x);
  check_shape(c, 1, labels);
  check_shape(c, 2, {(*x)[1]});
  require_same_dtype(c, 2, 0);
  const DType dtype = known_dtype(c, 0);
  c.output(0, Type::tensor(dtype, c.text("reduction") == "none" ? labels : SymShape{}));
  c.output(1, Type::tensor(dtype, *x));
  c.output(2, Type::tensor(dtype, {}));
}

void cost(CostContext& c) { c.cost.operations = product(c.input(0)); }

std::vector<ValueRef> all_inputs(const RuleContext& c) { return c.node().inputs; }

void lower(LowerContext& c) {
  if (!c.training()) return;
  const OpSpec& training = internal_op("SoftmaxCrossEntropyTraining");
  const ValueRef loss = c.build().add(training, all_inputs(c), attributes_for(c, training), 3);
  c.output(0, loss);
  if (c.outputs.size() > 1) c.output(1, GraphBuilder::output(loss, 1));
}

// Back into the scores, from the loss and from log_prob where that is read, too.
void gradient_by(GradientContext& c, ValueRef log_prob, ValueRef total_weight) {
  ValueRef dx;
  if (c.output_gradient(0))
    dx = c.build().add(internal_op("SoftmaxCrossEntropyGrad"),
                       {c.output_gradient(0), log_prob, c.input(1), total_weight, c.input(2)},
                       attributes_for(c, internal_op("SoftmaxCrossEntropyGrad")));
  if (c.node().outputs > 1 && c.output_gradient(1)) {
    const ValueRef more =
        c.build().add(internal_op("LogSoftmaxGrad"), {c.output_gradient(1), log_prob},
                      {{"axis", std::int64_t{1}}});
    dx = dx ? c.build().add(op("Add"), {dx, more}) : more;
  }
  if (dx) c.gradient(0, dx);
}

// Where the operator was not lowered for training: what the gradient needs is computed again.
void gradient(GradientContext& c) {
  const OpSpec& training = internal_op("SoftmaxCrossEntropyTraining");
  const ValueRef again = c.build().add(training, all_inputs(c), attributes_for(c, training), 3);
  gradient_by(c, GraphBuilder::output(again, 1), GraphBuilder::output(again, 2));
}

void gradient_training(GradientContext& c) { gradient_by(c, c.output(1), c.output(2)); }

std::string card(const Node& node) { return attribute<std::string>(node, "reduction"); }

SampleInput labels(Shape shape, std::vector<std::int64_t> values) {
  return given(Tensor::of<std::int64_t>(std::move(shape), values));
}

std::vector<Sample> samples() {
  const SampleInput scores{.shape = {3, 5}, .low = -3, .high = 3};
  const SampleInput image{.shape = {2, 3, 2, 2}, .low = -3, .high = 3};
  const SampleInput image_labels = labels({2, 2, 2}, {0, 2, 1, 1, 2, 0, 1, 2});
  const SampleInput weights{.shape = {3}, .low = 0.2, .high = 2};
  return {{.name = "mean", .inputs = {scores, labels({3}, {4, 0, 2})}},
          {.name = "sum",
           .attributes = {{"reduction", "sum"}},
           .inputs = {scores, labels({3}, {1, 1, 3})}},
          {.name = "none, image",
           .attributes = {{"reduction", "none"}},
           .inputs = {image, image_labels},
           .gradient = false},
          {.name = "weighted mean, image", .inputs = {image, image_labels, weights}},
          {.name = "ignored labels",
           .attributes = {{"ignore_index", 2}},
           .inputs = {image, image_labels, weights}},
          {.name = "32-bit labels",
           .inputs = {scores, given(Tensor::of<std::int32_t>({3}, {4, -100, 2}))}},
          {.name = "large scores",
           .inputs = {{.shape = {2, 5}, .low = -500, .high = 500}, labels({2}, {0, 4})},
           .gradient = false}};
}

std::vector<Sample> grad_samples() {
  const SampleInput one{.shape = {}};
  const SampleInput weight{.shape = {}, .low = 1, .high = 3};
  const SampleInput log_prob{.shape = {3, 5}, .low = -3, .high = 0};
  return {{.name = "mean",
           .inputs = {one, log_prob, labels({3}, {4, 0, 2}), weight},
           .gradient = false},
          {.name = "none, weighted",
           .attributes = {{"reduction", "none"}, {"ignore_index", 0}},
           .inputs =
               {{.shape = {3}}, log_prob, labels({3}, {4, 0, 2}), weight, {.shape = {5}, .low = 0}},
           .gradient = false}};
}

std::vector<AttrSpec> attributes() {
  return {{.name = "reduction",
           .type = AttrType::text,
           .fallback = "mean",
           .help = ESP_TEXT("ops",
                            "What becomes of the samples' losses: their (weighted) mean, their "
                            "sum, or none: one loss a sample."),
           .choices = {"mean", "sum", "none"}},
          {.name = "ignore_index",
           .type = AttrType::integer,
           .fallback = std::int64_t{-100},
           .help = ESP_TEXT("ops", "Samples with this label do not count."),
           .advanced = true}};
}

OpSpec base(const char* name) {
  OpSpec s;
  s.name = name;
  s.attributes = attributes();
  s.inputs = {
      {.name = "scores",
       .help = ESP_TEXT("ops", "Scores of the classes (not probabilities), [N,C] or [N,C,d1,…]."),
       .types = float_types},
      {.name = "labels",
       .help = ESP_TEXT("ops",
                        "The right class of every sample, [N] or [N,d1,…]. Without a wire: "
                        "the data set's target column."),
       .optional = true,
       .types = {DType::int64, DType::int32}},
      {.name = "weights",
       .help = ESP_TEXT("ops", "The weight of every class, [C]."),
       .optional = true,
       .types = float_types}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The loss.")},
               {.name = "log_prob",
                .help = ESP_TEXT("ops", "The logarithm of the probabilities."),
                .optional = true}};
  s.training_only = true;
  s.infer = infer;
  s.cost = cost;
  s.reference = cross_entropy_reference;
  return s;
}

OpSpec softmax_cross_entropy_loss() {
  OpSpec s = base("SoftmaxCrossEntropyLoss");
  s.category = Category::loss;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Loss for classes: cross-entropy of the scores' softmax.");
  s.help = ESP_TEXT("ops",
                    "A sample's loss is −weights[label] · log softmax(scores)[label]. The mean "
                    "divides by the sum "
                    "of the samples' weights. The scores go in as they are, without a Softmax "
                    "before. Source: ONNX "
                    "operator specification, SoftmaxCrossEntropyLoss.");
  s.gradient = gradient;
  s.lower = lower;
  s.onnx.versions = {12, 13};
  s.card = card;
  s.samples = samples;
  return s;
}

OpSpec training() {
  OpSpec s = base("SoftmaxCrossEntropyTraining");
  s.domain = internal_domain;
  s.outputs.push_back({.name = "total_weight"});
  s.visible_outputs = 3;
  s.gradient = gradient_training;
  s.samples = [] {
    std::vector<Sample> all = samples();
    for (Sample& sample : all) sample.gradient = false;
    return all;
  };
  return s;
}

OpSpec grad() {
  OpSpec s;
  s.name = "SoftmaxCrossEntropyGrad";
  s.domain = internal_domain;
  s.attributes = attributes();
  s.inputs = {{.name = "dloss"},
              {.name = "log_prob"},
              {.name = "labels"},
              {.name = "total_weight"},
              {.name = "weights", .optional = true}};
  s.outputs = {{.name = "dscores"}};
  s.in_place = {{0, 1}};
  s.infer = [](InferContext& c) { output_like(c, 1); };
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.reference = cross_entropy_grad_reference;
  s.samples = grad_samples;
  return s;
}

const RegisterOps ops_of_this_file{{softmax_cross_entropy_loss, training, grad}};

}  // namespace
}  // namespace espalier
