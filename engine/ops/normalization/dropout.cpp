// SPDX-License-Identifier: Apache-2.0
#include "engine/base/philox.h"
#include "engine/graph/onnx_form.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

// A fixed rate, and not of 1, for which the results would be divided by 0.
void check_ratio(InferContext& c) {
  const double ratio = c.real("ratio");
  if (ratio >= 0 && ratio < 1) return;
  c.fail(message(ESP_TEXT("engine", "ratio: expected 0 or more and less than 1, got {}"), ratio),
         -1, "ratio", Fix{message(ESP_TEXT("engine", "Set {} to {}"), "ratio", 0.5), "ratio", 0.5});
}

void infer(InferContext& c) {
  output_like(c);
  if (!is_wired(c.node(), 1)) check_ratio(c);
  const auto x = known_shape(c, 0);
  if (x && c.node().outputs > 1) c.output(1, Type::tensor(DType::boolean, *x));
}

// The attribute's value, or that of the constant that is wired to its port; nothing where the wire
// comes from elsewhere.
template <class T> std::optional<T> setting(LowerContext& c, std::size_t port, const char* name) {
  if (!is_wired(c.node(), port)) return attribute<T>(c.node(), name);
  const Node& source = c.build().graph().node(c.input(port).node);
  const auto value = attribute<Tensor>(source, "value");
  if (value.count() != 1) return std::nullopt;
  if constexpr (std::is_same_v<T, bool>) {
    if (value.type() == DType::boolean) return value.values<bool>()[0];
  } else {
    if (value.type() == DType::float32) return value.values<float>()[0];
    if (value.type() == DType::float64) return value.values<double>()[0];
  }
  return std::nullopt;
}

void lower(LowerContext& c) {
  const std::optional<bool> training = c.training() ? true : setting<bool>(c, 2, "training_mode");
  if (!training) return;  // known when it runs
  if (*training) {
    const auto ratio = setting<double>(c, 1, "ratio");
    if (!ratio)
      throw Error(ESP_TEXT("engine", "{}: expected a constant number for {}"), c.node().name,
                  "ratio");
    const std::uint64_t key = c.random_key() + static_cast<std::uint64_t>(c.integer("seed"));
    const ValueRef seed = c.build().constant(Tensor::scalar(static_cast<std::int64_t>(c.seed())));
    const ValueRef y =
        c.build().add(internal_op("DropoutTraining"), {c.input(0), seed, c.step_counter()},
                      {{"ratio", *ratio}, {"key", static_cast<std::int64_t>(key)}}, 2);
    c.output(0, y);
    if (c.outputs.size() > 1) c.output(1, GraphBuilder::output(y, 1));
  } else if (c.outputs.size() == 1) {
    c.output(0, c.build().add(op("Identity"), {c.input(0)}));
  }
}

double ratio_of(const ReferenceContext& c) {
  if (!c.has(1)) return c.real("ratio");
  double ratio = 0;
  with_float(c, c.input(1).type(), [&]<class T>(T) { ratio = c.input(1).values<T>()[0]; });
  return ratio;
}

// Outside of training, or where nothing is dropped: everything is kept.
void reference(ReferenceContext& c) {
  const bool training = c.has(2) ? c.input(2).values<bool>()[0] : c.flag("training_mode");
  if (training && ratio_of(c) != 0)
    c.fail(message(ESP_TEXT("engine",
                            "Dropout in training mode is random: the specification gives no "
                            "result for it")));
  c.outputs[0] = c.input(0);
  if (c.outputs.size() > 1)
    for (bool& kept : c.output<bool>(1, c.input(0).shape())) kept = true;
}

void import(OnnxImportContext& c) {
  for (const char* old : {"is_test", "consumed_inputs"}) c.node.attributes.erase(old);
}

std::string card(const Node& node) {
  return fmt::format("{:g} %", attribute<double>(node, "ratio") * 100);
}

OpSpec dropout() {
  OpSpec s;
  s.name = "Dropout";
  s.category = Category::normalization;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Dropout: sets a random part of the values to 0 while training.");
  s.help = ESP_TEXT(
      "ops",
      "In training each element is 0 with probability `ratio` and otherwise divided by 1 − ratio, "
      "so "
      "that the expected value stays; outside of training nothing happens. The choice depends on "
      "the "
      "run's seed, the step and the layer only. Source: ONNX operator specification, Dropout; "
      "Srivastava et al., \"Dropout: A Simple Way to Prevent Neural Networks from Overfitting\", "
      "2014.");
  s.attributes = {{.name = "ratio",
                   .type = AttrType::real,
                   .fallback = 0.5,
                   .help = ESP_TEXT("ops", "The part of the elements that is dropped."),
                   .minimum = 0,
                   .maximum = 1,
                   .as_input = 1,
                   .as_input_type = DType::float32},
                  {.name = "seed",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{0},
                   .help = ESP_TEXT("ops", "Gives another choice with the same run's seed."),
                   .advanced = true},
                  {.name = "training_mode",
                   .type = AttrType::flag,
                   .fallback = false,
                   .help = ESP_TEXT("ops", "Drop elements outside of training, too."),
                   .as_input = 2,
                   .as_input_type = DType::boolean,
                   .advanced = true}};
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The values."), .types = float_types},
              {.name = "ratio",
               .help = ESP_TEXT("ops", "The ratio as a constant tensor; overrides the attribute."),
               .optional = true,
               .types = float_types},
              {.name = "training_mode",
               .help = ESP_TEXT("ops", "The mode as a constant tensor; overrides the attribute."),
               .optional = true,
               .types = {DType::boolean}}};
  s.outputs = {
      {.name = "output", .help = ESP_TEXT("ops", "The result, of the shape of the input.")},
      {.name = "mask",
       .help = ESP_TEXT("ops", "True where an element was kept."),
       .optional = true}};
  s.in_place = {{0, 0}};
  s.infer = infer;
  s.lower = lower;
  s.reference = reference;
  s.onnx = {.versions = {1, 6, 7, 10, 12, 13, 22}, .import = import, .write = nullptr};
  s.card = card;
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "inference", .inputs = {{.shape = {3, 4, 5}}}, .gradient = false},
        {.name = "nothing dropped", .attributes = {{"ratio", 0.0}}, .inputs = {{.shape = {7}}}}};
  };
  return s;
}

// ---- training: Y and mask from X, seed and step

// Element i of the random words of (seed, key, step), in groups of 16 blocks that kernels make as
// vectors: word w of block 16 g + l has the index 64 g + 16 w + l.
std::uint32_t random_word(std::uint64_t seed, std::uint64_t key, std::uint64_t step,
                          std::uint64_t i) {
  const std::uint64_t block = i / 64 * 16 + i % 16;
  return philox(seed, key, (block & 0xFFFFFFFFU) | step << 32)[i % 64 / 16];
}

void infer_training(InferContext& c) {
  output_like(c);
  if (const auto x = known_shape(c, 0)) c.output(1, Type::tensor(DType::boolean, *x));
}

void reference_training(ReferenceContext& c) {
  const double ratio = static_cast<float>(c.real("ratio"));  // as kernels take it
  const auto key = static_cast<std::uint64_t>(c.integer("key"));
  const auto seed = static_cast<std::uint64_t>(c.input(1).values<std::int64_t>()[0]);
  const auto step = static_cast<std::uint64_t>(c.input(2).values<std::int64_t>()[0]);
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto x = c.input(0).values<T>();
    const auto y = c.output<T>(0, c.input(0).shape());
    const auto mask = c.output<bool>(1, c.input(0).shape());
    for (std::size_t i = 0; i < x.size(); ++i) {
      mask[i] = random_word(seed, key, step, i) >= ratio * 0x1p32;
      y[i] = mask[i] ? static_cast<T>(x[i] / (1 - ratio)) : T{0};
    }
  });
}

void gradient_training(GradientContext& c) {
  c.gradient(0, c.build().add(internal_op("DropoutGrad"), {c.output_gradient(0), c.output(1)},
                              {{"ratio", c.real("ratio")}}));
}

SampleInput counter(std::int64_t value) { return given(Tensor::scalar(value)); }

OpSpec dropout_training() {
  OpSpec s;
  s.name = "DropoutTraining";
  s.domain = internal_domain;
  s.attributes = {{.name = "ratio", .type = AttrType::real, .fallback = 0.5},
                  {.name = "key", .fallback = std::int64_t{0}}};
  s.inputs = {{.name = "X"}, {.name = "seed"}, {.name = "step"}};
  s.outputs = {{.name = "Y"}, {.name = "mask"}};
  s.visible_outputs = 2;
  s.in_place = {{0, 0}};
  s.infer = infer_training;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.gradient = gradient_training;
  s.reference = reference_training;
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "third step",
         .attributes = {{"ratio", 0.3}, {"key", std::int64_t{0x123456789abcdef}}},
         .inputs = {{.shape = {5, 7, 11}}, counter(42), counter(3)},
         .gradient = false},
        {.name = "keeps all",
         .attributes = {{"ratio", 0.0}},
         .inputs = {{.shape = {6}}, counter(-1), counter(0)},
         .gradient = false}};
  };
  return s;
}

OpSpec dropout_grad() {
  OpSpec s;
  s.name = "DropoutGrad";
  s.domain = internal_domain;
  s.attributes = {{.name = "ratio", .type = AttrType::real, .fallback = 0.5}};
  s.inputs = {{.name = "dY"}, {.name = "mask"}};
  s.outputs = {{.name = "dX"}};
  s.in_place = {{0, 0}};
  s.infer = infer_like_first;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.reference = [](ReferenceContext& c) {
    with_float(c, c.input(0).type(), [&]<class T>(T) {
      const auto dy = c.input(0).values<T>();
      const auto mask = c.input(1).values<bool>();
      const auto dx = c.output<T>(0, c.input(0).shape());
      for (std::size_t i = 0; i < dy.size(); ++i)
        dx[i] = mask[i] ? static_cast<T>(dy[i] / (1 - c.real("ratio"))) : T{0};
    });
  };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "image",
         .attributes = {{"ratio", 0.25}},
         .inputs = {{.shape = {2, 3}},
                    given(Tensor::of<bool>({2, 3}, {true, false, true, true, false, true}))},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{dropout, dropout_training, dropout_grad}};

}  // namespace
}  // namespace espalier
