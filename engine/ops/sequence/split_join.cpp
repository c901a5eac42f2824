// SPDX-License-Identifier: Apache-2.0
//
// Between one tensor and a sequence of its pieces.
#include <algorithm>

#include "engine/graph/host_rules.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/slices.h"

namespace espalier {
namespace {

std::size_t axis_of(const HostContext& c, std::size_t rank) {
  const auto axis = axis_from_front(c.integer("axis"), rank);
  if (!axis)
    c.fail(message(ESP_TEXT("engine", "axis: expected one from {} to {}, got {}"),
                   -static_cast<std::int64_t>(rank), static_cast<std::int64_t>(rank) - 1,
                   c.integer("axis")));
  return *axis;
}

// The lengths of the pieces: each as listed, or all of one length but for a smaller last.
Ints pieces(const HostContext& c, std::int64_t length) {
  if (!c.has(1)) return Ints(static_cast<std::size_t>(length), 1);
  const Tensor& split = c.tensor(1);
  Ints values;
  if (split.type() == DType::int64)
    values.assign(split.values<std::int64_t>().begin(), split.values<std::int64_t>().end());
  if (split.type() == DType::int32)
    values.assign(split.values<std::int32_t>().begin(), split.values<std::int32_t>().end());
  const bool negative = std::any_of(values.begin(), values.end(), [](auto v) { return v < 0; });
  if (values.empty() || negative || (split.shape().empty() && values[0] == 0))
    c.fail(message(ESP_TEXT("engine", "split: expected lengths of int32 or int64, got {} {}"),
                   name(split.type()), to_string(split.shape())));
  if (!split.shape().empty()) return values;
  Ints all(static_cast<std::size_t>(length / values[0]), values[0]);
  if (length % values[0] != 0) all.push_back(length % values[0]);
  return all;
}

void split(HostContext& c) {
  const Tensor& whole = c.tensor(0);
  const std::size_t axis = axis_of(c, whole.shape().size());
  const std::int64_t length = whole.shape()[axis];
  HostValue::Sequence items;
  std::int64_t begin = 0;
  for (const std::int64_t n : pieces(c, length)) {
    if (n > length - begin)
      c.fail(
          message(ESP_TEXT("engine", "split: the pieces are longer than the axis of {}"), length));
    Tensor piece = slice_of(whole, axis, begin, n);
    if (!c.has(1) && c.integer("keepdims") == 0) piece = without_axis(piece, axis);
    items.emplace_back(std::move(piece));
    begin += n;
  }
  if (begin != length)
    c.fail(
        message(ESP_TEXT("engine", "split: the pieces come to {}, the axis to {}"), begin, length));
  c.output(0, std::move(items));
}

// The length that all pieces have; nothing where they differ or it is not known.
std::optional<std::int64_t> length_of_all(const Type& split, const Dim& whole) {
  if (!split.elements || split.elements->empty() || !split.has_shape()) return std::nullopt;
  const auto first = (*split.elements)[0].constant(), length = whole.constant();
  if (!first || *first <= 0) return std::nullopt;
  for (const Dim& d : *split.elements)
    if (d != (*split.elements)[0]) return std::nullopt;
  const bool one = split.shape->empty();
  if (one && (!length || *length % *first != 0)) return std::nullopt;
  return first;
}

void infer_split(InferContext& c) {
  Type element = Type::of_unknown_rank(known_dtype(c, 0));
  if (auto shape = known_shape(c, 0)) {
    const std::size_t axis = axis_attribute(c, "axis", shape->size());
    if (!c.has(1)) {
      if (c.integer("keepdims") == 0)
        shape->erase(shape->begin() + static_cast<std::ptrdiff_t>(axis));
      else
        (*shape)[axis] = 1;
      element = Type::tensor(known_dtype(c, 0), *shape);
    } else if (const auto piece = length_of_all(c.input(1), (*shape)[axis])) {
      (*shape)[axis] = *piece;
      element = Type::tensor(known_dtype(c, 0), *shape);
    }
  }
  Type t;
  t.kind = Type::Kind::sequence;
  t.element = std::make_shared<const Type>(std::move(element));
  c.output(0, std::move(t));
}

void join(HostContext& c) {
  std::vector<Tensor> parts;
  for (const HostValue& v : c.input(0).sequence()) parts.push_back(v.tensor());
  if (parts.empty())
    c.fail(message(ESP_TEXT("engine", "the sequence is empty; there is nothing to join")));
  const bool fresh = c.integer("new_axis") != 0;
  const std::size_t axis = axis_of(c, parts[0].shape().size() + (fresh ? 1 : 0));
  if (fresh)
    for (Tensor& part : parts) part = with_axis(part, axis);
  c.output(0, joined_tensors(parts, axis));
}

void infer_join(InferContext& c) {
  const Type& in = c.input(0);
  if (in.kind != Type::Kind::sequence || !in.element) return;
  const Type& element = *in.element;
  if (!element.has_shape()) {
    c.output(0, Type::of_unknown_rank(element.dtype));
    return;
  }
  SymShape shape = *element.shape;
  const bool fresh = c.integer("new_axis") != 0;
  const std::size_t axis = axis_attribute(c, "axis", shape.size() + (fresh ? 1 : 0));
  if (fresh) shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), Dim(1));
  shape[axis] = c.fresh_symbol(0, axis);
  c.output(0, Type::tensor(element.dtype, std::move(shape)));
}

OpSpec split_to_sequence() {
  OpSpec s;
  s.name = "SplitToSequence";
  s.category = Category::merge;
  s.summary = ESP_TEXT("ops", "Cuts a tensor into a sequence of pieces.");
  s.help = ESP_TEXT("ops",
                    "Along `axis`: into pieces of the lengths given, or of one length; without "
                    "`split` into single slices. Source: ONNX operator specification, "
                    "SplitToSequence.");
  s.attributes = {{.name = "axis",
                   .fallback = std::int64_t{0},
                   .help = ESP_TEXT("ops", "The axis that is cut.")},
                  {.name = "keepdims",
                   .fallback = std::int64_t{1},
                   .help = ESP_TEXT("ops", "0: single slices lose the axis."),
                   .minimum = 0,
                   .maximum = 1}};
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The tensor.")},
              {.name = "split",
               .help = ESP_TEXT("ops", "One length for all, or a list of lengths."),
               .optional = true,
               .types = {DType::int32, DType::int64}}};
  s.outputs = {{.name = "output_sequence", .help = ESP_TEXT("ops", "The pieces.")}};
  s.infer = infer_split;
  s.host = split;
  s.onnx = {.versions = {11, 24}};
  return s;
}

OpSpec concat_from_sequence() {
  OpSpec s;
  s.name = "ConcatFromSequence";
  s.category = Category::merge;
  s.summary = ESP_TEXT("ops", "Joins the tensors of a sequence.");
  s.help = ESP_TEXT("ops",
                    "Along `axis`, or along a new one. Source: ONNX operator specification, "
                    "ConcatFromSequence.");
  s.attributes = {
      {.name = "axis", .help = ESP_TEXT("ops", "The axis along which they are joined.")},
      {.name = "new_axis",
       .fallback = std::int64_t{0},
       .help = ESP_TEXT("ops", "1: the axis is a new one."),
       .minimum = 0,
       .maximum = 1}};
  s.inputs = {{.name = "input_sequence", .help = ESP_TEXT("ops", "A sequence of tensors.")}};
  s.outputs = {{.name = "concat_result", .help = ESP_TEXT("ops", "The joined tensor.")}};
  s.infer = infer_join;
  s.host = join;
  s.onnx = {.versions = {11}};
  return s;
}

const RegisterOps ops_of_this_file{{split_to_sequence, concat_from_sequence}};

}  // namespace
}  // namespace espalier
