// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/bundle_files.h"

#include <nlohmann/json.hpp>

#include "engine/compile/c_text.h"

namespace espalier {
namespace {

nlohmann::json ports(const std::vector<BundlePort>& list) {
  nlohmann::json out = nlohmann::json::array();
  for (const BundlePort& p : list)
    out.push_back(
        {{"name", p.name}, {"c_name", p.identifier}, {"type", name(p.dtype)}, {"shape", p.shape}});
  return out;
}

}  // namespace

std::string cmake_lists(const BundleSource& source, const BundleTarget& target,
                        const std::string& optimization) {
  const bool object = source.weights_in == WeightsIn::object;
  const bool wrapped = source.weights_in != WeightsIn::source;
  std::string text = fmt::format(
      "# Builds the network from its source{5}.\n"
      "cmake_minimum_required(VERSION 3.16)\nproject({0} C{4})\nset(CMAKE_C_STANDARD 11)\n"
      "add_library({0} {0}.c{3})\ntarget_include_directories({0} PUBLIC "
      "${{CMAKE_CURRENT_SOURCE_DIR}})\n"
      "target_compile_options({0} PRIVATE {1} $<$<COMPILE_LANGUAGE:C>:-O{2} -fno-math-errno "
      "-fno-trapping-math -ffp-contract=fast>)\n"
      "target_link_libraries({0} PUBLIC m)\n",
      source.prefix, fmt::join(target.flags, " "), optimization,
      object ? fmt::format(" {}_weights.S", source.prefix) : "", wrapped ? " ASM" : "",
      target.bare ? "" : "; `ctest` runs its test vectors");
  if (wrapped)
    text += fmt::format(
        "set_source_files_properties({0}_weights.S PROPERTIES COMPILE_OPTIONS\n"
        "  -I${{CMAKE_CURRENT_SOURCE_DIR}} OBJECT_DEPENDS "
        "${{CMAKE_CURRENT_SOURCE_DIR}}/{0}_weights.bin)\n",
        source.prefix);
  if (!target.bare)
    text += fmt::format(
        "\nenable_testing()\nadd_executable({0}_test {0}_test.c{1})\n"
        "target_link_libraries({0}_test PRIVATE {0})\nadd_test(NAME {0} COMMAND {0}_test)\n",
        source.prefix, wrapped && !object ? fmt::format(" {}_weights.S", source.prefix) : "");
  return text;
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
  m["port_bytes"] = result.port_bytes;
  m["weights"] = name(source.weights_in);
  if (source.weights_in != WeightsIn::source) m["weights_file"] = source.prefix + "_weights.bin";
  for (const BoardFit& f : result.boards)
    m["boards"].push_back({{"name", f.board.name},
                           {"flash_bytes", f.board.flash},
                           {"ram_bytes", f.board.ram},
                           {"fits", f.fits},
                           {"source", f.board.source}});
  m["tested"] = result.ran;
  if (!result.emulator.empty()) m["tested_under"] = result.emulator;
  if (!result.ran) m["not_tested_because"] = result.not_run.text();
  if (result.ran) m["largest_difference"] = result.largest_difference;
  if (!options.classes.empty()) m["classes"] = options.classes;
  if (!options.preprocessing.empty())
    m["preprocessing"] = nlohmann::json::parse(options.preprocessing);
  return m.dump(2) + "\n";
}

std::string readme(const BundleSource& source, const BundleTarget& target, const std::string& title,
                   const BundleResult& result) {
  const std::string& p = source.prefix;
  std::string text = fmt::format(
      "# {0}\n\nA compiled network for {3}. `{1}.h` declares one function, `{1}_run`; it allocates "
      "nothing\nand needs {2} bytes of working memory, aligned to 64.\n\n"
      "| file | what |\n|---|---|\n"
      "| `{1}.h`, `{1}.c` | the network; any C11 compiler of the target builds it |\n",
      title, p, result.arena_bytes, target.name);
  if (source.weights_in == WeightsIn::binary)
    text += fmt::format(
        "| `{0}_weights.bin` | the weights; bring them to memory, aligned to 64, and pass the "
        "pointer |\n| `{0}_weights.S` | the same as an object, which the test is linked with |\n",
        p);
  if (source.weights_in == WeightsIn::object)
    text += fmt::format(
        "| `{0}_weights.bin`, `{0}_weights.S` | the weights, linked as an object |\n", p);
  text += fmt::format(
      "| `lib{0}.a`{1} | the same, compiled |\n"
      "| `CMakeLists.txt`, `{0}Config.cmake`, `{0}.pc` | for CMake and pkg-config |\n"
      "| `{0}_test.c`, `{0}_vectors.h`, `{0}_test` | runs the test vectors: the outputs of the "
      "reference operators |\n",
      p, target.shared ? fmt::format(", `lib{}.so`", p) : "");
  if (target.shared)
    text += fmt::format("| `{}.py` | the shared library from Python, with numpy |\n", p);
  if (target.bare)
    text += fmt::format(
        "| `{0}_startup.c`, `{0}_test.ld` | start-up file and linker script of the test, for the "
        "emulated machine |\n",
        p);
  return text + "| `manifest.json` | shapes, sizes, boards, tolerance, preprocessing |\n";
}

}  // namespace espalier
