// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/bundle.h"

#include <doctest/doctest.h>

#include "engine/base/process.h"
#include "engine/compile/c_text.h"
#include "tests/engine/train/networks.h"

using namespace espalier;
using test::add;
using test::Folder;

namespace {

Network small_cnn() {
  Network n;
  const NodeId x =
      add(n, "Input", "image 0", {}, {{"shape", SymShape{Dim::symbol("N"), 1, 12, 12}}});
  const NodeId conv =
      add(n, "Conv", "conv", {{x, 0}},
          {{"channels", std::int64_t{5}}, {"kernel_shape", std::vector<std::int64_t>{3, 3}}});
  const NodeId relu = add(n, "Relu", "relu", {{conv, 0}});
  const NodeId pool = add(n, "MaxPool", "pool", {{relu, 0}},
                          {{"kernel_shape", std::vector<std::int64_t>{2, 2}},
                           {"strides", std::vector<std::int64_t>{2, 2}}});
  const NodeId flat = add(n, "Flatten", "flat", {{pool, 0}});
  const NodeId fc = add(n, "Gemm", "fc", {{flat, 0}}, {{"units", std::int64_t{7}}});
  const NodeId soft = add(n, "Softmax", "soft", {{fc, 0}});
  add(n, "Output", "scores", {{soft, 0}});
  return n;
}

}  // namespace

TEST_CASE("a bundle passes its own test at every level of optimisation") {
  const Folder folder("bundle");
  for (const char* level : {"0", "3", "s"}) {
    BundleOptions options;
    options.name = "net";
    options.optimization = level;
    options.target = best_isa() >= Isa::avx2 ? "x86-64-v3" : "x86-64-v2";
    const BundleResult r = write_bundle(small_cnn(), {}, folder.path / level, options);
    CHECK(r.ran);
    CHECK(r.largest_difference <= r.tolerance);
    CHECK(r.arena_bytes > 0);
    CHECK(r.code_bytes > 0);
    for (const char* file : {"net.h", "net.c", "libnet.a", "libnet.so", "netConfig.cmake", "net.pc",
                             "CMakeLists.txt", "manifest.json", "net_test", "README.md"})
      CHECK(fs::exists(folder.path / level / file));
  }
}

TEST_CASE("the plain target and a batch of more than one") {
  const Folder folder("bundle2");
  BundleOptions options;
  options.target = "x86-64-v2";
  options.dims = {{"N", 3}};
  CHECK(write_bundle(small_cnn(), {}, folder.path / "b", options).ran);
}

TEST_CASE("two bundles link into one program") {
  const Folder folder("bundles");
  for (const char* name : {"first", "second"}) {
    BundleOptions options;
    options.name = name;
    write_bundle(small_cnn(), {}, folder.path / name, options);
  }
  write_text(folder.path / "main.c",
             "#include \"first/first.h\"\n#include \"second/second.h\"\n"
             "static unsigned char arena[FIRST_ARENA_BYTES] __attribute__((aligned(64)));\n"
             "int main(void) { static float x[144], y[7], z[7];\n"
             "  if (first_run(x, y, arena) || second_run(x, z, arena)) return 1;\n"
             "  for (int i = 0; i < 7; ++i) if (y[i] != z[i]) return 2;\n  return 0; }\n");
  const ProcessResult built = run_process(
      {"cc", "main.c", "first/libfirst.a", "second/libsecond.a", "-lm", "-o", "main"}, folder.path);
  CHECK_MESSAGE(built.status == 0, built.output);
  CHECK(run_process({(folder.path / "main").string()}, folder.path).status == 0);
}

TEST_CASE("the bundle builds by its own CMake file and needs nothing but libm") {
  const Folder folder("bundle_cmake");
  BundleOptions options;
  options.name = "net";
  write_bundle(small_cnn(), {}, folder.path / "net", options);
  const ProcessResult symbols = run_process({"nm", "-u", "libnet.so"}, folder.path / "net");
  for (const char* forbidden : {"malloc", "calloc", "free", "printf", "pthread", "memalign"})
    CHECK(symbols.output.find(forbidden) == std::string::npos);
  const ProcessResult built =
      run_process({"sh", "-c",
                   "cmake -S net -B b -G Ninja >log 2>&1 && cmake --build b >>log 2>&1 && ctest "
                   "--test-dir b >>log 2>&1 || (cat log; exit 1)"},
                  folder.path);
  CHECK_MESSAGE(built.status == 0, built.output);
}

TEST_CASE("what cannot be is said, and nothing is left behind") {
  const Folder folder("bundle_refused");
  const auto refusal = [&](const BundleOptions& options, const Network& n) {
    try {
      write_bundle(n, {}, folder.path / "b", options);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  BundleOptions options;
  options.target = "pdp-11";
  CHECK(refusal(options, small_cnn()).find("x86-64-v3") != std::string::npos);
  options = {};
  options.compiler = "no-such-compiler";
  CHECK(refusal(options, small_cnn()).find("no-such-compiler") != std::string::npos);
  options = {};
  options.optimization = "9";
  CHECK(refusal(options, small_cnn()).find("\"9\"") != std::string::npos);
  options = {};
  options.compiler = "false";
  CHECK(refusal(options, small_cnn()).find("false") != std::string::npos);
  Network lacking;
  const NodeId x = add(lacking, "Input", "x", {}, {{"shape", SymShape{3, 4}}});
  const NodeId sum = add(lacking, "CumSum", "running", {{x, 0}});
  add(lacking, "Output", "y", {{sum, 0}});
  const std::string lacks = refusal({}, lacking);
  for (const char* words : {"running", "CumSum has no kernel in C", "not compiled"})
    CHECK_MESSAGE(lacks.find(words) != std::string::npos, lacks);
  CHECK(fs::is_empty(folder.path));
  fs::create_directories(folder.path / "b");
  write_text(folder.path / "b/precious.txt", "mine");
  CHECK(refusal({}, small_cnn()).find("other things") != std::string::npos);
  CHECK(fs::exists(folder.path / "b/precious.txt"));
}

TEST_CASE("a bundle that is written again leaves alone what is not its own") {
  const Folder folder("bundle_again");
  const fs::path bundle = folder.path / "net";
  write_bundle(small_cnn(), {}, bundle, {});
  write_text(bundle / "main.c", "mine");
  fs::create_directories(bundle / "build/deep");
  write_text(bundle / "README.md", "the bundle's");
  write_bundle(small_cnn(), {}, bundle, {});
  CHECK(read_text(bundle / "main.c") == "mine");
  CHECK(fs::is_directory(bundle / "build/deep"));
  CHECK(read_text(bundle / "README.md") != "the bundle's");
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("cancelled: nothing is left behind") {
  const Folder folder("bundle_cancel");
  std::atomic<bool> cancel{false};
  BundleOptions options;
  options.cancel = &cancel;
  options.progress = [&](double fraction, const Message&) {
    if (fraction >= 0.3) cancel = true;
  };
  CHECK_THROWS_AS(write_bundle(small_cnn(), {}, folder.path / "b", options), Error);
  CHECK(fs::is_empty(folder.path));
}
