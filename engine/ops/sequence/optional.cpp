// SPDX-License-Identifier: Apache-2.0
//
// Values that may be missing. An optional that holds a value is that value on the host.
#include "engine/graph/host_rules.h"
#include "engine/graph/onnx_form.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

Type optional_of(Type element) {
  Type t;
  t.kind = Type::Kind::optional;
  element.elements.reset();
  t.element = std::make_shared<const Type>(std::move(element));
  return t;
}

OpSpec optional() {
  OpSpec s;
  s.name = "Optional";
  s.category = Category::merge;
  s.summary = ESP_TEXT("ops", "A value that may be missing.");
  s.help =
      ESP_TEXT("ops",
               "Holds its input; without one it is empty. Source: ONNX operator specification, "
               "Optional.");
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The value."), .optional = true}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The optional.")}};
  s.infer = [](InferContext& c) { c.output(0, optional_of(c.has(0) ? c.input(0) : Type{})); };
  s.host = [](HostContext& c) { c.output(0, c.has(0) ? c.input(0) : HostValue()); };
  // The attribute "type" says of what it is; the input does so here, and an empty one is of nothing.
  s.onnx = {.versions = {15},
            .import = [](OnnxImportContext& c) { c.node.attributes.erase("type"); }};
  return s;
}

OpSpec get_element() {
  OpSpec s;
  s.name = "OptionalGetElement";
  s.category = Category::merge;
  s.summary = ESP_TEXT("ops", "The value of an optional.");
  s.help = ESP_TEXT("ops",
                    "It is an error where there is none. Source: ONNX operator specification, "
                    "OptionalGetElement.");
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "The optional, or a plain value.")}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "Its value.")}};
  s.infer = [](InferContext& c) {
    const Type& in = c.input(0);
    c.output(0, in.kind != Type::Kind::optional ? in : in.element ? *in.element : Type{});
  };
  s.host = [](HostContext& c) {
    if (!c.input(0)) c.fail(message(ESP_TEXT("engine", "the optional holds nothing")));
    c.output(0, c.input(0));
  };
  s.onnx = {.versions = {15, 18}};
  return s;
}

OpSpec has_element() {
  OpSpec s;
  s.name = "OptionalHasElement";
  s.category = Category::merge;
  s.summary = ESP_TEXT("ops", "Whether an optional holds a value.");
  s.help = ESP_TEXT("ops", "Source: ONNX operator specification, OptionalHasElement.");
  s.inputs = {{.name = "input",
               .help = ESP_TEXT("ops", "The optional, or a plain value; open: false."),
               .optional = true}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "One bool.")}};
  s.infer = [](InferContext& c) { c.output(0, Type::tensor(DType::boolean, {})); };
  s.host = [](HostContext& c) {
    c.output(0, Tensor::scalar(c.has(0) && static_cast<bool>(c.input(0))));
  };
  s.onnx = {.versions = {15, 18}};
  return s;
}

const RegisterOps ops_of_this_file{{optional, get_element, has_element}};

}  // namespace
}  // namespace espalier
