// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "engine/graph/onnx_form.h"
#include "engine/ops/shape/split.h"
#include "engine/ops/support/moves.h"
#include "engine/ops/support/samples.h"

namespace espalier {

Ints equal_parts(std::int64_t size, std::size_t count) {
  const auto n = static_cast<std::int64_t>(count);
  const std::int64_t part = n == 0 ? 0 : (size + n - 1) / n;
  Ints sizes(count, part);
  std::int64_t left = size;
  for (std::int64_t& s : sizes) {
    s = std::min(part, left);
    left -= s;
  }
  return sizes;
}

namespace {

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  const std::size_t parts = c.outputs.size();
  if (dtype == DType::undefined) return;
  if (!x) {
    for (std::size_t i = 0; i < parts; ++i) c.output(i, Type::of_unknown_rank(dtype));
    return;
  }
  const std::size_t axis = axis_attribute(c, "axis", x->size());
  const bool equal_ones = !is_wired(c.node(), 1) && c.integers("split").empty();
  const auto sizes = known_elements(c, "split", 1);
  if (!equal_ones && sizes) {
    if (sizes->size() != parts)
      c.fail(message(ESP_TEXT("engine", "split: expected {} sizes, one an output, got {}"), parts,
                     shape_text(*sizes)),
             is_wired(c.node(), 1) ? 1 : -1, "split");
    Dim sum = 0;
    for (const Dim& d : *sizes) sum = sum + d;
    c.require_equal(sum, (*x)[axis],
                    message(ESP_TEXT("engine", "split: expected sizes that sum to {}, got {}"),
                            (*x)[axis].text(), shape_text(*sizes)),
                    0);
  }
  const auto n = (*x)[axis].constant();
  for (std::size_t i = 0; i < parts; ++i) {
    SymShape y = *x;
    if (!equal_ones)
      y[axis] = sizes ? (*sizes)[i] : c.fresh_symbol(i, axis);
    else if (n)
      y[axis] = equal_parts(*n, parts)[i];
    else if (parts == 1)
      y[axis] = (*x)[axis];
    else
      y[axis] = floor_div((*x)[axis], Dim(static_cast<std::int64_t>(parts)));
    c.output(i, Type::tensor(dtype, std::move(y)));
  }
  if (equal_ones && !n && parts > 1)
    c.require_equal(floor_div((*x)[axis], Dim(static_cast<std::int64_t>(parts))) *
                        Dim(static_cast<std::int64_t>(parts)),
                    (*x)[axis],
                    message(ESP_TEXT("engine", "expected a multiple of {} along axis {}, got {}"),
                            parts, axis, (*x)[axis].text()),
                    0);
}

// The outputs' gradients joined; 0 where nothing flows back.
void gradient(GradientContext& c) {
  const std::size_t rank = c.type(c.input(0)).shape.value().size();
  const auto axis = static_cast<std::int64_t>(axis_from_front(c.integer("axis"), rank).value());
  std::vector<ValueRef> parts;
  for (std::uint32_t i = 0; i < c.node().outputs; ++i) {
    if (c.output_gradient(i)) {
      parts.push_back(c.output_gradient(i));
      continue;
    }
    const Type& type = c.type(c.output(i));
    const auto shape = evaluate(type.shape.value(), {});
    if (!shape)
      throw Error(ESP_TEXT("engine", "{}: the sizes of all outputs must be known to train"),
                  c.node().name);
    parts.push_back(c.build().constant(filled(type.dtype, *shape, 0)));
  }
  c.gradient(0, c.build().add(op("Concat"), std::move(parts), {{"axis", axis}}));
}

void reference(ReferenceContext& c) {
  const Shape& x = c.input(0).shape();
  const std::size_t axis = axis_from_front(c.integer("axis"), x.size()).value();
  Ints sizes = given_numbers(c, "split", 1);
  if (sizes.empty() && !c.has(1)) sizes = equal_parts(x[axis], c.outputs.size());
  if (sizes.size() != c.outputs.size() ||
      std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}) != x[axis])
    c.fail(message(ESP_TEXT("engine", "split: expected sizes that sum to {}, got {}"), x[axis],
                   ints_text(sizes)));
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    Shape y = x;
    y[axis] = sizes[i];
    c.outputs[i] = moved(c, c.input(0), y, [&](std::vector<std::int64_t> index) {
      index[axis] += begin;
      return position_of(index, x);
    });
    begin += sizes[i];
  }
}

void import(OnnxImportContext& c) { c.node.attributes.erase("num_outputs"); }

// Before opset 18 parts without sizes had to be equal.
Ints sizes_to_write(const OnnxExportContext& c) {
  Ints sizes = attribute<Ints>(c.source, "split");
  if (!sizes.empty() || c.opset >= 18 || !c.inputs[0].has_shape()) return sizes;
  const SymShape& x = *c.inputs[0].shape;
  const auto axis = axis_from_front(attribute<std::int64_t>(c.source, "axis"), x.size());
  const auto n = axis ? x[*axis].constant() : std::nullopt;
  const auto parts = static_cast<std::int64_t>(c.node.outputs.size());
  if (n && *n % parts != 0) sizes = equal_parts(*n, c.node.outputs.size());
  return sizes;
}

void write(OnnxExportContext& c) {
  const Ints sizes = sizes_to_write(c);
  const bool wired = is_wired(c.source, 1);
  if (c.opset < 13) {
    if (wired)
      throw Error(ESP_TEXT("engine", "{}: {} takes its sizes from a wire from opset {} on only"),
                  c.source.name, "Split", 13);
    c.node.inputs.resize(1);
    if (!sizes.empty()) c.node.attributes.insert_or_assign("split", sizes);
    return;
  }
  if (wired || !attribute<Ints>(c.source, "split").empty()) return;
  c.node.inputs.resize(1);
  if (!sizes.empty())
    c.node.inputs.push_back(c.constant(
        Tensor::of<std::int64_t>({static_cast<std::int64_t>(sizes.size())}, sizes), "split"));
  if (c.opset >= 18)
    c.node.attributes.insert_or_assign("num_outputs",
                                       static_cast<std::int64_t>(c.node.outputs.size()));
}

OpSpec split() {
  OpSpec s;
  s.name = "Split";
  s.category = Category::shape;
  s.summary = ESP_TEXT("ops", "Cuts a tensor into parts along one dimension.");
  s.help = ESP_TEXT("ops",
                    "Each output has one of the sizes in `split` along `axis`, in order; without "
                    "sizes they are equal, but for a smaller last one. Source: ONNX operator "
                    "specification, Split.");
  s.attributes = {{.name = "axis",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{0},
                   .help = ESP_TEXT("ops", "The dimension that is cut.")},
                  {.name = "split",
                   .type = AttrType::integers,
                   .fallback = Ints{},
                   .help = ESP_TEXT("ops", "The sizes of the parts; none means equal ones."),
                   .minimum = 0,
                   .as_input = 1,
                   .as_input_type = DType::int64}};
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The tensor, of any type.")},
              {.name = "split",
               .help = ESP_TEXT("ops", "The sizes as a tensor; override the attribute."),
               .optional = true,
               .types = {DType::int64}}};
  s.outputs = {{.name = "outputs", .help = ESP_TEXT("ops", "The parts."), .variadic = true}};
  s.visible_outputs = 2;
  s.infer = infer;
  s.gradient = gradient;
  s.reference = reference;
  s.onnx = {.versions = {1, 2, 11, 13, 18}, .import = import, .write = write};
  s.card = [](const Node& node) {
    return fmt::format("axis {}", attribute<std::int64_t>(node, "axis"));
  };
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "halves", .inputs = {{.shape = {4, 3}}}},
        {.name = "sizes",
         .attributes = {{"axis", 1}, {"split", Ints{1, 4}}},
         .inputs = {{.shape = {2, 5, 3}}}},
        {.name = "a smaller last one", .attributes = {{"axis", -1}}, .inputs = {{.shape = {2, 7}}}},
        {.name = "wired",
         .inputs = {{.shape = {4, 3}}, given(Tensor::of<std::int64_t>({2}, {3, 1}))}},
        {.name = "an empty part",
         .attributes = {{"split", Ints{0, 3}}},
         .inputs = {{.shape = {3}}},
         .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{split}};

}  // namespace
}  // namespace espalier
