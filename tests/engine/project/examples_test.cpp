// SPDX-License-Identifier: Apache-2.0
//
// The example projects open, infer without a complaint, and are as the program itself saves them.
#include "engine/graph/inference.h"
#include "engine/project/project_file.h"
#include "helpers.h"

using namespace espalier;
using namespace espalier::testing;

TEST_CASE("example projects") {
  int count = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(ESPALIER_SOURCE_DIR) / "projects")) {
    if (entry.path().extension() != ".espalier") continue;
    CAPTURE(entry.path().string());
    ++count;
    const LoadedProject loaded = load_project(entry.path());
    CHECK(loaded.warnings.empty());
    CHECK(loaded.project.unknown.empty());
    Inference inference;
    inference.update(loaded.project.network);
    for (const Diagnostic& d : inference.diagnostics()) FAIL_CHECK(d.message.text());
    CHECK(inference.total().parameters.constant().value_or(0) > 0);
    for (const NodeId id : loaded.project.network.graph.nodes()) {
      CHECK(loaded.project.layout.sheets.at("").cards.contains(id));
    }
    CHECK(project_text(loaded.project) == read_text(entry.path()));
  }
  CHECK(count >= 3);
}
