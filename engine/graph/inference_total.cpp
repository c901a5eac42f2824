// SPDX-License-Identifier: Apache-2.0
//
// What a whole network costs.
#include "engine/graph/inference_impl.h"

namespace espalier {

void DimSum::plus(const Dim& d) {
  if (infinite_) return;
  try {
    sum_ = sum_ + d;
  } catch (const Error&) {
    infinite_ = true;
  }
}

void DimSum::flush() {
  if (times_ == 1) plus(last_);
  if (times_ > 1) {
    try {
      plus(last_ * Dim(times_));
    } catch (const Error&) {
      infinite_ = true;
    }
  }
  times_ = 0;
}

void DimSum::add(const Dim& d) {
  std::int64_t sum = 0;
  if (const auto c = d.constant(); c && !__builtin_add_overflow(constant_, *c, &sum)) {
    constant_ = sum;
  } else if (times_ > 0 && d == last_) {
    ++times_;
  } else {
    flush();
    last_ = d;
    times_ = 1;
  }
}

Dim DimSum::value() {
  flush();
  plus(Dim(constant_));
  constant_ = 0;
  return infinite_ ? Dim::symbol("∞") : sum_;
}

namespace {

struct CostSum {
  DimSum parameters, states, macs, operations, activation_elements;
  std::size_t layers = 0;
  void add(const NetworkCost& c) {
    parameters.add(c.parameters);
    states.add(c.states);
    macs.add(c.macs);
    operations.add(c.operations);
    activation_elements.add(c.activation_elements);
    layers += c.layers;
  }
  NetworkCost value() {
    return {parameters.value(),          states.value(), macs.value(), operations.value(),
            activation_elements.value(), layers};
  }
};

}  // namespace

NetworkCost Inference::Impl::total() const {
  CostSum sum;
  for (auto& [index, block] : blocks) {
    if (block.stale) {
      CostSum part;
      for (std::uint32_t i = 0; i < Block::size; ++i) {
        const Entry* entry = entries.find(NodeId{index * Block::size + i});
        if (!entry) continue;
        const NodeInfo& n = entry->info;
        part.add({n.parameters, n.states, n.cost.macs, n.cost.operations, n.activation_elements,
                  entry->layers});
      }
      block = {part.value(), false};
    }
    sum.add(block.cost);
  }
  return sum.value();
}

}  // namespace espalier
