// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/project/json_reader.h"

namespace espalier {

// Turns a document of format `from` into one of the next format.
struct Migration {
  int from;
  void (*apply)(Json& document);
};

// Those of this program, ascending, the last one to project_format.
std::span<const Migration> migrations();

// Brings a document to format `to`. Throws Error where the format is missing, newer than `to`, or
// too old for the steps. Precondition: the steps ascend.
void migrate(Json& document, std::span<const Migration> steps, int to, const std::string& origin);

}  // namespace espalier
