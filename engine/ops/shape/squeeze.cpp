// SPDX-License-Identifier: Apache-2.0
//
// Squeeze and Unsqueeze: dimensions of size 1 that go or come.
#include <algorithm>

#include "engine/graph/onnx_form.h"
#include "engine/ops/shape/view.h"
#include "engine/ops/support/known.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

// By dimension of a tensor of that rank, whether `axes` name it; nothing where one is outside or
// comes twice.
std::optional<std::vector<bool>> named(const Ints& axes, std::size_t rank) {
  std::vector<bool> out(rank, false);
  for (const std::int64_t a : axes) {
    const auto d = axis_from_front(a, rank);
    if (!d || out[*d]) return std::nullopt;
    out[*d] = true;
  }
  return out;
}

[[noreturn]] void refuse_axes(InferContext& c, const Ints& axes, std::size_t rank) {
  const auto n = static_cast<std::int64_t>(rank);
  c.fail(message(ESP_TEXT("engine", "axes: expected different ones of {} to {}, got {}"), -n, n - 1,
                 ints_text(axes)),
         is_wired(c.node(), 1) ? 1 : -1, "axes");
}

void with_elements(InferContext& c, Type y) {
  y.elements = c.input(0).elements;
  c.output(0, std::move(y));
}

void infer_unsqueeze(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  const auto axes = known_numbers(c, "axes", 1);
  if (dtype == DType::undefined) return;
  if (!x || !axes) return c.output(0, Type::of_unknown_rank(dtype));
  const std::size_t rank = x->size() + axes->size();
  const auto fresh = named(*axes, rank);
  if (!fresh) refuse_axes(c, *axes, rank);
  SymShape y;
  std::size_t next = 0;
  for (std::size_t d = 0; d < rank; ++d) y.push_back((*fresh)[d] ? Dim(1) : (*x)[next++]);
  with_elements(c, Type::tensor(dtype, std::move(y)));
}

void infer_squeeze(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  const auto axes = known_numbers(c, "axes", 1);
  if (dtype == DType::undefined) return;
  if (!x || !axes) return c.output(0, Type::of_unknown_rank(dtype));
  SymShape y;
  if (axes->empty() && !is_wired(c.node(), 1)) {
    // All of size 1: which ones they are must be known.
    for (const Dim& d : *x) {
      if (d == Dim(1)) continue;
      y.push_back(d);
    }
    return with_elements(c, Type::tensor(dtype, std::move(y)));
  }
  const auto gone = named(*axes, x->size());
  if (!gone) refuse_axes(c, *axes, x->size());
  for (std::size_t d = 0; d < x->size(); ++d) {
    if (!(*gone)[d]) {
      y.push_back((*x)[d]);
      continue;
    }
    c.require_equal((*x)[d], Dim(1),
                    message(ESP_TEXT("engine", "axes: expected a size of 1 along axis {} of {}"), d,
                            shape_text(*x)),
                    0);
  }
  with_elements(c, Type::tensor(dtype, std::move(y)));
}

void reference_unsqueeze(ReferenceContext& c) {
  const Ints axes = given_numbers(c, "axes", 1);
  const Shape& x = c.input(0).shape();
  const auto fresh = named(axes, x.size() + axes.size()).value();
  Shape y;
  std::size_t next = 0;
  for (const bool is_new : fresh) y.push_back(is_new ? 1 : x[next++]);
  c.outputs[0] = c.input(0).reshaped(std::move(y));
}

void reference_squeeze(ReferenceContext& c) {
  const Ints axes = given_numbers(c, "axes", 1);
  const Shape& x = c.input(0).shape();
  const bool all = axes.empty() && !c.has(1);
  const auto gone = named(axes, x.size()).value();
  Shape y;
  for (std::size_t d = 0; d < x.size(); ++d)
    if (all ? x[d] != 1 : !gone[d]) y.push_back(x[d]);
  c.outputs[0] = c.input(0).reshaped(std::move(y));
}

// Until opset 12 the axes were an attribute.
void write(OnnxExportContext& c) {
  const Ints axes = attribute<Ints>(c.source, "axes");
  if (c.opset >= 13) {
    if (axes.empty() && !is_wired(c.source, 1)) c.node.inputs.resize(1);
    return;
  }
  if (is_wired(c.source, 1))
    throw Error(ESP_TEXT("engine", "{}: {} takes its axes from a wire from opset {} on only"),
                c.source.name, c.source.op->name, 13);
  for (const std::int64_t a : axes)
    if (a < 0 && c.opset < 11)
      throw Error(ESP_TEXT("engine", "{}: {} counts axes from the end from opset {} on only"),
                  c.source.name, c.source.op->name, 11);
  c.node.inputs.resize(1);
  if (!axes.empty()) c.node.attributes.insert_or_assign("axes", axes);
}

OpSpec spec(const char* name, Ints fallback, const char* axes_help) {
  OpSpec s = view_spec(name);
  s.attributes = {{.name = "axes",
                   .type = AttrType::integers,
                   .fallback = std::move(fallback),
                   .help = axes_help,
                   .as_input = 1,
                   .as_input_type = DType::int64}};
  s.inputs[0].name = "data";
  s.inputs.push_back({.name = "axes",
                      .help = ESP_TEXT("ops", "The axes as a tensor; override the attribute."),
                      .optional = true,
                      .types = {DType::int64}});
  s.onnx = {.versions = {1, 11, 13, 21, 23, 24, 25}, .import = nullptr, .write = write};
  s.card = [](const Node& node) {
    const Ints axes = attribute<Ints>(node, "axes");
    return axes.empty() ? std::string() : fmt::format("axes {}", fmt::join(axes, ", "));
  };
  return s;
}

OpSpec unsqueeze() {
  OpSpec s =
      spec("Unsqueeze", Ints{0}, ESP_TEXT("ops", "Where the new dimensions are in the output."));
  s.summary = ESP_TEXT("ops", "Adds dimensions of size 1.");
  s.help = ESP_TEXT("ops",
                    "The elements stay in order; `axes` are places in the output's shape. Source: "
                    "ONNX operator specification, Unsqueeze.");
  s.outputs[0].name = "expanded";
  s.infer = infer_unsqueeze;
  s.reference = reference_unsqueeze;
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "front and back",
         .attributes = {{"axes", Ints{0, -1}}},
         .inputs = {{.shape = {3, 4}}}},
        {.name = "scalar", .inputs = {{.shape = {}}}},
        {.name = "wired",
         .inputs = {{.shape = {3, 4}}, given(Tensor::of<std::int64_t>({2}, {1, 3}))}}};
  };
  return s;
}

OpSpec squeeze() {
  OpSpec s =
      spec("Squeeze", Ints{}, ESP_TEXT("ops", "The dimensions that go; none means all of size 1."));
  s.summary = ESP_TEXT("ops", "Takes dimensions of size 1 away.");
  s.help = ESP_TEXT("ops",
                    "The elements stay in order; each of `axes` has size 1. Source: ONNX operator "
                    "specification, Squeeze.");
  s.outputs[0].name = "squeezed";
  s.infer = infer_squeeze;
  s.reference = reference_squeeze;
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "one", .attributes = {{"axes", Ints{-2}}}, .inputs = {{.shape = {3, 1, 4}}}},
        {.name = "all", .inputs = {{.shape = {1, 3, 1}}}},
        {.name = "wired",
         .inputs = {{.shape = {1, 3, 1}}, given(Tensor::of<std::int64_t>({1}, {0}))}}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{squeeze, unsqueeze}};

}  // namespace
}  // namespace espalier
