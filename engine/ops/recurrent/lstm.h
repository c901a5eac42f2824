// SPDX-License-Identifier: Apache-2.0
//
// What the rules of LSTM and of its gradient have in common.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/graph/rules.h"

namespace espalier {

// Ports of LSTM; LSTMGrad has the same ones and then dY, dY_h and dY_c.
namespace lstm_port {
enum : std::size_t { x, w, r, b, lens, h0, c0, p, dy, dy_h, dy_c };
}

struct LstmSizes {
  std::int64_t steps = 0, batch = 0, inputs = 0, hidden = 0, directions = 1;
  bool batch_first = false;
  // Row-major position of (t, n) in X, times the row's length.
  std::int64_t row(std::int64_t t, std::int64_t n) const {
    return batch_first ? n * steps + t : t * batch + n;
  }
  // Position of (t, d, n, 0) in Y, and of (d, n, 0) in Y_h.
  std::int64_t y(std::int64_t t, std::int64_t d, std::int64_t n) const {
    return (batch_first ? (n * steps + t) * directions + d : (t * directions + d) * batch + n) *
           hidden;
  }
  std::int64_t state(std::int64_t d, std::int64_t n) const {
    return (batch_first ? n * directions + d : d * batch + n) * hidden;
  }
};
LstmSizes lstm_sizes(const RuleContext& c, const Shape& x);
std::int64_t lstm_directions(const RuleContext& c);
bool lstm_reverse(const RuleContext& c, std::int64_t direction);

// A function of one gate, cell input or cell output.
struct LstmActivation {
  std::string name;
  double alpha = 0, beta = 0;
  double value(double x) const;
  double slope(double x) const;
};
// f, g and h of one direction; nothing where a name is unknown or there are too few.
std::optional<std::array<LstmActivation, 3>> lstm_activations(const RuleContext& c,
                                                              std::int64_t direction);

std::vector<AttrSpec> lstm_attributes();

}  // namespace espalier
