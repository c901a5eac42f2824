// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/onnx_form.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

constexpr std::size_t most_known_elements = 64;

void infer(InferContext& c) {
  const auto value = attribute<Tensor>(c.node(), "value");
  if (value.count() != 1)
    c.fail(message(ESP_TEXT("engine", "value: expected one element, got {}"), value.count()), -1,
           "value");
  const auto sizes = known_elements(c, "shape", 0);
  if (!sizes) {
    const auto rank = known_length(c, 0);
    if (!rank) return c.output(0, Type::of_unknown_rank(value.type()));
    SymShape y;
    for (std::size_t i = 0; i < *rank; ++i) y.push_back(c.fresh_symbol(0, i));
    return c.output(0, Type::tensor(value.type(), std::move(y)));
  }
  for (const Dim& d : *sizes)
    if (const auto n = d.constant(); n && *n < 0)
      c.fail(message(ESP_TEXT("engine", "shape: expected sizes of 0 or more, got {}"),
                     shape_text(*sizes)),
             is_wired(c.node(), 0) ? 0 : -1, "shape");
  Type y = Type::tensor(value.type(), SymShape(*sizes));
  const auto n = product(*y.shape).constant();
  if (value.type() == DType::int64 && n && *n <= static_cast<std::int64_t>(most_known_elements))
    y.elements =
        std::vector<Dim>(static_cast<std::size_t>(*n), Dim(value.values<std::int64_t>()[0]));
  c.output(0, std::move(y));
}

OpSpec constant_of_shape() {
  OpSpec s;
  s.name = "ConstantOfShape";
  s.category = Category::data;
  s.summary = ESP_TEXT("ops", "One number in every element of a shape.");
  s.help = ESP_TEXT("ops",
                    "The output has the sizes given and `value` everywhere. Source: ONNX operator "
                    "specification, ConstantOfShape.");
  s.attributes = {{.name = "value",
                   .type = AttrType::tensor,
                   .fallback = Tensor::of<float>({1}, {0.0F}),
                   .help = ESP_TEXT("ops", "A tensor of one element: the number and its type.")},
                  {.name = "shape",
                   .type = AttrType::integers,
                   .fallback = Ints{1},
                   .help = ESP_TEXT("ops", "The sizes."),
                   .minimum = 0,
                   .as_input = 0,
                   .as_input_type = DType::int64}};
  s.inputs = {{.name = "input",
               .help = ESP_TEXT("ops", "The sizes as a tensor; override the attribute."),
               .optional = true,
               .types = {DType::int64}}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The filled tensor.")}};
  s.infer = infer;
  s.reference = [](ReferenceContext& c) {
    const auto value = attribute<Tensor>(c.node(), "value");
    c.outputs[0] = moved(c, value, given_numbers(c, "shape", 0),
                         [](const std::vector<std::int64_t>&) { return std::int64_t{0}; });
  };
  s.onnx.versions = {9, 20, 21, 23, 24, 25};
  s.card = [](const Node& node) {
    return is_wired(node, 0) ? std::string() : to_string(AttrValue(attribute<Ints>(node, "shape")));
  };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "zeros", .attributes = {{"shape", Ints{2, 3}}}, .gradient = false},
        {.name = "whole numbers",
         .attributes = {{"value", Tensor::of<std::int64_t>({1}, {7})}},
         .inputs = {given(Tensor::of<std::int64_t>({2}, {4, 0}))},
         .gradient = false},
        {.name = "scalar", .attributes = {{"shape", Ints{}}}, .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{constant_of_shape}};

}  // namespace
}  // namespace espalier
