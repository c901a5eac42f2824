// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/linear/conv.h"

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/window.h"

namespace espalier {
namespace {

const char* axes_text(std::size_t spatial) {
  return spatial == 1 ? "[N,C,L]" : spatial == 2 ? "[N,C,H,W]" : "[N,C,D,H,W]";
}

// The number of spatial axes: what kernel_shape or the weights say, else what the input has.
std::size_t spatial_axes(InferContext& c, const SymShape& x, const SymShape* weights) {
  const std::size_t own = x.size() < 3 ? 0 : x.size() - 2;
  std::size_t wanted = own > 0 ? own : 2;
  if (weights)
    wanted = weights->size() - 2;
  else if (own == 0 && c.is_set("kernel_shape"))
    wanted = std::max<std::size_t>(c.integers("kernel_shape").size(), 1);
  if (wanted != own) require_rank(c, 0, wanted + 2, axes_text(wanted));
  return own;
}

Ints kernel_of(const SymShape* weights, std::size_t axes) {
  Ints kernel(axes, 3);
  for (std::size_t i = 0; weights && i < axes && i + 2 < weights->size(); ++i)
    kernel[i] = (*weights)[i + 2].constant().value_or(3);
  return kernel;
}

// Channels of input and weights go together; what the weights' shape must be.
SymShape weight_shape(InferContext& c, const SymShape& x, const SymShape* weights,
                      const WindowSettings& w) {
  const std::int64_t group = c.integer("group");
  const auto set_to = [](const char* name, std::int64_t value) {
    return Fix{message(ESP_TEXT("engine", "Set {} to {}"), name, value), name, value};
  };
  if (group < 1)
    c.fail(message(ESP_TEXT("engine", "group: expected 1 or more, got {}"), group), -1, "group",
           set_to("group", 1));
  const Dim channels = weights ? (*weights)[0] : Dim(c.integer("channels"));
  if (const auto known = channels.constant(); known && (*known < 1 || *known % group != 0)) {
    const std::int64_t up =
        std::max<std::int64_t>(*known / group + 1, 1) * std::min(group, std::int64_t{1} << 31);
    c.fail(
        message(ESP_TEXT("engine", "channels: expected a positive multiple of group ({}), got {}"),
                group, *known),
        -1, "channels", set_to("channels", up));
  }
  if (const auto in = x[1].constant(); in && *in % group != 0)
    c.fail(message(ESP_TEXT("engine", "group: expected a divisor of the {} input channels, got {}"),
                   *in, group),
           -1, "group", set_to("group", 1));
  if (!x[1].is_constant() && owns_param(c.node(), 1))
    c.fail(message(ESP_TEXT("engine", "expected a known number of input channels, got {} in {}"),
                   x[1].text(), shape_text(x)),
           0);
  SymShape shape{channels, floor_div(x[1], group)};
  for (const std::int64_t k : w.kernel) shape.emplace_back(k);
  return shape;
}

void cost(CostContext& c) {
  const SymShape& y = c.output(0);
  const SymShape& w = c.input(1);
  const SymShape& x = c.input(0);
  Ints kernel;
  Dim products = product(y) * w[1];
  for (std::size_t i = 2; i < w.size(); ++i) {
    products = products * w[i];
    kernel.push_back(w[i].constant().value_or(1));
  }
  c.cost.macs = products;
  if (c.has(2)) c.cost.operations = product(y);
  c.cost.window = window_of(window_settings(c, kernel), std::span(x).subspan(2));
}

AttributeMap geometry(const RuleContext& c, const SymShape& shape) {
  AttributeMap out;
  for (const char* name : {"kernel_shape", "strides", "dilations", "pads", "auto_pad", "group"})
    if (const auto it = c.node().attributes.find(name); it != c.node().attributes.end())
      out.insert(*it);
  out.emplace("shape", shape);
  return out;
}

void gradient(GradientContext& c) {
  const ValueRef dy = c.output_gradient(0);
  if (c.wanted(0))
    c.gradient(0, c.build().add(internal_op("ConvGradInput"), {dy, c.input(1)},
                                geometry(c, *c.type(c.input(0)).shape)));
  const bool bias = c.has(2) && c.wanted(2);
  if (!c.wanted(1) && !bias) return;
  const ValueRef dw = c.build().add(internal_op("ConvGradWeight"), {c.input(0), dy},
                                    geometry(c, *c.type(c.input(1)).shape), bias ? 2 : 1);
  if (c.wanted(1)) c.gradient(1, dw);
  if (bias) c.gradient(2, GraphBuilder::output(dw, 1));
}

// What is drawn follows from the weights of a file.
void import(OnnxImportContext& c) {
  const SymShape* w = c.type(1).has_shape() ? &*c.type(1).shape : nullptr;
  SymShape of_constant;
  if (const Tensor* t = c.constant(1)) {
    of_constant = to_symbolic(t->shape());
    w = &of_constant;
  }
  c.node.attributes.insert_or_assign("bias", c.node.inputs.size() > 2 && !c.node.inputs[2].empty());
  if (w == nullptr || w->size() < 3) return;
  if (const auto channels = (*w)[0].constant())
    c.node.attributes.insert_or_assign("channels", *channels);
  if (!c.node.attributes.contains("kernel_shape"))
    c.node.attributes.emplace("kernel_shape", kernel_of(w, w->size() - 2));
}

// ONNX leaves out what equals its own defaults, of which the kernel's size is none.
void write(OnnxExportContext& c) {
  if (c.inputs.size() > 1 && c.inputs[1].has_shape())
    c.node.attributes.insert_or_assign(
        "kernel_shape", kernel_of(&*c.inputs[1].shape, c.inputs[1].shape->size() - 2));
  // Ours are for two axes; ONNX's defaults are for any number.
  for (const char* name : {"strides", "dilations", "pads"})
    if (!c.source.attributes.contains(name)) c.node.attributes.erase(name);
}

std::string card(const Node& node) {
  std::string out = to_string(AttrValue(attribute<Ints>(node, "kernel_shape")));
  return out + fmt::format(", {}", attribute<std::int64_t>(node, "channels"));
}

const RegisterOps ops_of_this_file{{conv_spec}};

}  // namespace

void infer_conv(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) return;
  const auto wired = is_wired(c.node(), 1) ? known_shape(c, 1) : std::nullopt;
  const SymShape* weights = wired && wired->size() > 2 ? &*wired : nullptr;
  const std::size_t axes = spatial_axes(c, *x, weights);
  const WindowSettings w = checked_window(c, axes, kernel_of(weights, axes));
  const SymShape shape = weight_shape(c, *x, weights, w);
  const DType dtype = known_dtype(c, 0);
  c.param(1, dtype, shape);
  if (c.has(2)) c.param(2, dtype, {shape[0]});
  SymShape y{(*x)[0], shape[0]};
  for (Dim& size : window_outputs(c, w, std::span(*x).subspan(2))) y.push_back(std::move(size));
  c.output(0, Type::tensor(dtype, std::move(y)));
}

OpSpec conv_spec() {
  OpSpec s;
  s.name = "Conv";
  s.category = Category::linear;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Convolution: slides learned windows over images or signals.");
  s.help = ESP_TEXT(
      "ops",
      "Y[n,m,o] is the bias B[m] plus the sum over the channels c of its group and the window's "
      "elements k of W[m,c,k] · X[n,c,o·stride − pad + k·dilation]; positions in the padding count "
      "as 0 (this is a cross-correlation: the window is not flipped). An output axis has "
      "floor((input + pads − dilation·(kernel − 1) − 1) / stride) + 1 elements. Signals [N,C,L], "
      "images [N,C,H,W] and volumes [N,C,D,H,W]. Source: ONNX operator specification, Conv.");
  s.attributes.push_back({.name = "channels",
                          .fallback = std::int64_t{32},
                          .help = ESP_TEXT("ops", "Number of output channels, M."),
                          .minimum = 1,
                          .maximum = 1 << 30,
                          .authored = true});
  s.attributes.push_back(kernel_attribute(Ints{3, 3}));
  for (AttrSpec& a : window_attributes()) s.attributes.push_back(std::move(a));
  s.attributes.push_back(
      {.name = "group",
       .fallback = std::int64_t{1},
       .help = ESP_TEXT("ops",
                        "Input and output channels are cut into this many groups "
                        "that do not see one another. As many groups as input "
                        "channels: a depthwise convolution."),
       .minimum = 1,
       .maximum = 1 << 30,
       .advanced = true});
  s.attributes.push_back({.name = "bias",
                          .type = AttrType::flag,
                          .fallback = true,
                          .help = ESP_TEXT("ops", "Whether a learned number is added per channel."),
                          .authored = true});
  s.inputs = {{.name = "X",
               .help = ESP_TEXT("ops", "The input, [N,C,H,W] for images."),
               .types = float_types},
              {.name = "W",
               .help = ESP_TEXT("ops", "The windows' weights, [M,C/group,kH,kW]."),
               .kind = PortKind::parameter,
               .types = float_types,
               .initializer = {"torch_default", 1}},
              {.name = "B",
               .help = ESP_TEXT("ops", "The bias, [M]."),
               .kind = PortKind::parameter,
               .optional = true,
               .types = float_types,
               .initializer = {"torch_default", 1},
               .present_if = "bias"}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The result, [N,M,oH,oW] for images.")}};
  s.infer = infer_conv;
  s.cost = cost;
  s.gradient = gradient;
  s.reference = conv_reference;
  s.onnx = {.versions = {1, 11, 22}, .import = import, .write = write};
  s.card = card;
  s.samples = conv_samples;
  return s;
}

}  // namespace espalier
