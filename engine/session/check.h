// SPDX-License-Identifier: Apache-2.0
//
// What keeps a file from being run, found without running it.
#pragma once

#include <string>
#include <vector>

#include "engine/graph/diagnostic.h"
#include "engine/session/operations.h"

namespace espalier {

struct Problem {
  Severity severity = Severity::error;
  std::string layer;  // empty: the whole file
  Message message;
};

// Everything that is wrong with a file: what reading it left out, every layer's diagnostics, sizes of
// zero, weights that do not fit; and where all that is well, the first reason why no plan can be
// made or this machine cannot run it.
std::vector<Problem> problems_of(const OpenedFile& file);

// A sentence that says how many parameters have no weights and get their initial values; empty
// where all have some.
Message untrained(const Project& project);

}  // namespace espalier
