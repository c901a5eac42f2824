// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/bundle_files.h"

#include <nlohmann/json.hpp>

#include "engine/compile/c_text.h"

namespace espalier {
namespace {

std::string vector_name(std::size_t vector, std::string_view kind, std::size_t port) {
  return fmt::format("vector_{}_{}_{}", vector, kind, port);
}

std::string arguments(const BundleSource& s, std::size_t vector, bool results_to_buffers) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < s.inputs.size(); ++i) list.push_back(vector_name(vector, "in", i));
  for (std::size_t i = 0; i < s.outputs.size(); ++i)
    list.push_back(results_to_buffers ? fmt::format("out_{}", i) : vector_name(vector, "out", i));
  list.emplace_back("arena");
  return fmt::format("{}", fmt::join(list, ", "));
}

nlohmann::json ports(const std::vector<BundlePort>& list) {
  nlohmann::json out = nlohmann::json::array();
  for (const BundlePort& p : list)
    out.push_back(
        {{"name", p.name}, {"c_name", p.identifier}, {"type", name(p.dtype)}, {"shape", p.shape}});
  return out;
}

}  // namespace

std::string vectors_header(const BundleSource& source, const std::vector<TestVector>& vectors) {
  std::string text =
      "// Test vectors: inputs and what the reference operators compute from them.\n#include "
      "<math.h>\n#include <stdint.h>\n\n";
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    for (std::size_t i = 0; i < source.inputs.size(); ++i)
      text += c_array(vectors[v].inputs[i], vector_name(v, "in", i), "static const");
    for (std::size_t i = 0; i < source.outputs.size(); ++i)
      text += c_array(vectors[v].outputs[i], vector_name(v, "out", i), "static const");
  }
  return text;
}

std::string test_program(const BundleSource& source, const std::vector<TestVector>& vectors,
                         double tolerance) {
  std::string text = fmt::format(
      "// Runs the network on the test vectors and compares.\n#define _POSIX_C_SOURCE 199309L\n"
      "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n\n#include \"{0}.h\"\n#include "
      "\"{0}_vectors.h\"\n\n"
      "static unsigned char arena[{1}] __attribute__((aligned(64)));\nstatic double largest;\n\n"
      "static void compare(double got, double expected) {{\n"
      "  if (isnan(got) && isnan(expected)) return;\n"
      "  const double d = got == expected ? 0 : fabs(got - expected) / (1 + fabs(expected));\n"
      "  if (!(d <= largest)) largest = d == d ? d : INFINITY;\n}}\n\n"
      "static int by_value(const void* a, const void* b) {{\n"
      "  const double x = *(const double*)a, y = *(const double*)b;\n  return (x > y) - (x < "
      "y);\n}}\n\n"
      "int main(void) {{\n",
      source.prefix, source.arena_bytes);
  for (std::size_t i = 0; i < source.outputs.size(); ++i)
    text += fmt::format("  static {} out_{}[{}];\n", c_type(source.outputs[i].dtype), i,
                        std::max<std::int64_t>(1, count(source.outputs[i].shape)));
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    text += fmt::format("  if ({}_run({})) return printf(\"refused\\n\"), 1;\n", source.prefix,
                        arguments(source, v, true));
    for (std::size_t i = 0; i < source.outputs.size(); ++i)
      text += fmt::format(
          "  for (long i = 0; i < {}; ++i) compare((double)out_{}[i], (double){}[i]);\n",
          count(source.outputs[i].shape), i, vector_name(v, "out", i));
  }
  text += fmt::format(
      "  printf(\"largest difference %.3g\\n\", largest);\n  if (!(largest <= {})) return "
      "printf(\"failed: more than {}\\n\"), 1;\n"
      "  static double us[101];\n  for (int n = 0; n < 101; ++n) {{\n    struct timespec a, b;\n"
      "    clock_gettime(CLOCK_MONOTONIC, &a);\n    {}_run({});\n    "
      "clock_gettime(CLOCK_MONOTONIC, &b);\n"
      "    us[n] = (double)(b.tv_sec - a.tv_sec) * 1e6 + (double)(b.tv_nsec - a.tv_nsec) / 1e3;\n  "
      "}}\n"
      "  qsort(us, 101, sizeof *us, by_value);\n  printf(\"median %.2f us\\n\", us[50]);\n  "
      "printf(\"passed\\n\");\n  return 0;\n}}\n",
      tolerance, tolerance, source.prefix, arguments(source, 0, true));
  return text;
}

std::string cmake_lists(const BundleSource& source, const BundleTarget& target,
                        const std::string& optimization) {
  return fmt::format(
      "# Builds the network from its source; `ctest` runs its test vectors.\n"
      "cmake_minimum_required(VERSION 3.16)\nproject({0} C)\nset(CMAKE_C_STANDARD 11)\n"
      "add_library({0} {0}.c)\ntarget_include_directories({0} PUBLIC "
      "${{CMAKE_CURRENT_SOURCE_DIR}})\n"
      "target_compile_options({0} PRIVATE {1} -O{2} -fno-math-errno -fno-trapping-math "
      "-ffp-contract=fast)\n"
      "target_link_libraries({0} PUBLIC m)\n\nenable_testing()\nadd_executable({0}_test "
      "{0}_test.c)\n"
      "target_link_libraries({0}_test PRIVATE {0})\nadd_test(NAME {0} COMMAND {0}_test)\n",
      source.prefix, fmt::join(target.flags, " "), optimization);
}

std::string cmake_config(const BundleSource& source) {
  return fmt::format(
      "# find_package({0} PATHS <this folder>) gives the target {0}::{0}.\n"
      "if(NOT TARGET {0}::{0})\n  add_library({0}::{0} STATIC IMPORTED)\n  "
      "set_target_properties({0}::{0} PROPERTIES\n"
      "    IMPORTED_LOCATION \"${{CMAKE_CURRENT_LIST_DIR}}/lib{0}.a\"\n"
      "    INTERFACE_INCLUDE_DIRECTORIES \"${{CMAKE_CURRENT_LIST_DIR}}\"\n    "
      "INTERFACE_LINK_LIBRARIES m)\nendif()\n",
      source.prefix);
}

std::string pkg_config(const BundleSource& source) {
  return fmt::format(
      "prefix=${{pcfiledir}}\n\nName: {0}\nDescription: compiled network {0}\nVersion: 1.0\n"
      "Cflags: -I${{prefix}}\nLibs: -L${{prefix}} -l{0} -lm\n",
      source.prefix);
}

std::string manifest(const BundleSource& source, const BundleTarget& target,
                     const BundleOptions& options, const BundleResult& result) {
  nlohmann::ordered_json m;
  m["format"] = 1;
  m["name"] = options.name;
  m["prefix"] = source.prefix;
  m["target"] = target.name;
  m["optimization"] = options.optimization;
  m["inputs"] = ports(source.inputs);
  m["outputs"] = ports(source.outputs);
  m["arena_bytes"] = result.arena_bytes;
  m["constant_bytes"] = result.constant_bytes;
  m["code_bytes"] = result.code_bytes;
  m["tolerance"] = result.tolerance;
  m["tested"] = result.ran;
  if (result.ran) m["largest_difference"] = result.largest_difference;
  if (!options.classes.empty()) m["classes"] = options.classes;
  if (!options.preprocessing.empty())
    m["preprocessing"] = nlohmann::json::parse(options.preprocessing);
  return m.dump(2) + "\n";
}

std::string readme(const BundleSource& source, const std::string& title,
                   const BundleResult& result) {
  return fmt::format(
      "# {0}\n\nA compiled network. `{1}.h` declares one function, `{1}_run`; it allocates nothing "
      "and needs\n"
      "{2} bytes of working memory, aligned to 64.\n\n"
      "| file | what |\n|---|---|\n| `{1}.h`, `{1}.c` | the network; any C11 compiler of the "
      "target builds it |\n"
      "| `lib{1}.a`, `lib{1}.so` | the same, compiled |\n| `CMakeLists.txt`, `{1}Config.cmake`, "
      "`{1}.pc` | for CMake and pkg-config |\n"
      "| `{1}_test.c`, `{1}_vectors.h`, `{1}_test` | runs the test vectors: the outputs of the "
      "reference operators |\n"
      "| `manifest.json` | shapes, sizes, tolerance, preprocessing |\n",
      title, source.prefix, result.arena_bytes);
}

}  // namespace espalier
