// SPDX-License-Identifier: Apache-2.0
//
// Pad as copies: along each axis there is what comes before, the tensor, and what comes behind, and
// each combination of these is one strided copy.
#include <algorithm>

#include "engine/ops/shape/moves_cpu.h"
#include "engine/ops/shape/pad.h"
#include "engine/ops/support/known.h"

namespace espalier {
namespace {

// A run of positions of the padded axis: the first, how many, and where they come from.
struct Run {
  std::int64_t to, count, from, step;
};

// The runs of one axis; nothing where a side wants more than one time the tensor.
std::optional<std::vector<Run>> runs(PadMode mode, std::int64_t n, std::int64_t before,
                                     std::int64_t behind) {
  std::vector<Run> list;
  const std::int64_t first = std::max<std::int64_t>(0, before);
  const std::int64_t skipped = std::max<std::int64_t>(0, -before);
  const std::int64_t kept = n - skipped - std::max<std::int64_t>(0, -behind);
  if (kept > 0) list.push_back({first, kept, skipped, 1});
  if (mode == PadMode::constant) return list;
  if (kept <= 0 && before + n + behind > 0) return std::nullopt;
  const std::int64_t most = mode == PadMode::reflect ? n - 1 : n;
  if (mode != PadMode::edge && (before > most || behind > most)) return std::nullopt;
  const std::int64_t step = mode == PadMode::edge ? 0 : mode == PadMode::reflect ? -1 : 1;
  if (before > 0) list.push_back({0, before, pad_source(mode, 0, before, n), step});
  if (behind > 0)
    list.push_back({before + n, behind, pad_source(mode, before + n, before, n), step});
  return list;
}

std::optional<std::vector<std::vector<Run>>> all_runs(const StepLowering& s) {
  const Shape& x = s.in(0).shape;
  const auto p = padding_of(s.integers("pads"), s.integers("axes"), x.size());
  if (!p) return std::nullopt;
  std::vector<std::vector<Run>> list;
  for (std::size_t d = 0; d < x.size(); ++d) {
    auto r = runs(pad_mode(s), x[d], p->before[d], p->behind[d]);
    if (!r) return std::nullopt;
    list.push_back(std::move(*r));
  }
  return list;
}

void copy_runs(const StepLowering& s, const std::vector<std::vector<Run>>& list,
               std::vector<Run>& chosen, Moves& moves) {
  if (chosen.size() < list.size()) {
    for (const Run& r : list[chosen.size()]) {
      chosen.push_back(r);
      copy_runs(s, list, chosen, moves);
      chosen.pop_back();
    }
    return;
  }
  EspInts shape, from = row_major(s.in(0).shape);
  const EspInts to = row_major(s.out(0).shape);
  std::int64_t at = 0, into = 0;
  for (std::size_t d = 0; d < chosen.size(); ++d) {
    shape.push_back(chosen[d].count);
    at += chosen[d].from * from[d];
    into += chosen[d].to * to[d];
    from[d] *= chosen[d].step;
  }
  moves.copies.push_back({s.in(0), s.out(0), shape, from, to, at, into});
}

}  // namespace

std::optional<std::string> pad_supports(const StepLowering& s) {
  if (auto why = unless_attributes(s, {1, 2, 3})) return why;
  if (auto why = unless_copyable(s)) return why;
  if (pad_mode(s) == PadMode::constant && s.in(0).dtype != DType::float32)
    return fmt::format("the kernel fills float32, not {} elements", name(s.in(0).dtype));
  if (!all_runs(s)) return "it repeats the tensor more than once";
  return std::nullopt;
}

Moves pad_moves(const StepLowering& s) {
  if (s.out(0).count() == 0) return {};
  Moves moves;
  if (pad_mode(s) == PadMode::constant) moves.filled = s.real("value");
  std::vector<Run> chosen;
  copy_runs(s, all_runs(s).value(), chosen, moves);
  return moves;
}

namespace {

const RegisterCpuRule rules{{.op = "Pad",
                             .algorithm = "copy_strided",
                             .supports = pad_supports,
                             .lower = lower_moves<pad_moves>}};

}  // namespace
}  // namespace espalier
