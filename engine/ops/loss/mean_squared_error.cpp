// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/fused.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

void check_target(InferContext& c, const SymShape& prediction) {
  const auto target = known_shape(c, 1);
  if (!target) return;
  const auto misfit = [&] {
    return message(ESP_TEXT("engine", "expected a target of the prediction's shape {}, got {}"),
                   shape_text(prediction), shape_text(*target));
  };
  // Broadcasting [N,1] with [N] would compare every prediction with every target.
  if (target->size() != prediction.size()) c.fail(misfit(), 1);
  for (std::size_t d = 0; d < prediction.size(); ++d)
    c.require_equal(prediction[d], (*target)[d], misfit(), 1);
  require_same_dtype(c, 1, 0);
}

void infer(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) return;
  check_target(c, *x);
  c.output(0, Type::tensor(known_dtype(c, 0), c.text("reduction") == "none" ? *x : SymShape{}));
}

void gradient(GradientContext& c) {
  const ValueRef d = c.build().add(
      internal_op("MeanSquaredErrorGrad"), {c.output_gradient(0), c.input(0), c.input(1)},
      attributes_for(c, internal_op("MeanSquaredErrorGrad")), c.wanted(1) ? 2 : 1);
  if (c.wanted(0)) c.gradient(0, d);
  if (c.wanted(1)) c.gradient(1, GraphBuilder::output(d, 1));
}

void body(BodyContext& c) {
  const std::string reduction = c.text("reduction");
  const ValueRef d = c.build().add(op("Sub"), {c.input(0), c.input(1)});
  const ValueRef squares = c.build().add(op("Mul"), {d, d});
  if (reduction == "none")
    c.output(0, squares);
  else
    c.output(0, c.build().add(op(reduction == "sum" ? "ReduceSum" : "ReduceMean"), {squares},
                              {{"keepdims", false}}));
}

std::vector<AttrSpec> attributes() {
  return {
      {.name = "reduction",
       .type = AttrType::text,
       .fallback = "mean",
       .help = ESP_TEXT(
           "ops", "What becomes of the squares: their mean, their sum, or none: one an element."),
       .choices = {"mean", "sum", "none"}}};
}

OpSpec mean_squared_error() {
  OpSpec s;
  s.name = "MeanSquaredError";
  s.domain = authored_domain;
  s.category = Category::loss;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Loss for numbers: the mean of the squared differences.");
  s.help =
      ESP_TEXT("ops",
               "(prediction − target)² for every element, then the mean or sum over all of them. "
               "In ONNX it is a function of Sub, Mul and ReduceMean. Source: torch.nn.MSELoss.");
  s.attributes = attributes();
  s.inputs = {
      {.name = "prediction",
       .help = ESP_TEXT("ops", "The network's result."),
       .types = float_types},
      {.name = "target",
       .help = ESP_TEXT("ops",
                        "What it should be, of the same shape. Without a wire: the data set's "
                        "target column."),
       .optional = true,
       .types = float_types}};
  s.outputs = {{.name = "loss", .help = ESP_TEXT("ops", "The loss.")}};
  s.training_only = true;
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.input(0)) * Dim(3); };
  s.gradient = gradient;
  s.body = body;
  s.card = [](const Node& node) { return attribute<std::string>(node, "reduction"); };
  s.samples = [] {
    return std::vector<Sample>{{.name = "mean", .inputs = {{.shape = {4, 3}}, {.shape = {4, 3}}}},
                               {.name = "sum",
                                .attributes = {{"reduction", "sum"}},
                                .inputs = {{.shape = {2, 1, 5}}, {.shape = {2, 1, 5}}}},
                               {.name = "none",
                                .attributes = {{"reduction", "none"}},
                                .inputs = {{.shape = {7}}, {.shape = {7}}},
                                .gradient = false},
                               {.name = "many elements",
                                .inputs = {{.shape = {130, 257}}, {.shape = {130, 257}}},
                                .gradient = false}};
  };
  return s;
}

void reference_grad(ReferenceContext& c) {
  const std::string reduction = c.text("reduction");
  with_float(c, c.input(1).type(), [&]<class T>(T) {
    const auto dloss = c.input(0).values<T>();
    const auto a = c.input(1).values<T>();
    const auto b = c.input(2).values<T>();
    const double scale = reduction == "mean" ? 1 / static_cast<double>(a.size()) : 1;
    const auto da = c.output<T>(0, c.input(1).shape());
    const auto db = c.outputs.size() > 1 ? c.output<T>(1, c.input(1).shape()) : std::span<T>();
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double d = 2 * scale * (static_cast<double>(a[i]) - static_cast<double>(b[i])) *
                       dloss[reduction == "none" ? i : 0];
      da[i] = static_cast<T>(d);
      if (!db.empty()) db[i] = static_cast<T>(-d);
    }
  });
}

OpSpec mean_squared_error_grad() {
  OpSpec s;
  s.name = "MeanSquaredErrorGrad";
  s.domain = internal_domain;
  s.attributes = attributes();
  s.inputs = {{.name = "dloss"}, {.name = "prediction"}, {.name = "target"}};
  s.outputs = {{.name = "dprediction"}, {.name = "dtarget"}};
  s.in_place = {{0, 1}, {0, 2}, {1, 2}, {1, 1}};
  s.infer = [](InferContext& c) {
    output_like(c, 1);
    if (c.node().outputs > 1 && c.input_count() > 1) c.output(1, c.input(1));
  };
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)) * Dim(2); };
  s.reference = reference_grad;
  s.samples = [] {
    return std::vector<Sample>{{.name = "mean",
                                .inputs = {{.shape = {}}, {.shape = {4, 3}}, {.shape = {4, 3}}},
                                .gradient = false},
                               {.name = "none",
                                .attributes = {{"reduction", "none"}},
                                .inputs = {{.shape = {5}}, {.shape = {5}}, {.shape = {5}}},
                                .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{mean_squared_error, mean_squared_error_grad}};

}  // namespace
}  // namespace espalier
