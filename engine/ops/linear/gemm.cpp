// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/linear/gemm.h"

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/gradients.h"
#include "engine/ops/support/index.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {

GemmSizes gemm_sizes(const RuleContext& c, const Shape& a, const Shape& b) {
  const bool trans_a = c.integer("transA") != 0;
  const bool trans_b = c.integer("transB") != 0;
  return {a[trans_a ? 1 : 0], b[trans_b ? 0 : 1], a[trans_a ? 0 : 1], trans_a, trans_b};
}

namespace {

void require_matrix(InferContext& c, const SymShape& x) {
  if (x.size() == 2) return;
  std::optional<Fix> fix;
  if (x.size() > 2)
    fix = Fix{message(ESP_TEXT("engine", "Insert Flatten before it")), "", std::string("Flatten"),
              "Flatten"};
  c.fail(message(ESP_TEXT("engine", "expected a 2-D input [N,K] for A, got {}"), shape_text(x)), 0,
         {}, std::move(fix));
}

// C is repeated along dimensions that it lacks or that are 1, but never the product along C's.
void check_added(InferContext& c, const SymShape& y) {
  const auto added = known_shape(c, 2);
  if (!added) return;
  const auto misfit = [&] {
    return message(ESP_TEXT("engine", "expected C to broadcast to {}, got {}"), shape_text(y),
                   shape_text(*added));
  };
  if (added->size() > y.size()) c.fail(misfit(), 2);
  for (std::size_t i = 1; i <= added->size(); ++i) {
    const Dim& d = (*added)[added->size() - i];
    if (!(d == Dim(1))) c.require_equal(y[y.size() - i], d, misfit(), 2);
  }
}

void infer(InferContext& c) {
  const auto a = known_shape(c, 0);
  if (!a) return;
  require_matrix(c, *a);
  const bool trans_a = c.integer("transA") != 0;
  const bool trans_b = c.integer("transB") != 0;
  const Dim rows = (*a)[trans_a ? 1 : 0];
  const Dim inner = (*a)[trans_a ? 0 : 1];
  const auto wired = is_wired(c.node(), 1) ? known_shape(c, 1) : std::nullopt;
  if (wired) require_rank(c, 1, 2, trans_b ? "[N,K]" : "[K,N]");
  const Dim units = wired ? (*wired)[trans_b ? 0 : 1] : Dim(c.integer("units"));
  if (const auto n = units.constant(); n && *n < 0)
    c.fail(message(ESP_TEXT("engine", "units: expected 1 or more, got {}"), *n), -1, "units");
  if (!inner.is_constant() && owns_param(c.node(), 1))
    c.fail(message(ESP_TEXT("engine", "expected a known number of features, got {} in {}"),
                   inner.text(), shape_text(*a)),
           0);
  const DType dtype = known_dtype(c, 0);
  const Fan fan{inner, units};
  c.param(1, dtype, trans_b ? SymShape{units, inner} : SymShape{inner, units}, fan);
  const SymShape y{rows, units};
  if (owns_param(c.node(), 2))
    c.param(2, dtype, {units}, fan);
  else if (c.has(2))
    check_added(c, y);
  c.output(0, Type::tensor(dtype, y));
}

void gradient(GradientContext& c) {
  const bool trans_a = c.integer("transA") != 0;
  const bool trans_b = c.integer("transB") != 0;
  const ValueRef dy = c.output_gradient(0);
  const auto product = [&](ValueRef a, ValueRef b, bool ta, bool tb) {
    return c.build().add(op("Gemm"), {a, b},
                         {{"transA", std::int64_t{ta}},
                          {"transB", std::int64_t{tb}},
                          {"alpha", c.real("alpha")},
                          {"bias", false}});
  };
  if (c.wanted(0))
    c.gradient(0, trans_a ? product(c.input(1), dy, trans_b, true)
                          : product(dy, c.input(1), false, !trans_b));
  if (c.wanted(1))
    c.gradient(1, trans_b ? product(dy, c.input(0), true, trans_a)
                          : product(c.input(0), dy, !trans_a, false));
  if (c.has(2) && c.wanted(2)) c.gradient(2, sum_to_input(c, dy, 2, c.real("beta")));
}

void reference(ReferenceContext& c) {
  const Shape& as = c.input(0).shape();
  const GemmSizes g = gemm_sizes(c, as, c.input(1).shape());
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    const auto a = c.input(0).values<T>();
    const auto b = c.input(1).values<T>();
    const bool adds = c.has(2);
    const auto added = adds ? c.input(2).values<T>() : std::span<const T>();
    const auto y = c.output<T>(0, {g.m, g.n});
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    for (std::int64_t i = 0; i < g.m; ++i)
      for (std::int64_t j = 0; j < g.n; ++j) {
        double sum = 0;
        for (std::int64_t k = 0; k < g.k; ++k)
          sum += static_cast<double>(a[at(g.trans_a ? k * g.m + i : i * g.k + k)]) *
                 static_cast<double>(b[at(g.trans_b ? j * g.k + k : k * g.n + j)]);
        sum *= c.real("alpha");
        if (adds)
          sum += c.real("beta") *
                 static_cast<double>(added[at(broadcast_position({i, j}, c.input(2).shape()))]);
        y[at(i * g.n + j)] = static_cast<T>(sum);
      }
  });
}

// ONNX's own default is not to transpose B.
void import(OnnxImportContext& c) {
  AttributeMap& a = c.node.attributes;
  a.erase("broadcast");  // before opset 7; the shapes say it
  const bool trans_b = !a.emplace("transB", std::int64_t{0}).second &&
                       !equal(a.at("transB"), AttrValue(std::int64_t{0}));
  a.insert_or_assign("bias", c.node.inputs.size() > 2 && !c.node.inputs[2].empty());
  const Tensor* weights = c.constant(1);
  std::optional<std::int64_t> units;
  if (weights != nullptr && weights->shape().size() == 2) {
    units = weights->shape()[trans_b ? 0 : 1];
    a.insert_or_assign("units", *units);
  }
  // A bias of its own is [units]; ONNX allows whatever broadcasts.
  const Tensor* bias = c.constant(2);
  if (bias && !(units && bias->shape() == Shape{*units})) c.node.wired.push_back(2);
}

void write(OnnxExportContext& c) {
  c.node.attributes.insert_or_assign("transB", attribute<std::int64_t>(c.source, "transB"));
}

std::vector<Sample> samples() {
  const auto in = [](Shape s) { return SampleInput{.shape = std::move(s)}; };
  return {{.name = "layer",
           .attributes = {{"units", 10}},
           .inputs = {in({4, 7}), in({10, 7}), in({10})}},
          {.name = "no bias, one row",
           .attributes = {{"units", 9}, {"bias", false}},
           .inputs = {in({1, 33}), in({9, 33})}},
          {.name = "nothing transposed, scaled",
           .attributes = {{"transB", 0}, {"alpha", 0.5}, {"beta", 2.0}},
           .inputs = {in({5, 3}), in({3, 6}), in({5, 6})}},
          {.name = "both transposed, column",
           .attributes = {{"transA", 1}},
           .inputs = {in({3, 5}), in({6, 3}), in({5, 1})}},
          {.name = "A transposed, scalar",
           .attributes = {{"transA", 1}, {"transB", 0}},
           .inputs = {in({3, 2}), in({3, 4}), in({})}},
          {.name = "row",
           .attributes = {{"transB", 0}},
           .inputs = {in({17, 65}), in({65, 31}), in({1, 31})}},
          {.name = "tall",
           .attributes = {{"transA", 1}, {"transB", 0}, {"bias", false}},
           .inputs = {in({4100, 3}), in({4100, 5})},
           .gradient = false},
          {.name = "empty batch",
           .attributes = {{"units", 3}},
           .inputs = {in({0, 4}), in({3, 4}), in({3})},
           .gradient = false}};
}

const RegisterOps ops_of_this_file{{gemm_spec}};

}  // namespace

OpSpec gemm_spec() {
  OpSpec s;
  s.name = "Gemm";
  s.category = Category::linear;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Fully connected layer: a matrix product with learned weights.");
  s.help = ESP_TEXT(
      "ops",
      "Y = alpha · A · B + beta · C, with A or B transposed where set. A layer that is drawn "
      "has weights B of [units,K] (transposed, as in torch.nn.Linear) and a bias C of "
      "[units]. Source: ONNX operator specification, Gemm.");
  s.attributes = {{.name = "units",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{64},
                   .help = ESP_TEXT("ops", "Number of outputs of a sample."),
                   .minimum = 1,
                   .maximum = 1 << 30,
                   .authored = true},
                  {.name = "bias",
                   .type = AttrType::flag,
                   .fallback = true,
                   .help = ESP_TEXT("ops", "Whether a learned number is added per output."),
                   .authored = true},
                  {.name = "alpha",
                   .type = AttrType::real,
                   .fallback = 1.0,
                   .help = ESP_TEXT("ops", "What the product is multiplied by."),
                   .advanced = true},
                  {.name = "beta",
                   .type = AttrType::real,
                   .fallback = 1.0,
                   .help = ESP_TEXT("ops", "What C is multiplied by."),
                   .advanced = true},
                  {.name = "transA",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{0},
                   .help = ESP_TEXT("ops", "1: A is [K,M] and used transposed."),
                   .minimum = 0,
                   .maximum = 1,
                   .advanced = true},
                  {.name = "transB",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{1},
                   .help = ESP_TEXT("ops", "1: B is [N,K] and used transposed."),
                   .minimum = 0,
                   .maximum = 1,
                   .advanced = true}};
  s.inputs = {
      {.name = "A",
       .help = ESP_TEXT("ops", "The input, one row a sample: [M,K]."),
       .types = sum_types},
      {.name = "B",
       .help = ESP_TEXT("ops", "The weights, [units,K], or [K,units] without transB."),
       .kind = PortKind::parameter,
       .types = sum_types,
       .initializer = {"torch_default", 1}},
      {.name = "C",
       .help = ESP_TEXT(
           "ops", "The bias, [units]; a wire may bring anything that broadcasts to the result."),
       .kind = PortKind::parameter,
       .optional = true,
       .types = sum_types,
       .initializer = {"torch_default", 1},
       .present_if = "bias"}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The result, [M,units].")}};
  s.infer = infer;
  s.cost = [](CostContext& c) {
    c.cost.macs = product(c.output(0)) * c.input(0)[c.integer("transA") != 0 ? 0 : 1];
    if (c.has(2)) c.cost.operations = product(c.output(0));
  };
  s.gradient = gradient;
  s.reference = reference;
  s.onnx = {.versions = {1, 6, 7, 9, 11, 13}, .import = import, .write = write};
  s.card = [](const Node& node) {
    return fmt::format("{}", attribute<std::int64_t>(node, "units"));
  };
  s.samples = samples;
  return s;
}

}  // namespace espalier
