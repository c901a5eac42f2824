// SPDX-License-Identifier: Apache-2.0
#include "engine/quant/share.h"

#include "engine/graph/rules.h"

namespace espalier {
namespace {

double products_of(const Schedule& schedule, const Step& step) {
  if (step.node.op->cost == nullptr) return 0;
  const auto types = [&](const std::vector<std::int32_t>& values) {
    std::vector<Type> all;
    for (const std::int32_t index : values) {
      if (index < 0) {
        all.emplace_back();
        continue;
      }
      const Value& v = schedule.values[static_cast<std::size_t>(index)];
      all.push_back(Type::tensor(v.dtype, to_symbolic(v.shape)));
    }
    return all;
  };
  const std::vector<Type> inputs = types(step.inputs), outputs = types(step.outputs);
  for (const Type& t : outputs)
    if (!t.has_shape()) return 0;
  CostContext context(step.node, inputs, inputs, outputs);
  step.node.op->cost(context);
  return static_cast<double>(context.cost.macs.constant().value_or(0));
}

}  // namespace

IntegerShare integer_share(const Schedule& schedule) {
  IntegerShare s;
  for (const Step& step : schedule.steps) {
    const double products = products_of(schedule, step);
    s.all += products;
    if (step.inputs.empty() || step.inputs[0] < 0) continue;
    const DType type = schedule.values[static_cast<std::size_t>(step.inputs[0])].dtype;
    if (type == DType::uint8 || type == DType::int8) s.integer += products;
  }
  return s;
}

}  // namespace espalier
