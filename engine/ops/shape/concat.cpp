// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/index.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

void check_fits(InferContext& c, std::size_t port, const SymShape& first, const SymShape& x,
                std::size_t axis) {
  const auto misfit = [&] {
    return message(ESP_TEXT("engine", "expected input {} to be {} but for axis {}, got {}"), port,
                   shape_text(first), axis, shape_text(x));
  };
  if (x.size() != first.size()) c.fail(misfit(), static_cast<int>(port));
  for (std::size_t d = 0; d < x.size(); ++d)
    if (d != axis) c.require_equal(first[d], x[d], misfit(), static_cast<int>(port));
}

void infer(InferContext& c) {
  if (c.input_count() == 0) return;
  for (std::size_t port = 1; port < c.input_count(); ++port) require_same_dtype(c, port, 0);
  const auto first = known_shape(c, 0);
  if (!first) return;
  const std::size_t axis = axis_attribute(c, "axis", first->size());
  SymShape y = *first;
  std::optional<std::vector<Dim>> elements = c.input(0).elements;
  for (std::size_t port = 1; port < c.input_count(); ++port) {
    const auto x = known_shape(c, port);
    if (!x) return;
    check_fits(c, port, *first, *x, axis);
    y[axis] = y[axis] + (*x)[axis];
    const auto& more = c.input(port).elements;
    if (elements && more && y.size() == 1)
      elements->insert(elements->end(), more->begin(), more->end());
    else
      elements.reset();
  }
  Type type = Type::tensor(known_dtype(c, 0), std::move(y));
  type.elements = std::move(elements);
  c.output(0, std::move(type));
}

void gradient(GradientContext& c) {
  std::int64_t begin = 0;
  const std::int64_t axis = c.integer("axis");
  for (std::size_t port = 0; port < c.node().inputs.size(); ++port) {
    const SymShape shape = c.type(c.input(port)).shape.value();
    const std::size_t d = axis_from_front(axis, shape.size()).value();
    if (c.wanted(port))
      c.gradient(port, c.build().add(internal_op("ConcatGrad"), {c.output_gradient(0)},
                                     {{"axis", axis}, {"begin", begin}, {"shape", shape}}));
    const auto size = shape[d].constant();
    if (!size)
      throw Error(ESP_TEXT("engine",
                           "{}: the size of input {} along axis {} must be known to train, "
                           "got {}"),
                  c.node().name, port, axis, shape_text(shape));
    begin += *size;
  }
}

// Copies the rows [begin, begin + size of part along axis) of `whole` from or to `part`.
template <class Copy>
void for_rows(const Tensor& whole, const Shape& part, std::size_t axis, std::int64_t begin,
              Copy copy) {
  const auto size = static_cast<std::size_t>(bits(whole.type()) / 8);
  const std::int64_t inner =
      count(Shape(part.begin() + static_cast<std::ptrdiff_t>(axis) + 1, part.end()));
  const std::int64_t outer =
      count(Shape(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(axis)));
  const auto bytes = static_cast<std::size_t>(part[axis] * inner) * size;
  for (std::int64_t o = 0; o < outer; ++o)
    copy(static_cast<std::size_t>((o * whole.shape()[axis] + begin) * inner) * size,
         static_cast<std::size_t>(o) * bytes, bytes);
}

void require_whole_bytes(const ReferenceContext& c, DType type) {
  if (bits(type) == 0 || bits(type) % 8 != 0)
    c.fail(message(ESP_TEXT("engine", "{}: there is no reference for {} elements"), "Concat",
                   name(type)));
}

void reference(ReferenceContext& c) {
  const std::size_t axis = axis_from_front(c.integer("axis"), c.input(0).shape().size()).value();
  Shape shape = c.input(0).shape();
  for (std::size_t i = 1; i < c.input_count(); ++i) shape[axis] += c.input(i).shape()[axis];
  require_whole_bytes(c, c.input(0).type());
  Tensor y(c.input(0).type(), shape);
  std::byte* to = y.mutable_data();
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < c.input_count(); ++i) {
    const Tensor& x = c.input(i);
    for_rows(y, x.shape(), axis, begin, [&](std::size_t at, std::size_t from, std::size_t bytes) {
      if (bytes > 0) std::memcpy(to + at, x.data() + from, bytes);
    });
    begin += x.shape()[axis];
  }
  c.outputs[0] = std::move(y);
}

void import(OnnxImportContext& c) {
  if (c.opset < 4) c.node.attributes.emplace("axis", std::int64_t{1});
}

std::vector<Sample> samples() {
  return {{.name = "channels",
           .attributes = {{"axis", 1}},
           .inputs = {{.shape = {2, 3, 4}}, {.shape = {2, 1, 4}}, {.shape = {2, 2, 4}}}},
          {.name = "batch",
           .attributes = {{"axis", 0}},
           .inputs = {{.shape = {1, 5}}, {.shape = {3, 5}}}},
          {.name = "negative axis",
           .attributes = {{"axis", -1}},
           .inputs = {{.shape = {3, 2}}, {.shape = {3, 7}}}},
          {.name = "one input", .attributes = {{"axis", 0}}, .inputs = {{.shape = {4}}}},
          {.name = "with an empty one",
           .attributes = {{"axis", 1}},
           .inputs = {{.shape = {2, 3}}, {.shape = {2, 0}}},
           .gradient = false},
          {.name = "integers",
           .attributes = {{"axis", 0}},
           .inputs = {given(Tensor::of<std::int64_t>({1}, {5})),
                      given(Tensor::of<std::int64_t>({2}, {6, 7}))},
           .gradient = false}};
}

AttrSpec axis_spec() {
  return {.name = "axis",
          .type = AttrType::integer,
          .fallback = std::int64_t{1},
          .help = ESP_TEXT("ops",
                           "The dimension along which the tensors are joined; 1 is the channels.")};
}

OpSpec concat() {
  OpSpec s;
  s.name = "Concat";
  s.category = Category::merge;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Joins tensors along one dimension.");
  s.help = ESP_TEXT("ops",
                    "The inputs lie behind one another along `axis` and have equal sizes along all "
                    "other dimensions. Source: ONNX operator specification, Concat.");
  s.attributes = {axis_spec()};
  s.inputs = {{.name = "inputs",
               .help = ESP_TEXT("ops", "The tensors to join, in order."),
               .variadic = true}};
  s.outputs = {{.name = "concat_result", .help = ESP_TEXT("ops", "The joined tensor.")}};
  s.infer = infer;
  s.gradient = gradient;
  s.reference = reference;
  // ONNX has no default for the axis.
  s.onnx = {.versions = {1, 4, 11, 13}, .import = import, .write = [](OnnxExportContext& c) {
              c.node.attributes.insert_or_assign("axis", attribute<std::int64_t>(c.source, "axis"));
            }};
  s.card = [](const Node& node) {
    return fmt::format("axis {}", attribute<std::int64_t>(node, "axis"));
  };
  s.samples = samples;
  return s;
}

// What flows back into one input: the part of dY that begins at `begin`.
OpSpec concat_grad() {
  OpSpec s;
  s.name = "ConcatGrad";
  s.domain = internal_domain;
  s.attributes = {axis_spec(),
                  {.name = "begin", .fallback = std::int64_t{0}},
                  {.name = "shape", .type = AttrType::shape}};
  s.inputs = {{.name = "dY"}};
  s.outputs = {{.name = "dX"}};
  s.infer = infer_shape_attribute;
  s.reference = [](ReferenceContext& c) {
    const Shape shape = concrete_shape(c, "shape");
    const std::size_t axis = axis_from_front(c.integer("axis"), shape.size()).value();
    Tensor x(c.input(0).type(), shape);
    std::byte* to = x.mutable_data();
    for_rows(c.input(0), shape, axis, c.integer("begin"),
             [&](std::size_t at, std::size_t from, std::size_t bytes) {
               if (bytes > 0) std::memcpy(to + from, c.input(0).data() + at, bytes);
             });
    c.outputs[0] = std::move(x);
  };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "middle",
         .attributes = {{"axis", 1}, {"begin", 2}, {"shape", to_symbolic(Shape{2, 3, 4})}},
         .inputs = {{.shape = {2, 6, 4}}},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{concat, concat_grad}};

}  // namespace
}  // namespace espalier
