// SPDX-License-Identifier: Apache-2.0
//
// How a data set feeds a network.
#pragma once

#include <map>
#include <string>

#include "engine/data/dataset.h"
#include "engine/graph/network.h"
#include "engine/passes/schedule.h"

namespace espalier {

struct DataBinding {
  std::string batch_symbol;      // of the first axis of the inputs; empty: it is fixed
  std::int64_t fixed_batch = 0;  // then to this
  Bindings dims;                 // the other symbols
  std::map<std::string, int, std::less<>> column_of;  // by Input layer
  int target = -1;                                    // the target column
  std::int64_t classes = 0;                           // 0: the target is a number
  std::string scores;  // the layer whose result the loss judges; empty: the first Output

  Bindings with_batch(std::int64_t count) const;
  // The data set's column behind an input of a schedule; −1 for "step" and "lr".
  int column(const Port& port) const;
};

// Throws Error naming the layer whose shape or type does not fit the data, with both shapes.
DataBinding bind_data(const Network& network, const Dataset& data);

}  // namespace espalier
