// SPDX-License-Identifier: Apache-2.0
//
// The operators that a drawing stands on: Input, Output, Parameter and Group.
#include "engine/graph/network.h"
#include "engine/graph/rules.h"
#include "engine/graph/weights.h"

namespace espalier {
namespace {

std::vector<const char*> type_names() {
  return {"float32", "float64", "float16", "bfloat16", "int8",   "int16", "int32",
          "int64",   "uint8",   "uint16",  "uint32",   "uint64", "bool",  "string"};
}

Type declared(const RuleContext& c) {
  const DType dtype = dtype_from_name(c.text("dtype")).value_or(DType::undefined);
  return Type::tensor(dtype, attribute<SymShape>(c.node(), "shape"));
}

void check_shape(InferContext& c) {
  for (const Dim& d : attribute<SymShape>(c.node(), "shape")) {
    if (d.constant().value_or(0) >= 0) continue;
    c.fail(
        message(ESP_TEXT("engine", "shape: expected dimensions of at least 0, got {}"), d.text()),
        -1, "shape");
  }
}

void infer_declared(InferContext& c) {
  check_shape(c);
  c.output(0, declared(c));
}

void infer_input(InferContext& c) {
  const std::string kind = c.text("kind");
  if (kind == "tensor") return infer_declared(c);
  Type type;
  type.kind = kind == "sequence" ? Type::Kind::sequence : Type::Kind::optional;
  Type element = Type::of_unknown_rank(dtype_from_name(c.text("dtype")).value_or(DType::undefined));
  if (kind == "optional sequence") {
    Type inside;
    inside.kind = Type::Kind::sequence;
    inside.element = std::make_shared<const Type>(std::move(element));
    element = std::move(inside);
  }
  type.element = std::make_shared<const Type>(std::move(element));
  c.output(0, std::move(type));
}

std::string shape_card(const Node& node) { return to_string(attribute<SymShape>(node, "shape")); }

// Files from elsewhere use names that a layer cannot have ("a/b:0"); they go out as they came in.
AttrSpec tensor_name() {
  return {.name = "tensor_name",
          .type = AttrType::text,
          .fallback = std::string(),
          .help = ESP_TEXT("ops", "The name in ONNX files and bundles; empty: the layer's."),
          .authored = true,
          .advanced = true};
}

OpSpec input_op() {
  return {
      .name = "Input",
      .domain = authored_domain,
      .category = Category::data,
      .everyday = true,
      .summary = ESP_TEXT("ops", "Where data enters the network."),
      .help = ESP_TEXT("ops",
                       "One batch of samples from a column of the data set. The first dimension is "
                       "usually N, the "
                       "number of samples in a batch; letters are dimensions that are known when "
                       "the network runs. "
                       "In a group, an Input is one of the group's input ports."),
      .attributes = {{.name = "shape",
                      .type = AttrType::shape,
                      .fallback = SymShape{Dim::symbol("N"), 1, 28, 28},
                      .help = ESP_TEXT(
                          "ops",
                          "Dimensions, separated by commas: N,1,28,28 is a batch of grey images."),
                      .authored = true},
                     {.name = "dtype",
                      .type = AttrType::text,
                      .fallback = std::string("float32"),
                      .help = ESP_TEXT("ops", "Type of the elements."),
                      .choices = type_names(),
                      .authored = true},
                     {.name = "column",
                      .type = AttrType::text,
                      .fallback = std::string(),
                      .help = ESP_TEXT(
                          "ops", "Column of the data set; empty: the one with this layer's name."),
                      .authored = true},
                     {.name = "kind",
                      .type = AttrType::text,
                      .fallback = std::string("tensor"),
                      .help = ESP_TEXT("ops",
                                       "A tensor; or a sequence or an optional, of which only "
                                       "networks that are run, not trained, know."),
                      .choices = {"tensor", "sequence", "optional", "optional sequence"},
                      .authored = true,
                      .advanced = true},
                     tensor_name()},
      .outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The batch.")}},
      .infer = infer_input,
      .card = shape_card,
  };
}

OpSpec output_op() {
  return {
      .name = "Output",
      .domain = authored_domain,
      .category = Category::data,
      .everyday = true,
      .summary = ESP_TEXT("ops", "Marks a result of the network."),
      .help = ESP_TEXT("ops",
                       "What is connected here is a result: it is shown for predictions and "
                       "becomes an output of "
                       "exported files. In a group, an Output is one of the group's output ports."),
      .attributes = {tensor_name(),
                     {.name = "shape",
                      .type = AttrType::shape,
                      .fallback = SymShape{},
                      .help =
                          ESP_TEXT("ops", "What files say of its shape where only a run can tell."),
                      .authored = true,
                      .advanced = true},
                     {.name = "dtype",
                      .type = AttrType::text,
                      .fallback = std::string("float32"),
                      .help = ESP_TEXT("ops",
                                       "What files say of its elements where only a run can tell."),
                      .choices = type_names(),
                      .authored = true,
                      .advanced = true}},
      .inputs = {{.name = "X", .help = ESP_TEXT("ops", "The result.")}},
      .outputs = {},
      .visible_outputs = 0,
      .infer = [](InferContext&) {},
  };
}

OpSpec parameter_op() {
  return {
      .name = "Parameter",
      .domain = authored_domain,
      .category = Category::data,
      .everyday = true,
      .summary = ESP_TEXT("ops", "A trainable tensor that several layers can share."),
      .help = ESP_TEXT("ops",
                       "Holds weights outside a layer. Connect it to the weight inputs of several "
                       "layers and they "
                       "use, and train, the same tensor."),
      .attributes = {{.name = "shape",
                      .type = AttrType::shape,
                      .help = ESP_TEXT("ops", "Dimensions, separated by commas."),
                      .authored = true},
                     {.name = "dtype",
                      .type = AttrType::text,
                      .fallback = std::string("float32"),
                      .help = ESP_TEXT("ops", "Type of the elements."),
                      .choices = type_names(),
                      .authored = true},
                     {.name = "role",
                      .type = AttrType::text,
                      .fallback = std::string("trainable"),
                      .help = ESP_TEXT("ops", "Trained, kept as state, or constant."),
                      .choices = {"trainable", "state", "constant"},
                      .authored = true},
                     {.name = "initializer",
                      .type = AttrType::text,
                      .fallback = std::string("torch_default"),
                      .help = ESP_TEXT("ops", "How it begins."),
                      .authored = true},
                     {.name = "gain",
                      .type = AttrType::real,
                      .fallback = 1.0,
                      .help = ESP_TEXT("ops", "Scale, deviation or constant of the initialiser."),
                      .authored = true,
                      .advanced = true},
                     {.name = "key",
                      .type = AttrType::text,
                      .fallback = std::string(),
                      .help = ESP_TEXT(
                          "ops", "The name under which its weights are kept; empty: its own."),
                      .authored = true,
                      .advanced = true}},
      .outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The tensor.")}},
      .infer = infer_declared,
      .card = shape_card,
  };
}

std::string group_card(const Node& node) {
  const auto repeat = attribute<std::int64_t>(node, "repeat");
  return repeat > 1 ? node.group + " ×" + std::to_string(repeat) : node.group;
}

// Its ports and shapes are those of the definition, which only the inference knows; the rule has
// nothing to add.
OpSpec group_op() {
  return {
      .name = "Group",
      .domain = authored_domain,
      .category = Category::group,
      .everyday = true,
      .summary = ESP_TEXT("ops", "A block of layers under one name."),
      .help = ESP_TEXT("ops",
                       "Stands for the layers of its definition. Repeated, each copy is fed by the "
                       "one before and has "
                       "weights of its own unless they are shared."),
      .attributes = {{.name = "repeat",
                      .type = AttrType::integer,
                      .fallback = std::int64_t{1},
                      .help = ESP_TEXT("ops", "How many copies follow one another."),
                      .minimum = 1,
                      .maximum = largest_repeat,
                      .authored = true},
                     {.name = "shared",
                      .type = AttrType::flag,
                      .fallback = false,
                      .help = ESP_TEXT("ops", "All copies use one set of weights."),
                      .authored = true}},
      .inputs = {{.name = "input", .optional = true, .variadic = true}},
      .outputs = {{.name = "output", .optional = true, .variadic = true}},
      .infer = [](InferContext&) {},
      .card = group_card,
  };
}

const RegisterOps structure_ops{{input_op, output_op, parameter_op, group_op}};

}  // namespace
}  // namespace espalier
