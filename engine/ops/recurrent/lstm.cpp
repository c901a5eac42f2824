// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/recurrent/lstm.h"

#include "engine/graph/onnx_form.h"
#include "engine/ops/recurrent/lstm_reference.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

using namespace lstm_port;

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, x);
  const auto shape = known_shape(c, x);
  if (dtype == DType::undefined || !shape) return;
  require_rank(c, x, 3, c.flag("layout") ? "[N,T,I]" : "[T,N,I]");
  const bool batch_first = c.flag("layout");
  const Dim steps = (*shape)[batch_first ? 1 : 0], batch = (*shape)[batch_first ? 0 : 1];
  const Dim features = (*shape)[2];
  const Dim hidden = c.integer("hidden_size"), d = lstm_directions(c);
  if (!features.is_constant() && owns_param(c.node(), w))
    c.fail(message(ESP_TEXT("engine", "expected a known number of features, got {} in {}"),
                   features.text(), shape_text(*shape)),
           0);
  for (std::int64_t k = 0; k < lstm_directions(c); ++k)
    if (!lstm_activations(c, k))
      c.fail(message(ESP_TEXT("engine",
                              "activations: expected three known functions a direction, such as "
                              "Sigmoid, Tanh, Tanh")),
             -1, "activations");
  const Fan fan{hidden, hidden};
  c.param(w, dtype, {d, 4 * hidden, features}, fan);
  c.param(r, dtype, {d, 4 * hidden, hidden}, fan);
  if (c.has(b)) c.param(b, dtype, {d, 8 * hidden}, fan);
  const SymShape state = batch_first ? SymShape{batch, d, hidden} : SymShape{d, batch, hidden};
  for (const std::size_t port : {h0, c0, p}) {
    if (!c.has(port)) continue;
    require_same_dtype(c, port, x);
    const auto given = known_shape(c, port);
    const SymShape wanted = port == p ? SymShape{d, 3 * hidden} : state;
    if (!given) continue;
    const auto misfit = [&] {
      return message(ESP_TEXT("engine", "expected {} of shape {}, got {}"),
                     c.node().op->input(port).name, shape_text(wanted), shape_text(*given));
    };
    if (given->size() != wanted.size()) c.fail(misfit(), static_cast<int>(port));
    for (std::size_t i = 0; i < wanted.size(); ++i)
      c.require_equal((*given)[i], wanted[i], misfit(), static_cast<int>(port));
  }
  c.output(0, Type::tensor(dtype, batch_first ? SymShape{batch, steps, d, hidden}
                                              : SymShape{steps, d, batch, hidden}));
  c.output(1, Type::tensor(dtype, state));
  c.output(2, Type::tensor(dtype, state));
}

void cost(CostContext& c) {
  const SymShape& shape = c.input(x);
  const Dim hidden = c.integer("hidden_size"), d = lstm_directions(c);
  const Dim rows = shape[0] * shape[1] * d;
  c.cost.macs = rows * 4 * hidden * (shape[2] + hidden);
  c.cost.operations = rows * hidden * 9;
}

void gradient(GradientContext& c) {
  std::vector<ValueRef> inputs(11);
  for (std::size_t port = 0; port < 8; ++port)
    if (c.has(port)) inputs[port] = c.input(port);
  for (std::size_t port = 0; port < 3 && port < c.node().outputs; ++port)
    inputs[dy + port] = c.output_gradient(port);
  AttributeMap a = c.node().attributes;
  a.erase("bias");
  const ValueRef first = c.build().add(internal_op("LSTMGrad"), std::move(inputs), std::move(a), 7);
  constexpr std::size_t from[] = {x, w, r, b, h0, c0, p};
  for (std::uint32_t i = 0; i < 7; ++i)
    if (c.has(from[i]) && c.wanted(from[i])) c.gradient(from[i], GraphBuilder::output(first, i));
}

void import(OnnxImportContext& c) {
  AttributeMap& a = c.node.attributes;
  a.erase("output_sequence");  // opset 1: whether Y was wanted
  if (const Tensor* weights = c.constant(r); weights && weights->shape().size() == 3)
    a.insert_or_assign("hidden_size", weights->shape()[2]);
}

void write(OnnxExportContext& c) {
  AttributeMap& a = c.node.attributes;
  a.insert_or_assign("hidden_size", attribute<std::int64_t>(c.source, "hidden_size"));
  for (const char* list : {"activations", "activation_alpha", "activation_beta"})
    if (!c.source.attributes.contains(list)) a.erase(list);
  if (attribute<double>(c.source, "clip") == 0) a.erase("clip");
  if (c.opset >= 14) return;
  if (attribute<bool>(c.source, "layout"))
    throw Error(ESP_TEXT("engine", "{}: {} takes the batch first from opset {} on only"),
                c.source.name, "LSTM", 14);
  a.erase("layout");
}

std::vector<Sample> samples() {
  const auto with = [](std::int64_t hidden, const char* direction = "forward") {
    return AttributeMap{{"hidden_size", hidden}, {"direction", std::string(direction)}};
  };
  const auto lens = [](const std::vector<std::int32_t>& v) {
    return given(Tensor::of<std::int32_t>({static_cast<std::int64_t>(v.size())}, v));
  };
  const auto f = [](Shape s) { return SampleInput{.shape = std::move(s)}; };
  AttributeMap plain = with(3), batch_first = with(3, "bidirectional"), coupled = with(3),
               clipped = with(4), others = with(3);
  plain["bias"] = false;
  batch_first["layout"] = true;
  coupled["input_forget"] = true;
  clipped["clip"] = 0.4;
  others["activations"] = std::vector<std::string>{"HardSigmoid", "Softsign", "Elu"};
  others["activation_alpha"] = std::vector<double>{0.3, 0.7};
  others["activation_beta"] = std::vector<double>{0.4};
  return {{.name = "forward",
           .attributes = with(5),
           .inputs = {f({4, 2, 3}), f({1, 20, 3}), f({1, 20, 5}), f({1, 40})}},
          {.name = "without bias",
           .attributes = plain,
           .inputs = {f({3, 2, 4}), f({1, 12, 4}), f({1, 12, 3})}},
          {.name = "reverse, wide",
           .attributes = with(19, "reverse"),
           .inputs = {f({3, 7, 2}), f({1, 76, 2}), f({1, 76, 19}), f({1, 152})}},
          {.name = "both ways, lengths and states",
           .attributes = with(3, "bidirectional"),
           .inputs = {f({4, 3, 2}), f({2, 12, 2}), f({2, 12, 3}), f({2, 24}), lens({4, 1, 3}),
                      f({2, 3, 3}), f({2, 3, 3}), f({2, 9})}},
          {.name = "batch first",
           .attributes = batch_first,
           .inputs = {f({2, 4, 2}), f({2, 12, 2}), f({2, 12, 3}), f({2, 24}), open_port(),
                      f({2, 2, 3}), f({2, 2, 3})}},
          {.name = "coupled gates",
           .attributes = coupled,
           .inputs = {f({3, 2, 2}), f({1, 12, 2}), f({1, 12, 3}), f({1, 24})}},
          {.name = "clipped",
           .attributes = clipped,
           .inputs = {f({3, 2, 2}), f({1, 16, 2}), f({1, 16, 4}), f({1, 32})}},
          {.name = "other functions",
           .attributes = others,
           .inputs = {f({3, 2, 2}), f({1, 12, 2}), f({1, 12, 3}), f({1, 24})}}};
}

OpSpec lstm() {
  OpSpec s;
  s.name = "LSTM";
  s.category = Category::recurrent;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Long short-term memory: a recurrent layer over a sequence.");
  s.help = ESP_TEXT(
      "ops",
      "For each step, with gates i, o, f = f(W·x + R·h + P∘c + b) and g = g(W·x + R·h + b): "
      "c = f∘c + i∘g, h = o∘h(c). The output has every h, then the last h and c. Weights "
      "are stacked in the order i, o, f, c. Source: ONNX operator specification, LSTM; Hochreiter "
      "and Schmidhuber, \"Long Short-Term Memory\", 1997.");
  s.attributes = lstm_attributes();
  s.attributes.push_back({.name = "bias",
                          .type = AttrType::flag,
                          .fallback = true,
                          .help = ESP_TEXT("ops", "Add a bias to each gate."),
                          .authored = true});
  s.inputs = {
      {.name = "X",
       .help = ESP_TEXT("ops", "The sequences, [steps, batch, features]."),
       .types = {DType::float32, DType::float64, DType::float16, DType::bfloat16}},
      {.name = "W",
       .help = ESP_TEXT("ops", "Weights of the input, [directions, 4·hidden, features]."),
       .kind = PortKind::parameter},
      {.name = "R",
       .help = ESP_TEXT("ops", "Weights of the recurrence, [directions, 4·hidden, hidden]."),
       .kind = PortKind::parameter},
      {.name = "B",
       .help =
           ESP_TEXT("ops", "Biases of the input, then of the recurrence, [directions, 8·hidden]."),
       .kind = PortKind::parameter,
       .optional = true,
       .present_if = "bias"},
      {.name = "sequence_lens",
       .help = ESP_TEXT("ops", "How many steps each sequence has; all without it."),
       .optional = true,
       .types = {DType::int32}},
      {.name = "initial_h",
       .help = ESP_TEXT("ops", "The first h, [directions, batch, hidden]; 0 without it."),
       .optional = true},
      {.name = "initial_c",
       .help = ESP_TEXT("ops", "The first c, [directions, batch, hidden]; 0 without it."),
       .optional = true},
      {.name = "P",
       .help = ESP_TEXT("ops", "Peepholes of i, o and f, [directions, 3·hidden]."),
       .optional = true}};
  s.outputs = {
      {.name = "Y",
       .help = ESP_TEXT("ops", "h of every step, [steps, directions, batch, hidden].")},
      {.name = "Y_h", .help = ESP_TEXT("ops", "The last h, [directions, batch, hidden].")},
      {.name = "Y_c", .help = ESP_TEXT("ops", "The last c, [directions, batch, hidden].")}};
  s.visible_outputs = 3;
  s.infer = infer;
  s.cost = cost;
  s.gradient = gradient;
  s.reference = lstm_reference;
  s.onnx = {.versions = {1, 7, 14, 22}, .import = import, .write = write};
  s.card = [](const Node& node) {
    const auto direction = attribute<std::string>(node, "direction");
    const auto hidden = attribute<std::int64_t>(node, "hidden_size");
    return direction == "forward" ? fmt::format("{}", hidden)
                                  : fmt::format("{}, {}", hidden, direction);
  };
  s.samples = samples;
  return s;
}

// What flows back; the states of the steps are computed anew.
OpSpec lstm_grad() {
  OpSpec s;
  s.name = "LSTMGrad";
  s.domain = internal_domain;
  s.attributes = lstm_attributes();
  for (const char* name : {"X", "W", "R"}) s.inputs.push_back({.name = name});
  for (const char* name :
       {"B", "sequence_lens", "initial_h", "initial_c", "P", "dY", "dY_h", "dY_c"})
    s.inputs.push_back({.name = name, .optional = true});
  for (const char* name : {"dX", "dW", "dR", "dB", "dH", "dC", "dP"})
    s.outputs.push_back({.name = name});
  s.visible_outputs = 7;
  s.infer = [](InferContext& c) {
    constexpr std::size_t from[] = {x, w, r, b, h0, c0, p};
    for (std::size_t i = 0; i < 7; ++i) {
      const auto shape = c.has(from[i]) ? known_shape(c, from[i]) : SymShape{Dim(0)};
      if (shape && known_dtype(c, x) != DType::undefined)
        c.output(i, Type::tensor(known_dtype(c, x), *shape));
    }
  };
  s.cost = [](CostContext& c) {
    const SymShape& shape = c.input(x);
    const Dim hidden = c.integer("hidden_size");
    c.cost.macs = shape[0] * shape[1] * Dim(lstm_directions(c)) * 12 * hidden * (shape[2] + hidden);
  };
  s.reference = lstm_grad_reference;
  s.samples = [] {
    const auto f = [](Shape shape) { return SampleInput{.shape = std::move(shape)}; };
    return std::vector<Sample>{
        {.name = "forward",
         .attributes = {{"hidden_size", 3}},
         .inputs = {f({4, 2, 3}), f({1, 12, 3}), f({1, 12, 3}), f({1, 24}), open_port(),
                    open_port(), open_port(), open_port(), f({4, 1, 2, 3})},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{lstm, lstm_grad}};

}  // namespace
}  // namespace espalier
