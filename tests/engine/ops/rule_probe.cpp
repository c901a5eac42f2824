// SPDX-License-Identifier: Apache-2.0
#include "rule_probe.h"

namespace espalier::testing {

Type floats(std::string_view shape) { return Type::tensor(DType::float32, parse(shape)); }

Verdict infer_types(const OpSpec& op, std::vector<Type> inputs, AttributeMap attributes) {
  Node node = make_node(op);
  node.id = {1};
  node.attributes = std::move(attributes);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    node.inputs.push_back(inputs[i].kind == Type::Kind::unknown
                              ? ValueRef{}
                              : ValueRef{{100 + static_cast<std::uint32_t>(i)}, 0});
  inputs.resize(std::max(inputs.size(), op.inputs.size()));
  InferContext context(node, std::move(inputs));
  Verdict verdict;
  try {
    op.infer(context);
    if (!context.outputs.empty()) verdict.output = context.outputs[0];
  } catch (const RuleFailure& failure) {
    verdict.diagnostic = failure.diagnostic;
    verdict.failure = failure.diagnostic.message.text();
  } catch (const Error& error) {  // of dimensions that leave 63 bits
    verdict.failure = error.what();
  }
  verdict.params = context.params;
  verdict.guards = context.guards;
  return verdict;
}

Verdict infer(const OpSpec& op, std::vector<std::string> inputs, AttributeMap attributes) {
  std::vector<Type> types;
  for (const std::string& shape : inputs) types.push_back(floats(shape));
  return infer_types(op, std::move(types), std::move(attributes));
}

}  // namespace espalier::testing
