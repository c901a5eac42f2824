// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

// Scores [N,C,…] with labels [N,…].
struct ScoreView {
  std::int64_t batch, classes, spatial;
  std::int64_t samples() const { return batch * spatial; }
};
ScoreView score_view(const Shape& scores);

}  // namespace espalier
