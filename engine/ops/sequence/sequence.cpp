// SPDX-License-Identifier: Apache-2.0
//
// Lists of tensors: made, changed, read. They live on the host, between plans.
#include <algorithm>

#include "engine/graph/host_rules.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

using Sequence = HostValue::Sequence;

Type sequence_of(Type element) {
  Type t;
  t.kind = Type::Kind::sequence;
  t.element = std::make_shared<const Type>(std::move(element));
  return t;
}

// What all of them have in common.
Type either(const Type& a, const Type& b) {
  if (a == b) return a;
  if (!a.is_tensor() || !b.is_tensor() || a.dtype != b.dtype) return {};
  return Type::of_unknown_rank(a.dtype);
}

Type without_elements(Type t) {
  t.elements.reset();
  return t;
}

// The element type of a sequence input; nothing where it is not known.
std::optional<Type> element_of(InferContext& c, std::size_t port) {
  const Type& t = c.input(port);
  if (t.kind == Type::Kind::unknown) return std::nullopt;
  if (t.kind != Type::Kind::sequence)
    c.fail(message(ESP_TEXT("engine", "{}: expected a sequence, got {}"),
                   c.node().op->input(port).name, to_string(t)),
           static_cast<int>(port));
  return t.element ? *t.element : Type{};
}

void infer_like_sequence(InferContext& c) {
  if (const auto element = element_of(c, 0)) c.output(0, sequence_of(*element));
}

// A position in [-size, size), or size itself where something may go behind the last.
std::size_t position(const HostContext& c, const Tensor& at, std::size_t size, bool behind) {
  std::int64_t i = at.type() == DType::int32   ? at.values<std::int32_t>()[0]
                   : at.type() == DType::int64 ? at.values<std::int64_t>()[0]
                                               : 0;
  if (at.count() != 1 || (at.type() != DType::int32 && at.type() != DType::int64))
    c.fail(message(ESP_TEXT("engine", "position: expected one int32 or int64, got {} {}"),
                   name(at.type()), to_string(at.shape())));
  const auto n = static_cast<std::int64_t>(size);
  if (i < 0) i += n;
  if (i < 0 || i > n || (i == n && !behind))
    c.fail(message(ESP_TEXT("engine", "position {}: the sequence has {} values"), i, n));
  return static_cast<std::size_t>(i);
}

const std::vector<DType> position_types{DType::int32, DType::int64};

OpSpec base(const char* name, const char* summary, const char* help) {
  OpSpec s;
  s.name = name;
  s.category = Category::merge;
  s.summary = summary;
  s.help = help;
  s.onnx = {.versions = {11}};
  return s;
}

PortSpec sequence_port(const char* name) {
  return {.name = name, .help = ESP_TEXT("ops", "A sequence of tensors.")};
}

PortSpec position_port(bool optional) {
  return {.name = "position",
          .help = ESP_TEXT("ops", "Which one, from 0; negative from the end."),
          .optional = optional,
          .types = position_types};
}

OpSpec construct() {
  OpSpec s = base("SequenceConstruct", ESP_TEXT("ops", "Makes a sequence of tensors."),
                  ESP_TEXT("ops",
                           "The inputs, in order, as one sequence. Source: ONNX operator "
                           "specification, SequenceConstruct."));
  s.inputs = {{.name = "inputs", .help = ESP_TEXT("ops", "The tensors."), .variadic = true}};
  s.outputs = {sequence_port("output_sequence")};
  s.infer = [](InferContext& c) {
    Type element = without_elements(c.input(0));
    for (std::size_t i = 1; i < c.node().inputs.size(); ++i)
      element = either(element, without_elements(c.input(i)));
    c.output(0, sequence_of(std::move(element)));
  };
  s.host = [](HostContext& c) {
    Sequence items;
    for (std::size_t i = 0; i < c.input_count(); ++i) items.push_back(c.input(i));
    c.output(0, std::move(items));
  };
  return s;
}

OpSpec empty() {
  OpSpec s = base("SequenceEmpty", ESP_TEXT("ops", "A sequence that holds nothing yet."),
                  ESP_TEXT("ops", "Source: ONNX operator specification, SequenceEmpty."));
  s.attributes = {{.name = "dtype",
                   .fallback = std::int64_t{1},
                   .help = ESP_TEXT("ops", "ONNX's number of the element type; 1 is float32."),
                   .minimum = 1,
                   .maximum = 26}};
  s.outputs = {sequence_port("output")};
  s.infer = [](InferContext& c) {
    c.output(0, sequence_of(Type::of_unknown_rank(static_cast<DType>(c.integer("dtype")))));
  };
  s.host = [](HostContext& c) { c.output(0, Sequence{}); };
  return s;
}

OpSpec at() {
  OpSpec s = base("SequenceAt", ESP_TEXT("ops", "One tensor of a sequence."),
                  ESP_TEXT("ops", "Source: ONNX operator specification, SequenceAt."));
  s.inputs = {sequence_port("input_sequence"), position_port(false)};
  s.outputs = {{.name = "tensor", .help = ESP_TEXT("ops", "The tensor.")}};
  s.infer = [](InferContext& c) {
    if (const auto element = element_of(c, 0)) c.output(0, *element);
  };
  s.host = [](HostContext& c) {
    const Sequence& items = c.input(0).sequence();
    c.output(0, items[position(c, c.tensor(1), items.size(), false)]);
  };
  return s;
}

OpSpec insert() {
  OpSpec s = base("SequenceInsert", ESP_TEXT("ops", "Puts a tensor into a sequence."),
                  ESP_TEXT("ops",
                           "Before the position, or behind the last where none is given. Source: "
                           "ONNX operator specification, SequenceInsert."));
  s.inputs = {sequence_port("input_sequence"),
              {.name = "tensor", .help = ESP_TEXT("ops", "The tensor.")},
              position_port(true)};
  s.outputs = {sequence_port("output_sequence")};
  s.infer = [](InferContext& c) {
    if (const auto element = element_of(c, 0))
      c.output(0, sequence_of(either(*element, without_elements(c.input(1)))));
  };
  s.host = [](HostContext& c) {
    Sequence items = c.input(0).sequence();
    const std::size_t at = c.has(2) ? position(c, c.tensor(2), items.size(), true) : items.size();
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), c.input(1));
    c.output(0, std::move(items));
  };
  return s;
}

OpSpec erase() {
  OpSpec s = base("SequenceErase", ESP_TEXT("ops", "Takes a tensor out of a sequence."),
                  ESP_TEXT("ops",
                           "That at the position, or the last where none is given. Source: ONNX "
                           "operator specification, SequenceErase."));
  s.inputs = {sequence_port("input_sequence"), position_port(true)};
  s.outputs = {sequence_port("output_sequence")};
  s.infer = infer_like_sequence;
  s.host = [](HostContext& c) {
    Sequence items = c.input(0).sequence();
    if (items.empty())
      c.fail(message(ESP_TEXT("engine", "the sequence is empty; nothing can be taken out")));
    const std::size_t at =
        c.has(1) ? position(c, c.tensor(1), items.size(), false) : items.size() - 1;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
    c.output(0, std::move(items));
  };
  return s;
}

OpSpec length() {
  OpSpec s = base("SequenceLength", ESP_TEXT("ops", "How many tensors a sequence has."),
                  ESP_TEXT("ops", "Source: ONNX operator specification, SequenceLength."));
  s.inputs = {sequence_port("input_sequence")};
  s.outputs = {{.name = "length", .help = ESP_TEXT("ops", "The number, int64.")}};
  s.infer = [](InferContext& c) {
    (void)element_of(c, 0);
    c.output(0, Type::tensor(DType::int64, {}));
  };
  s.host = [](HostContext& c) {
    c.output(0, Tensor::scalar(static_cast<std::int64_t>(c.input(0).sequence().size())));
  };
  return s;
}

const RegisterOps ops_of_this_file{{construct, empty, at, insert, erase, length}};

}  // namespace
}  // namespace espalier
