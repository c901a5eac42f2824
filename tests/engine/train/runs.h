// SPDX-License-Identifier: Apache-2.0
//
// Runs of the small project and what they report.
#pragma once

#include <optional>
#include <vector>

#include "engine/train/trainer.h"
#include "tests/engine/train/networks.h"

namespace espalier::test {

struct Log {
  std::vector<StepPoint> points;
  std::vector<EpochDone> epochs;
  std::optional<RunStateChanged> end;
  std::vector<std::string> told;  // on the way
  TrainListener listener() {
    return [this](TrainEvent event) {
      if (auto* p = std::get_if<TrainProgress>(&event))
        points.insert(points.end(), p->points.begin(), p->points.end());
      if (auto* e = std::get_if<EpochDone>(&event)) epochs.push_back(*e);
      auto* s = std::get_if<RunStateChanged>(&event);
      if (!s) return;
      end = *s;
      if (s->state == RunState::running && !s->reason.empty()) told.push_back(s->reason.text());
    };
  }
};

inline TrainResult run(const Project& p, const fs::path& folder, Log& log, bool resume = false) {
  TrainControl control;
  return train({p, folder / "p.espalier", resume}, control, log.listener());
}

inline bool same(const WeightSet& a, const WeightSet& b) {
  if (a.all().size() != b.all().size()) return false;
  for (const auto& [key, tensor] : a.all()) {
    const Tensor* other = b.find(key);
    if (!other || !tensor.identical(*other)) return false;
  }
  return !a.empty();
}

inline std::string refusal(const Project& p, const fs::path& folder, bool resume) {
  Log log;
  try {
    run(p, folder, log, resume);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace espalier::test
