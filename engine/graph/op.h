// SPDX-License-Identifier: Apache-2.0
//
// The operator contract. All that an operator is stands in one OpSpec, made in its own folder below
// engine/ops and found through the registry; palette, inspector, help, ONNX mapping, command line
// and tests read it. Rules are plain functions of a context; the contexts are declared in rules.h.
//
// An operator's meaning is ONNX's wherever ONNX has it (domain ""); what only people need lives in
// domain "espalier", and what only passes need (fused and gradient operators) in
// "espalier.internal", hidden from palette and files.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/graph/attribute.h"
#include "engine/graph/diagnostic.h"
#include "engine/graph/graph.h"
#include "engine/graph/type.h"

namespace espalier {

class InferContext;
class CostContext;
class GradientContext;
class LowerContext;
class BodyContext;
class ReferenceContext;
class UnfoldContext;
class HostContext;
class OnnxImportContext;
class OnnxExportContext;
struct Cost;

inline constexpr std::string_view onnx_domain = "";
inline constexpr std::string_view authored_domain = "espalier";
inline constexpr std::string_view internal_domain = "espalier.internal";

// Palette sections, in their order; also the stripe's colour.
enum class Category {
  data,
  linear,
  activation,
  normalization,
  pooling,
  shape,
  merge,
  recurrent,
  loss,
  group,
  hidden
};
std::string_view name(Category c);  // "data", "linear" … keys of theme tokens

struct AttrSpec {
  const char* name = "";  // ONNX's name
  AttrType type = AttrType::integer;
  std::optional<AttrValue> fallback = {};  // the default; nothing: must be set
  const char* help = "";                   // one sentence, marked ESP_TEXT("ops", …)
  double minimum = -std::numeric_limits<double>::infinity();  // of every element, inclusive
  double maximum = std::numeric_limits<double>::infinity();
  const char* unit = "";                  // "px", "%", …
  std::vector<const char*> choices = {};  // texts: the allowed values
  // Authored: people edit it and it stays in the project, but it is no attribute in ONNX; parameter
  // shapes follow it (channels, bias).
  bool authored = false;
  // ≥ 0: in ONNX this is the tensor of that input port (Reshape's shape, Dropout's ratio). It is
  // written as an initializer, read from a constant, and ignored where the port is wired.
  int as_input = -1;
  DType as_input_type = DType::int64;
  bool advanced = false;  // folded away in the inspector
};

enum class PortKind { data, parameter, state };

struct PortSpec {
  const char* name = "";  // ONNX's name: "X", "W", "B"
  const char* help = "";
  // parameter: owned by the node unless wired, trainable. state: the same, changed by the step
  // itself (running statistics).
  PortKind kind = PortKind::data;
  bool optional = false;
  bool variadic = false;          // the last port only: any number more
  std::vector<DType> types = {};  // allowed element types; empty: any
  Initializer initializer = {};   // parameter and state ports
  const char* present_if = "";  // an authored flag attribute that switches the port off when false
};

// One case for the suite that every operator goes through on every device.
struct SampleInput {
  DType dtype = DType::float32;
  Shape shape;
  double low = -1, high = 1;          // uniform random, seeded by the sample's name
  std::optional<Tensor> values = {};  // instead of random ones
};
struct Sample {
  const char* name = "";
  AttributeMap attributes = {};
  std::vector<SampleInput> inputs = {};  // by port; dtype undefined: left open
  bool gradient = true;                  // compare with finite differences
  double tolerance = 1e-4;               // of a device against the reference, relative + absolute
  bool onnx = true;                      // round trip through ONNX
};

// What ONNX says of the operator.
struct OnnxSpec {
  // Versions (opset numbers at which the operator changed) that import understands, ascending.
  std::vector<int> versions = {};
  // Adapts a node read at an older version or with special inputs. Null: names map one to one.
  void (*import)(OnnxImportContext&) = nullptr;
  // Writes the node (several nodes, other attributes) for the opset asked for. Null: one to one.
  void (*write)(OnnxExportContext&) = nullptr;
};

struct OpSpec {
  const char* name = "";  // ONNX's operator name
  std::string_view domain = onnx_domain;
  Category category = Category::hidden;
  bool everyday = false;     // what most drawings use: shown first by palette and quick-add
  const char* summary = "";  // one line for palette and tooltips
  const char* help = "";     // a few sentences: what it computes, the formula, its source
  std::vector<AttrSpec> attributes = {};
  std::vector<PortSpec> inputs = {};
  std::vector<PortSpec> outputs = {};
  std::size_t visible_outputs = 1;  // leading outputs that a new node has
  bool training_only = false;       // loss, metrics: phase train, cut away by export
  bool elementwise = false;         // output i depends on input i only; may run in place
  bool view = false;                // output 0 is input 0's elements in the same order: no work if
                                    // they share memory (Reshape, Flatten, Identity)
  bool random = false;              // another result in every run or seed: never folded

  // ---- rules. Null means: infer — required; cost — nothing but data moved; gradient — none
  // exists; lower — stays itself; body — primitive; reference — runs the body; unfold — holds no
  // graphs that a plan could take in; host — its values are tensors that a plan can hold.
  void (*infer)(InferContext&) = nullptr;
  void (*cost)(CostContext&) = nullptr;
  void (*gradient)(GradientContext&) = nullptr;
  void (*lower)(LowerContext&) = nullptr;
  void (*body)(BodyContext&) = nullptr;
  void (*reference)(ReferenceContext&) = nullptr;
  void (*unfold)(UnfoldContext&) = nullptr;
  void (*host)(HostContext&) = nullptr;
  // state ← value: input port (kind state) receives the output port after a training step.
  struct StateUpdate {
    int input, output;
  };
  std::vector<StateUpdate> state_updates = {};
  // Output port that may use an input port's memory where it dies there: {output, input} pairs.
  struct InPlace {
    int output, input;
  };
  std::vector<InPlace> in_place = {};

  OnnxSpec onnx = {};
  // The telling attributes on a card's second line: "3×3, 32". Null: none.
  std::string (*card)(const Node&) = nullptr;
  std::vector<Sample> (*samples)() = nullptr;
  bool unknown = false;  // an operator that was imported and that we lack

  const AttrSpec* attribute(std::string_view name) const;
  int input_index(std::string_view name) const;   // -1: none
  const PortSpec& input(std::size_t port) const;  // variadic ports repeat the last
  const PortSpec& output(std::size_t port) const;
  bool hidden() const { return category == Category::hidden; }
};

// A node's attribute or its default; T{} where neither is a T (integers, reals and flags convert), so
// that reading a node from a bad file is safe. Precondition: the operator has it.
template <class T> T attribute(const Node& node, std::string_view name);
// Whether an input port exists on this node (see PortSpec::present_if) and, for parameters, whether
// it is owned (not wired).
bool port_present(const Node& node, std::size_t port);
bool owns_param(const Node& node, std::size_t port);
bool is_wired(const Node& node, std::size_t port);
// The initializer of a parameter or state port: what was set, else the spec's, else "torch_default".
Initializer initializer_of(const Node& node, std::size_t port);
// The value as the wanted type where nothing is lost (integer for real, 0 and 1 for a flag, text for
// a shape, one number for a list); otherwise as it is.
AttrValue converted(AttrValue value, AttrType to);
// Reads "N,1,28,28"; an empty text is a scalar. Throws Error.
SymShape parse_shape(std::string_view text);
// Why a value is not allowed for an attribute (type, bounds, choices); empty: it is.
Message attribute_problem(const AttrSpec& spec, const AttrValue& value);
// How many input ports a node of this operator may have; variadic: as many as one likes.
std::size_t largest_input_count(const OpSpec& op);
std::size_t largest_output_count(const OpSpec& op);
// A new node of an operator, with its visible outputs and no attributes set. Name is the
// operator's in lower case.
Node make_node(const OpSpec& op);

// ---- the registry. Specs are built on first use and live for ever.
class OpRegistry {
 public:
  static const OpRegistry& instance();
  const OpSpec* find(std::string_view domain, std::string_view name) const;
  // Throws Error where it is missing.
  const OpSpec& get(std::string_view domain, std::string_view name) const;
  std::span<const OpSpec* const> all() const;  // by category, then name; hidden ones last
  // The stand-in for an operator we lack: any ports, unknown types, kept as is in files.
  const OpSpec& unknown(std::string_view domain, std::string_view name) const;
};
const OpSpec& op(std::string_view name);           // ONNX's domain, then "espalier"
const OpSpec& internal_op(std::string_view name);  // "espalier.internal"

// A file registers its operators with `static const RegisterOps ops_of_this_file{{relu, sigmoid}};`.
class RegisterOps {
 public:
  using Maker = OpSpec (*)();
  RegisterOps(std::initializer_list<Maker> makers);
};

}  // namespace espalier
