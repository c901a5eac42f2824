// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/fused.h"

namespace espalier {

std::vector<AttrSpec> activation_attributes() {
  return {{.name = "activation",
           .type = AttrType::text,
           .fallback = "",
           .choices = {"", "Relu", "LeakyRelu", "Sigmoid", "Tanh"}},
          {.name = "activation_alpha", .type = AttrType::real, .fallback = 0.01}};
}

ValueRef add_activation(BodyContext& c, ValueRef value) {
  const std::string name = c.text("activation");
  if (name.empty()) return value;
  AttributeMap attributes;
  if (name == "LeakyRelu") attributes.emplace("alpha", c.real("activation_alpha"));
  return c.build().add(op(name), {value}, std::move(attributes));
}

AttributeMap attributes_for(const RuleContext& c, const OpSpec& other) {
  AttributeMap out;
  for (const auto& [name, value] : c.node().attributes)
    if (other.attribute(name)) out.emplace(name, value);
  return out;
}

}  // namespace espalier
