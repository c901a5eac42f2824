// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shape/transpose.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/index.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

std::vector<std::int64_t> permutation(const RuleContext& c, std::size_t rank) {
  Ints perm = c.integers("perm");
  if (!perm.empty()) return perm;
  perm.resize(rank);
  std::iota(perm.rbegin(), perm.rend(), 0);
  return perm;
}

namespace {

void infer(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) {
    if (known_dtype(c, 0) != DType::undefined)
      c.output(0, Type::of_unknown_rank(known_dtype(c, 0)));
    return;
  }
  const Ints perm = permutation(c, x->size());
  Ints sorted = perm;
  std::sort(sorted.begin(), sorted.end());
  Ints all(x->size());
  std::iota(all.begin(), all.end(), 0);
  if (sorted != all) {
    Ints reversed(all.rbegin(), all.rend());
    c.fail(
        message(ESP_TEXT("engine", "perm: expected each of 0 to {} once for the input {}, got {}"),
                static_cast<std::int64_t>(x->size()) - 1, shape_text(*x), ints_text(perm)),
        -1, "perm",
        Fix{message(ESP_TEXT("engine", "Set {} to {}"), "perm", ints_text(reversed)), "perm",
            reversed});
  }
  SymShape y;
  for (const std::int64_t axis : perm) y.push_back((*x)[static_cast<std::size_t>(axis)]);
  c.output(0, Type::tensor(known_dtype(c, 0), std::move(y)));
}

void gradient(GradientContext& c) {
  const Ints perm = permutation(c, c.type(c.input(0)).shape.value().size());
  Ints inverse(perm.size());
  for (std::size_t i = 0; i < perm.size(); ++i)
    inverse[static_cast<std::size_t>(perm[i])] = static_cast<std::int64_t>(i);
  c.gradient(0, c.build().add(op("Transpose"), {c.output_gradient(0)}, {{"perm", inverse}}));
}

void reference(ReferenceContext& c) {
  const Tensor& x = c.input(0);
  const Ints perm = permutation(c, x.shape().size());
  Shape shape;
  for (const std::int64_t axis : perm) shape.push_back(x.shape()[static_cast<std::size_t>(axis)]);
  const int width = bits(x.type());
  if (width == 0 || width % 8 != 0)
    c.fail(message(ESP_TEXT("engine", "{}: there is no reference for {} elements"), "Transpose",
                   name(x.type())));
  const auto size = static_cast<std::size_t>(width / 8);
  Tensor y(x.type(), shape);
  std::byte* to = y.mutable_data();
  Ints from(perm.size());
  for_each_index(shape, [&](const std::vector<std::int64_t>& index) {
    for (std::size_t d = 0; d < perm.size(); ++d)
      from[static_cast<std::size_t>(perm[d])] = index[d];
    std::memcpy(to, x.data() + static_cast<std::size_t>(position_of(from, x.shape())) * size, size);
    to += size;
  });
  c.outputs[0] = std::move(y);
}

std::vector<Sample> samples() {
  return {{.name = "reverse", .inputs = {{.shape = {2, 3, 4}}}},
          {.name = "matrix", .inputs = {{.shape = {33, 17}}}},
          {.name = "channels last",
           .attributes = {{"perm", Ints{0, 2, 3, 1}}},
           .inputs = {{.shape = {2, 3, 4, 5}}}},
          {.name = "sizes of 1",
           .attributes = {{"perm", Ints{2, 0, 3, 1}}},
           .inputs = {{.shape = {1, 4, 1, 3}}}},
          {.name = "scalar", .inputs = {{.shape = {}}}},
          {.name = "empty", .inputs = {{.shape = {0, 3}}}, .gradient = false},
          {.name = "integers",
           .inputs = {given(Tensor::of<std::int64_t>({2, 2}, {1, 2, 3, 4}))},
           .gradient = false}};
}

OpSpec transpose() {
  OpSpec s;
  s.name = "Transpose";
  s.category = Category::shape;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Changes the order of the dimensions.");
  s.help =
      ESP_TEXT("ops",
               "Dimension i of the output is dimension perm[i] of the input; without `perm` the "
               "order is reversed. Source: ONNX operator specification, Transpose.");
  s.attributes = {{.name = "perm",
                   .type = AttrType::integers,
                   .fallback = Ints{},
                   .help = ESP_TEXT("ops", "The input's dimensions in their new order."),
                   .minimum = 0}};
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The tensor, of any type.")}};
  s.outputs = {{.name = "transposed", .help = ESP_TEXT("ops", "The tensor in the new order.")}};
  s.infer = infer;
  s.gradient = gradient;
  s.reference = reference;
  s.onnx = {
      .versions = {1, 13, 21, 23, 24, 25}, .import = nullptr, .write = [](OnnxExportContext& c) {
        if (attribute<Ints>(c.source, "perm").empty()) c.node.attributes.erase("perm");
      }};
  s.card = [](const Node& node) {
    return fmt::format("{}", fmt::join(attribute<Ints>(node, "perm"), " "));
  };
  s.samples = samples;
  return s;
}

const RegisterOps ops_of_this_file{{transpose}};

}  // namespace
}  // namespace espalier
