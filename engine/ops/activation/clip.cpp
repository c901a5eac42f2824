// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

constexpr double lowest = std::numeric_limits<float>::lowest();
constexpr double greatest = std::numeric_limits<float>::max();

void infer(InferContext& c) {
  for (const std::size_t port : {1, 2}) {
    require_same_dtype(c, port, 0);
    const auto s = known_shape(c, port);
    if (s && !s->empty() && product(*s) != Dim(1))
      c.fail(message(ESP_TEXT("engine", "expected a scalar for {}, got {}"),
                     c.node().op->input(port).name, shape_text(*s)),
             static_cast<int>(port));
  }
  output_like(c);
}

// A limit from the port or the attribute; nothing where it is left open, as it is when the attribute
// is a float's own limit.
template <class T>
std::optional<T> limit(const ReferenceContext& c, const char* name, std::size_t port) {
  if (c.has(port)) return c.input(port).values<T>()[0];
  const double v = c.real(name);
  if (v == lowest || v == greatest) return std::nullopt;
  return static_cast<T>(v);
}

void reference(ReferenceContext& c) {
  with_number(c, c.input(0).type(), [&]<class T>(T) {
    const auto low = limit<T>(c, "min", 1), high = limit<T>(c, "max", 2);
    const auto x = c.input(0).values<T>();
    const auto y = c.output<T>(0, c.input(0).shape());
    for (std::size_t i = 0; i < x.size(); ++i) {
      y[i] = x[i];
      if (low && y[i] < *low) y[i] = *low;
      if (high && y[i] > *high) y[i] = *high;
    }
  });
}

// The slope is 1 within the limits, themselves included.
void gradient(GradientContext& c) {
  GraphBuilder& build = c.build();
  const DType dtype = c.type(c.input(0)).dtype;
  ValueRef dy = c.output_gradient(0);
  const auto keep = [&](const char* comparison, const char* name, std::size_t port) {
    const ValueRef bound =
        c.has(port) ? c.input(port) : build.constant(filled(dtype, {}, c.real(name)));
    const ValueRef inside = build.add(op(comparison), {c.input(0), bound});
    dy = build.add(op("Mul"), {dy, build.add(op("Cast"), {inside},
                                             {{"to", static_cast<std::int64_t>(dtype)}})});
  };
  keep("GreaterOrEqual", "min", 1);
  keep("LessOrEqual", "max", 2);
  c.gradient(0, dy);
}

// From opset 11 on the limits are inputs, of the type of the data.
void write(OnnxExportContext& c) {
  if (c.opset < 11) {
    for (const std::size_t port : {1, 2})
      if (is_wired(c.source, port))
        throw Error(ESP_TEXT("engine", "{}: {} takes its limits from wires from opset {} on only"),
                    c.source.name, "Clip", 11);
    c.node.inputs.resize(1);
    for (const char* name : {"min", "max"})
      c.node.attributes.insert_or_assign(name, attribute<double>(c.source, name));
    return;
  }
  c.node.inputs.resize(3);
  for (const auto& [name, port] : {std::pair("min", 1), std::pair("max", 2)}) {
    const auto at = static_cast<std::size_t>(port);
    if (is_wired(c.source, at)) continue;
    const double v = attribute<double>(c.source, name);
    c.node.inputs[at] = v == lowest || v == greatest
                            ? std::string()
                            : c.constant(filled(c.inputs[0].dtype, {}, v), name);
  }
  while (!c.node.inputs.empty() && c.node.inputs.back().empty()) c.node.inputs.pop_back();
}

OpSpec clip() {
  OpSpec s;
  s.name = "Clip";
  s.category = Category::activation;
  s.summary = ESP_TEXT("ops", "Cuts values to a range.");
  s.help = ESP_TEXT("ops",
                    "y = min(max(x, min), max) for every element; 0 and 6 make it ReLU6. Source: "
                    "ONNX operator specification, Clip.");
  s.attributes = {{.name = "min",
                   .type = AttrType::real,
                   .fallback = lowest,
                   .help = ESP_TEXT("ops", "The least value."),
                   .as_input = 1,
                   .as_input_type = DType::float32},
                  {.name = "max",
                   .type = AttrType::real,
                   .fallback = greatest,
                   .help = ESP_TEXT("ops", "The greatest value."),
                   .as_input = 2,
                   .as_input_type = DType::float32}};
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The values."), .types = number_types},
              {.name = "min",
               .help = ESP_TEXT("ops", "The least value as a scalar; overrides the attribute."),
               .optional = true},
              {.name = "max",
               .help = ESP_TEXT("ops", "The greatest value as a scalar; overrides the attribute."),
               .optional = true}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The values in the range.")}};
  s.elementwise = true;
  s.in_place = {{0, 0}};
  s.infer = infer;
  s.cost = [](CostContext& c) { c.cost.operations = product(c.output(0)); };
  s.gradient = gradient;
  s.reference = reference;
  s.onnx = {.versions = {1, 6, 11, 12, 13},
            .import = [](OnnxImportContext& c) { c.node.attributes.erase("consumed_inputs"); },
            .write = write};
  s.card = [](const Node& node) {
    return fmt::format("{:g}…{:g}", attribute<double>(node, "min"), attribute<double>(node, "max"));
  };
  s.samples = [] {
    const SampleInput x{.shape = {3, 37}, .low = -8, .high = 8};
    return std::vector<Sample>{
        {.name = "ReLU6", .attributes = {{"min", 0.0}, {"max", 6.0}}, .inputs = {x}},
        {.name = "only above", .attributes = {{"max", 1.5}}, .inputs = {x}},
        {.name = "wired",
         .inputs = {x, given(Tensor::scalar(-2.0F)), given(Tensor::scalar(3.0F))},
         .gradient = false},
        {.name = "open", .inputs = {x}},
        {.name = "integers",
         .attributes = {{"min", -1.0}},
         .inputs = {given(Tensor::of<std::int64_t>({4}, {-3, 4, std::int64_t{1} << 60, 0}))},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{clip}};

}  // namespace
}  // namespace espalier
