// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/pooling/pool.h"

namespace espalier {
namespace {

constexpr std::int64_t usual = 2;

WindowSettings settings(const RuleContext& c, std::size_t axes) {
  return window_settings(c, Ints(axes, usual), usual);
}

std::size_t axes_of(const SymShape& x) { return x.size() - 2; }

}  // namespace

PoolGeometry pool_geometry(const RuleContext& c, const Shape& x) {
  PoolGeometry g;
  g.window = settings(c, x.size() - 2);
  g.placed = place(g.window, Ints(x.begin() + 2, x.end()));
  g.y = {x[0], x[1]};
  g.y.insert(g.y.end(), g.placed.out.begin(), g.placed.out.end());
  g.planes = x[0] * x[1];
  return g;
}

std::vector<AttrSpec> pool_attributes() {
  std::vector<AttrSpec> all{kernel_attribute(Ints{usual, usual})};
  for (AttrSpec& a : window_attributes(usual)) all.push_back(std::move(a));
  all.push_back(
      {.name = "ceil_mode",
       .type = AttrType::flag,
       .fallback = false,
       .help = ESP_TEXT("ops",
                        "Round the output's size up instead of down: a last window may reach "
                        "beyond the padding, but does not begin there."),
       .advanced = true});
  return all;
}

void infer_pool(InferContext& c, DType index_type) {
  const auto x = known_shape(c, 0);
  if (!x) return;
  if (x->size() < 3) require_rank(c, 0, 4, "[N,C,H,W]");
  const std::size_t axes = axes_of(*x);
  const WindowSettings w = checked_window(c, axes, Ints(axes, usual), usual);
  SymShape y{(*x)[0], (*x)[1]};
  for (Dim& size : window_outputs(c, w, std::span(*x).subspan(2))) y.push_back(std::move(size));
  if (c.node().outputs > 1) c.output(1, Type::tensor(index_type, y));
  c.output(0, Type::tensor(known_dtype(c, 0), std::move(y)));
}

void pool_cost(CostContext& c) {
  const SymShape& x = c.input(0);
  const WindowSettings w = settings(c, axes_of(x));
  c.cost.operations = product(c.output(0)) * product(to_symbolic(w.kernel));
  c.cost.window = window_of(w, std::span(x).subspan(2));
}

AttributeMap pool_values(const RuleContext& c) {
  AttributeMap out;
  for (const AttrSpec& a : pool_attributes())
    if (const auto it = c.node().attributes.find(a.name); it != c.node().attributes.end())
      out.insert(*it);
  return out;
}

std::string pool_card(const Node& node) {
  const auto list = [&](const char* name) {
    return to_string(AttrValue(attribute<Ints>(node, name)));
  };
  return fmt::format("{} / {}", list("kernel_shape"), list("strides"));
}

void import_pool(OnnxImportContext& c) {
  AttributeMap& a = c.node.attributes;
  const auto kernel = a.find("kernel_shape");
  const Ints* sizes = kernel == a.end() ? nullptr : std::get_if<Ints>(&kernel->second);
  if (sizes == nullptr || sizes->empty())
    c.fail(message(ESP_TEXT("engine", "{}: expected {} with the attribute kernel_shape, got none"),
                   c.node.name, c.node.op_type));
  a.emplace("strides", Ints(sizes->size(), 1));
}

void write_pool(OnnxExportContext& c) {
  if (c.inputs.empty() || !c.inputs[0].has_shape() || c.inputs[0].shape->size() < 3) return;
  const RuleContext rule(c.source);
  const WindowSettings w = settings(rule, axes_of(*c.inputs[0].shape));
  c.node.attributes.insert_or_assign("kernel_shape", w.kernel);
  c.node.attributes.insert_or_assign("strides", w.strides);
  // Ours are for two axes; ONNX's defaults are for any number.
  for (const char* name : {"dilations", "pads"})
    if (!c.source.attributes.contains(name)) c.node.attributes.erase(name);
}

}  // namespace espalier
