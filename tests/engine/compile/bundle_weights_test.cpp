// SPDX-License-Identifier: Apache-2.0
//
// Weights in the source, in a file, in an object; and what boards have room for.
#include <doctest/doctest.h>

#include "engine/base/process.h"
#include "engine/compile/bundle.h"
#include "tests/engine/train/networks.h"

using namespace espalier;
using test::add;
using test::Folder;

namespace {

Network product() {
  Network n;
  const NodeId x = add(n, "Input", "x", {}, {{"shape", SymShape{1, 16}}});
  const NodeId fc = add(n, "Gemm", "fc", {{x, 0}}, {{"units", std::int64_t{9}}});
  add(n, "Output", "y", {{fc, 0}});
  return n;
}

std::string refusal(const fs::path& folder, const BundleOptions& options) {
  try {
    write_bundle(product(), {}, folder, options);
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

}  // namespace

TEST_CASE("the same results wherever the weights are, and all in one program") {
  const Folder folder("bundle_weights");
  for (const WeightsIn weights : {WeightsIn::source, WeightsIn::binary, WeightsIn::object}) {
    BundleOptions options;
    options.target = "host";
    options.name = std::string("by_") + std::string(name(weights));
    options.weights = weights;
    const BundleResult r = write_bundle(product(), {}, folder.path / name(weights), options);
    CHECK(r.ran);
    CHECK(r.constant_bytes >= (16 + 1) * 9 * 4);
    const fs::path file = folder.path / name(weights) / (options.name + "_weights.bin");
    CHECK(fs::exists(file) == (weights != WeightsIn::source));
  }
  write_text(
      folder.path / "main.c",
      "#include <stdio.h>\n#include \"source/by_source.h\"\n#include \"binary/by_binary.h\"\n"
      "#include \"object/by_object.h\"\n"
      "static _Alignas(64) unsigned char arena[BY_SOURCE_ARENA_BYTES];\n"
      "static _Alignas(64) unsigned char weights[BY_BINARY_WEIGHTS_BYTES];\n"
      "int main(void) {\n  float x[16], y[3][9];\n"
      "  for (int i = 0; i < 16; ++i) x[i] = (float)i;\n"
      "  FILE* f = fopen(\"binary/by_binary_weights.bin\", \"rb\");\n"
      "  if (!f || fread(weights, 1, sizeof weights, f) != sizeof weights) return 1;\n"
      "  if (by_binary_run(x, y[1], arena, 0) != 1) return 2;\n"
      "  if (by_binary_run(x, y[1], arena, weights + 4) != 1) return 3;\n"
      "  if (by_source_run(x, y[0], arena) || by_binary_run(x, y[1], arena, weights) ||\n"
      "      by_object_run(x, y[2], arena)) return 4;\n"
      "  for (int i = 0; i < 9; ++i) if (y[0][i] != y[1][i] || y[0][i] != y[2][i]) return 5;\n"
      "  return 0;\n}\n");
  const ProcessResult built =
      run_process({"cc", "main.c", "source/libby_source.a", "binary/libby_binary.a",
                   "object/libby_object.a", "-lm", "-o", "main"},
                  folder.path);
  CHECK_MESSAGE(built.status == 0, built.output);
  CHECK(run_process({(folder.path / "main").string()}, folder.path).status == 0);
}

TEST_CASE("a bundle with weights in a file builds by its own CMake file") {
  const Folder folder("bundle_weights_cmake");
  for (const WeightsIn weights : {WeightsIn::binary, WeightsIn::object}) {
    BundleOptions options;
    options.target = "host";
    options.name = "net";
    options.weights = weights;
    write_bundle(product(), {}, folder.path / "net", options);
    const ProcessResult built = run_process(
        {"sh", "-c",
         "rm -rf b; cmake -S net -B b -G Ninja >log 2>&1 && cmake --build b >>log 2>&1 && ctest "
         "--test-dir b >>log 2>&1 || (cat log; exit 1)"},
        folder.path);
    CHECK_MESSAGE(built.status == 0, built.output);
  }
}

TEST_CASE("weights of no kind") {
  CHECK_THROWS_WITH_AS(weights_in_from_name("tape"),
                       "weights \"tape\": expected source, binary or object", Error);
}

TEST_CASE("what a board has no room for is refused with both numbers") {
  const Board board{"tiny", 4000, 1000, ""};
  CHECK_NOTHROW(require_fit(board, {3000, 1000, 900, 100}));
  CHECK_THROWS_WITH_AS(
      require_fit(board, {0, 0, 950, 100}),
      "the network needs 1050 bytes of RAM (arena 950, inputs and outputs 100), but "
      "board tiny has 1000; choose a larger board or make the network smaller",
      Error);
  CHECK_THROWS_WITH_AS(
      require_fit(board, {3000, 1001, 1, 1}),
      "the network needs 4001 bytes of flash (code 3000, constants 1001), but board "
      "tiny has 4000; choose a larger board or make the network smaller",
      Error);
  const std::vector<BoardFit> fits =
      board_fits({board, {"large", 5000, 2000, ""}}, {1, 1, 1500, 0});
  CHECK(!fits[0].fits);
  CHECK(fits[1].fits);
}

TEST_CASE("boards and sysroots that are not there leave nothing behind") {
  const Folder folder("bundle_boards");
  BundleOptions options;
  options.target = "host";
  options.board = "Fridge";
  CHECK(refusal(folder.path / "b", options).find("has no boards") != std::string::npos);
  options.target = "cortex-m4";
  CHECK(refusal(folder.path / "b", options).find("NUCLEO-L4R5ZI") != std::string::npos);
  options = {};
  options.sysroot = folder.path / "nowhere";
  CHECK(refusal(folder.path / "b", options).find("no folder") != std::string::npos);
  CHECK(fs::is_empty(folder.path));
}

TEST_CASE("every target can say what it needs") {
  CHECK(bundle_targets().size() >= 11);
  for (const BundleTarget& t : bundle_targets()) {
    CHECK_MESSAGE(!std::string_view(t.description).empty(), t.name);
    CHECK_MESSAGE(!t.package.empty(), t.name);
    CHECK_MESSAGE((t.here || t.emulator.empty() || !t.emulator_package.empty()), t.name);
    for (const Board& b : t.boards) {
      CHECK_MESSAGE((b.flash > 0 && b.ram > 0 && !b.source.empty()), b.name);
      CHECK(&t.board(b.name) == &b);
    }
  }
}
