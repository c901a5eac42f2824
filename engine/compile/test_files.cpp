// SPDX-License-Identifier: Apache-2.0
//
// The test that a bundle brings along.
#include "engine/compile/bundle_files.h"
#include "engine/compile/c_text.h"

namespace espalier {
namespace {

constexpr int most_timed_calls = 101;

std::string vector_name(std::size_t vector, std::string_view kind, std::size_t port) {
  return fmt::format("vector_{}_{}_{}", vector, kind, port);
}

std::string arguments(const BundleSource& s, std::size_t vector) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < s.inputs.size(); ++i) list.push_back(vector_name(vector, "in", i));
  for (std::size_t i = 0; i < s.outputs.size(); ++i) list.push_back(fmt::format("out_{}", i));
  list.emplace_back("arena");
  if (s.weights_in == WeightsIn::binary) list.push_back(s.prefix + "_weights");
  return fmt::format("{}", fmt::join(list, ", "));
}

// At most a second of calls, and three at least.
std::string timing(const BundleSource& source) {
  return fmt::format(
      "  if (argc > 1 && !strcmp(argv[1], \"time\")) {{\n    static double us[{0}];\n"
      "    double sum = 0;\n    int n = 0;\n"
      "    for (; n < {0} && (n < 3 || sum < 1e6); ++n) {{\n      struct timespec a, b;\n"
      "      clock_gettime(CLOCK_MONOTONIC, &a);\n      {1}_run({2});\n"
      "      clock_gettime(CLOCK_MONOTONIC, &b);\n"
      "      us[n] = (double)(b.tv_sec - a.tv_sec) * 1e6 + (double)(b.tv_nsec - a.tv_nsec) / "
      "1e3;\n      sum += us[n];\n    }}\n"
      "    qsort(us, (size_t)n, sizeof *us, by_value);\n"
      "    printf(\"median %.2f us\\n\", us[n / 2]);\n  }}\n",
      most_timed_calls, source.prefix, arguments(source, 0));
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

std::string test_program(const BundleSource& source, const BundleTarget& target,
                         const std::vector<TestVector>& vectors, double tolerance) {
  std::string text = fmt::format(
      "// Runs the network on the test vectors and compares{1}.\n{2}#include <stdio.h>\n"
      "#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n\n#include \"{0}.h\"\n"
      "#include \"{0}_vectors.h\"\n\n"
      "static unsigned char arena[{3}] __attribute__((aligned(64)));\nstatic double largest;\n",
      source.prefix, target.bare ? "" : "; with the argument \"time\", times it, too",
      target.bare ? "" : "#define _POSIX_C_SOURCE 199309L\n", source.arena_bytes);
  if (source.weights_in == WeightsIn::binary)
    text += fmt::format("extern const unsigned char {}_weights[];  // the file, linked in\n",
                        source.prefix);
  text +=
      "\nstatic void compare(double got, double expected) {\n"
      "  if (isnan(got) && isnan(expected)) return;\n"
      "  const double d = got == expected ? 0 : fabs(got - expected) / (1 + fabs(expected));\n"
      "  if (!(d <= largest)) largest = d == d ? d : INFINITY;\n}\n\n";
  if (target.bare)
    text += "int main(void) {\n";
  else
    text +=
        "static int by_value(const void* a, const void* b) {\n"
        "  const double x = *(const double*)a, y = *(const double*)b;\n"
        "  return (x > y) - (x < y);\n}\n\nint main(int argc, char** argv) {\n";
  for (std::size_t i = 0; i < source.outputs.size(); ++i)
    text += fmt::format("  static {} out_{}[{}];\n", c_type(source.outputs[i].dtype), i,
                        std::max<std::int64_t>(1, count(source.outputs[i].shape)));
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    text += fmt::format("  if ({}_run({})) return printf(\"refused\\n\"), 1;\n", source.prefix,
                        arguments(source, v));
    for (std::size_t i = 0; i < source.outputs.size(); ++i)
      text += fmt::format(
          "  for (long i = 0; i < {}; ++i) compare((double)out_{}[i], (double){}[i]);\n",
          count(source.outputs[i].shape), i, vector_name(v, "out", i));
  }
  text += fmt::format(
      "  printf(\"largest difference %.3g\\n\", largest);\n  if (!(largest <= {0})) return "
      "printf(\"failed: more than {0}\\n\"), 1;\n",
      tolerance);
  if (!target.bare) text += timing(source);
  return text + "  printf(\"passed\\n\");\n  return 0;\n}\n";
}

std::string weights_wrapper(const BundleSource& source) {
  return fmt::format(
      R"(// {0}_weights.bin as an object: its first byte is {0}_weights.
#ifdef __wasm__
  .section .rodata.{0}_weights,"",@
  .type {0}_weights,@object
#else
  .section .rodata.{0}_weights,"a"
  .type {0}_weights, %object
#endif
  .globl {0}_weights
  .p2align 6
{0}_weights:
  .incbin "{0}_weights.bin"
  .size {0}_weights, {1}
#ifdef __ELF__
  .section .note.GNU-stack,"",%progbits
#endif
)",
      source.prefix, source.weights.size());
}

}  // namespace espalier
