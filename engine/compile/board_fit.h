// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compile/target.h"

namespace espalier {

// What a network asks of a board, in bytes.
struct BoardNeeds {
  std::size_t code = 0, constants = 0;  // flash
  std::size_t arena = 0, ports = 0;     // RAM; ports: inputs and outputs
  std::size_t flash() const { return code + constants; }
  std::size_t ram() const { return arena + ports; }
};

struct BoardFit {
  Board board;
  bool fits = false;
};

// Throws Error that names what is asked and what the board has.
void require_fit(const Board& board, const BoardNeeds& needs);
std::vector<BoardFit> board_fits(const std::vector<Board>& boards, const BoardNeeds& needs);

}  // namespace espalier
