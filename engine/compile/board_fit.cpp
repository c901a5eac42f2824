// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/board_fit.h"

#include "engine/base/message.h"

namespace espalier {

void require_fit(const Board& board, const BoardNeeds& needs) {
  if (needs.ram() > board.ram)
    throw Error(ESP_TEXT("engine",
                         "the network needs {} bytes of RAM (arena {}, inputs and outputs {}), but "
                         "board {} has {}; choose a larger board or make the network smaller"),
                needs.ram(), needs.arena, needs.ports, board.name, board.ram);
  if (needs.flash() > board.flash)
    throw Error(
        ESP_TEXT("engine",
                 "the network needs {} bytes of flash (code {}, constants {}), but board {} "
                 "has {}; choose a larger board or make the network smaller"),
        needs.flash(), needs.code, needs.constants, board.name, board.flash);
}

std::vector<BoardFit> board_fits(const std::vector<Board>& boards, const BoardNeeds& needs) {
  std::vector<BoardFit> fits;
  for (const Board& b : boards)
    fits.push_back({b, needs.ram() <= b.ram && needs.flash() <= b.flash});
  return fits;
}

}  // namespace espalier
