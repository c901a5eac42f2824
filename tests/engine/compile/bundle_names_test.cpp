// SPDX-License-Identifier: Apache-2.0
//
// Bundles whose names are anything, and several of them in one program.
#include <doctest/doctest.h>

#include "engine/base/process.h"
#include "engine/compile/bundle.h"
#include "tests/engine/train/networks.h"

using namespace espalier;
using test::add;
using test::Folder;

namespace {

// A chain of sums over inputs of these names.
Network sums(const std::vector<std::string>& names) {
  Network n;
  NodeId sum{};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const NodeId x = add(n, "Input", names[i], {}, {{"shape", SymShape{1, 4}}});
    sum = i == 0 ? x : add(n, "Add", "+ " + names[i], {{sum, 0}, {x, 0}});
  }
  const NodeId relu = add(n, "Relu", "return", {{sum, 0}});
  add(n, "Output", "double", {{relu, 0}});
  return n;
}

}  // namespace

TEST_CASE("names of projects, layers and inputs may be anything") {
  const Folder folder("bundle_names");
  BundleOptions options;
  options.target = "host";
  options.name = "my 网络/int \"x\"";
  const BundleResult r = write_bundle(
      sums({"int",          "a b",         "a:b",   "a_b",      "x",     "X",    "网络",
            "网线",         "size_t",      "linux", "NULL",     "m",     "1",    "*+",
            "esp_activate", "binary_tile", "\\",    "restrict", "arena", "main", "printf"}),
      {}, folder.path / "odd", options);
  CHECK(r.ran);
  // as a user compiles it: GNU C, where some names are macros
  const ProcessResult built = run_process(
      {"sh", "-c", "cc -Wall -Werror -c $(ls odd/*.c | grep -v _test) -o odd.o"}, folder.path);
  CHECK_MESSAGE(built.status == 0, built.output);
}

TEST_CASE("two projects in another script do not have one prefix") {
  const Folder folder("bundle_scripts");
  BundleOptions options;
  options.target = "host";
  std::vector<std::string> command = {"cc"};
  for (const char* name : {"网络", "模型"}) {
    options.name = name;
    write_bundle(sums({"x"}), {}, folder.path / name, options);
    for (const auto& entry : fs::directory_iterator(folder.path / name))
      if (entry.path().extension() == ".a") {
        command.emplace_back("-Wl,--whole-archive");
        command.push_back(entry.path().string());
      }
  }
  write_text(folder.path / "main.c", "int main(void) { return 0; }\n");
  command.insert(command.end(), {"-Wl,--no-whole-archive", "main.c", "-lm", "-o", "main"});
  const ProcessResult built = run_process(command, folder.path);
  CHECK_MESSAGE(built.status == 0, built.output);
}
