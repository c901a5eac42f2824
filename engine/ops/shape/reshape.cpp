// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/graph/onnx_form.h"
#include "engine/ops/shape/view.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

[[noreturn]] void refuse(InferContext& c, const std::string& wanted, const SymShape& x) {
  c.fail(message(ESP_TEXT("engine", "expected a shape with the elements of {}, got {}"),
                 shape_text(x), wanted),
         is_wired(c.node(), 1) ? 1 : -1, "shape");
}

std::string wanted_text(const std::vector<Dim>& wanted) { return shape_text(SymShape(wanted)); }

// The size that −1 stands for. Equal factors of both sides go first, so that a symbolic batch
// leaves no division.
Dim missing(InferContext& c, const std::vector<Dim>& wanted, const SymShape& x, const SymShape& y) {
  SymShape left = x;
  Dim divisor = 1;
  for (const Dim& d : y) {
    const auto same = std::find(left.begin(), left.end(), d);
    if (same != left.end() && !(d == Dim(0)))
      left.erase(same);
    else
      divisor = divisor * d;
  }
  const Dim all = product(left);
  if (const auto by = divisor.constant()) {
    if (*by == 0) refuse(c, wanted_text(wanted), x);
    if (const auto n = all.constant(); n && *n % *by != 0) refuse(c, wanted_text(wanted), x);
  }
  const Dim size = floor_div(all, divisor);
  c.require_equal(size * divisor, all,
                  message(ESP_TEXT("engine", "expected a shape with the elements of {}, got {}"),
                          shape_text(x), wanted_text(wanted)));
  return size;
}

// What the shape's numbers come to for an input: 0 keeps a dimension, −1 takes what is left.
SymShape resolved(InferContext& c, const std::vector<Dim>& wanted, const SymShape& x) {
  const bool zeros_count = c.flag("allowzero");
  SymShape y;
  SymShape known;
  std::size_t open = wanted.size();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    Dim d = wanted[i];
    const auto number = d.constant();
    if (number == 0 && !zeros_count) {
      if (i >= x.size())
        c.fail(message(ESP_TEXT("engine",
                                "shape: entry {} is 0, which keeps the input's dimension, "
                                "but the input {} has only {}"),
                       i, shape_text(x), x.size()),
               -1, "shape");
      d = x[i];
    }
    if (number && *number < -1) refuse(c, wanted_text(wanted), x);
    if (number == -1) {
      if (open != wanted.size())
        c.fail(message(ESP_TEXT("engine", "shape: expected at most one −1, got {}"),
                       wanted_text(wanted)),
               -1, "shape");
      open = i;
    } else {
      known.push_back(d);
    }
    y.push_back(std::move(d));
  }
  if (open != wanted.size()) {
    y[open] = missing(c, wanted, x, known);
  } else {
    c.require_equal(product(y), product(x),
                    message(ESP_TEXT("engine", "expected a shape with the elements of {}, got {}"),
                            shape_text(x), wanted_text(wanted)));
  }
  return y;
}

// The numbers of the shape, from the port where it is wired; nothing while they are not known.
std::optional<std::vector<Dim>> wanted_shape(const InferContext& c) {
  if (is_wired(c.node(), 1)) return c.input(1).elements;
  const Ints numbers = c.integers("shape");
  return std::vector<Dim>(numbers.begin(), numbers.end());
}

void infer(InferContext& c) {
  const auto x = known_shape(c, 0);
  const auto wanted = wanted_shape(c);
  const DType dtype = known_dtype(c, 0);
  if (wanted && x) {
    Type y = Type::tensor(dtype, resolved(c, *wanted, *x));
    y.elements = c.input(0).elements;
    c.output(0, std::move(y));
    return;
  }
  if (dtype == DType::undefined) return;
  const auto numbers = is_wired(c.node(), 1) ? known_shape(c, 1) : std::nullopt;
  if (wanted || !numbers || numbers->size() != 1 || !(*numbers)[0].constant() ||
      *(*numbers)[0].constant() > 64 || *(*numbers)[0].constant() < 0) {
    c.output(0, Type::of_unknown_rank(dtype));
    return;
  }
  SymShape y;
  for (std::int64_t i = 0; i < *(*numbers)[0].constant(); ++i)
    y.push_back(c.fresh_symbol(0, static_cast<std::size_t>(i)));
  c.output(0, Type::tensor(dtype, std::move(y)));
}

void reference(ReferenceContext& c) {
  Shape y = c.integers("shape");
  if (c.has(1)) {
    const auto values = c.input(1).values<std::int64_t>();
    y.assign(values.begin(), values.end());
  }
  const Shape& x = c.input(0).shape();
  std::int64_t rest = c.input(0).count();
  std::int64_t* open = nullptr;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (y[i] == 0 && !c.flag("allowzero") && i < x.size()) y[i] = x[i];
    if (y[i] == -1)
      open = &y[i];
    else if (y[i] != 0)
      rest /= y[i];
  }
  if (open) *open = rest;
  c.outputs[0] = c.input(0).reshaped(std::move(y));
}

std::string card(const Node& node) {
  return is_wired(node, 1) ? "" : to_string(AttrValue(attribute<Ints>(node, "shape")));
}

std::vector<Sample> samples() {
  const SampleInput x{.shape = {2, 3, 4}};
  return {{.name = "fewer dimensions", .attributes = {{"shape", Ints{6, 4}}}, .inputs = {x}},
          {.name = "keep and infer", .attributes = {{"shape", Ints{0, 2, -1, 1}}}, .inputs = {x}},
          {.name = "wired shape", .inputs = {x, given(Tensor::of<std::int64_t>({2}, {-1, 8}))}},
          {.name = "to a scalar", .attributes = {{"shape", Ints{}}}, .inputs = {{.shape = {1, 1}}}},
          {.name = "zeros count",
           .attributes = {{"shape", Ints{3, 0}}, {"allowzero", true}},
           .inputs = {{.shape = {0, 5}}},
           .gradient = false}};
}

OpSpec reshape() {
  OpSpec s = view_spec("Reshape");
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Gives a tensor another shape.");
  s.help =
      ESP_TEXT("ops",
               "The elements stay in order. In `shape` a 0 keeps the input's dimension at that "
               "place and one −1 takes what is left. Source: ONNX operator specification, "
               "Reshape.");
  s.attributes = {{.name = "shape",
                   .type = AttrType::integers,
                   .fallback = Ints{0, -1},
                   .help = ESP_TEXT("ops", "The new shape; 0 keeps a dimension, −1 is worked out."),
                   .minimum = -1,
                   .as_input = 1,
                   .as_input_type = DType::int64},
                  {.name = "allowzero",
                   .type = AttrType::flag,
                   .fallback = false,
                   .help = ESP_TEXT("ops", "Let 0 in `shape` mean an empty dimension."),
                   .advanced = true}};
  s.inputs[0].name = "data";
  s.inputs.push_back({.name = "shape",
                      .help = ESP_TEXT("ops", "The shape as a tensor; overrides the attribute."),
                      .optional = true,
                      .types = {DType::int64}});
  s.outputs[0].name = "reshaped";
  s.infer = infer;
  s.reference = reference;
  s.onnx = {
      .versions = {1, 5, 13, 14, 19, 21, 23, 24, 25},
      .import = [](OnnxImportContext& c) { c.node.attributes.erase("consumed_inputs"); },
      .write =
          [](OnnxExportContext& c) {
            if (c.opset >= 14) return;
            const Ints shape = attribute<Ints>(c.source, "shape");
            if (attribute<bool>(c.source, "allowzero") &&
                (is_wired(c.source, 1) || std::find(shape.begin(), shape.end(), 0) != shape.end()))
              throw Error(ESP_TEXT("engine", "{}: {} has allowzero from opset {} on only"),
                          c.source.name, "Reshape", 14);
            c.node.attributes.erase("allowzero");
          }};
  s.card = card;
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{{reshape}};

}  // namespace
}  // namespace espalier
