// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/bundle.h"

#include "engine/base/process.h"
#include "engine/compile/bare_metal.h"
#include "engine/compile/bundle_files.h"
#include "engine/compile/c_text.h"
#include "engine/compile/test_vectors.h"
#include "engine/compile/toolchain.h"
#include "engine/compile/workshop.h"
#include "engine/passes/plan.h"
#include "engine/passes/reference_run.h"
#include "engine/passes/symbols.h"

namespace espalier {
namespace {

constexpr double tolerance = 1e-4;

std::size_t bytes(const std::vector<BundlePort>& ports) {
  std::size_t sum = 0;
  for (const BundlePort& p : ports) sum += bytes_of(p.dtype, count(p.shape));
  return sum;
}

// Why the emulated machine has too little memory for the test, or nothing.
Message too_large_for_test(const BareMachine& m, const BundleResult& r, std::size_t vectors) {
  constexpr std::size_t library = std::size_t{128} << 10;  // the C library, stack and heap
  const std::size_t code = r.code_bytes + r.constant_bytes + vectors * r.port_bytes + library;
  const std::size_t data = r.arena_bytes + r.port_bytes + library;
  if (code <= m.code_bytes && data <= m.data_bytes) return {};
  return message(ESP_TEXT("engine",
                          "its test needs {} bytes for code and constants and {} for data, and the "
                          "emulated machine has {} and {}"),
                 code, data, m.code_bytes, m.data_bytes);
}

void run_test(const fs::path& folder, const std::string& program, const BundleTarget& target,
              const BundleOptions& options, BundleResult& result) {
  std::vector<std::string> command = program_runner(target);
  if (!command.empty()) result.emulator = command[0];
  command.push_back((folder / program).string());
  if (result.emulator.empty()) command.emplace_back("time");
  const ProcessResult run = run_process(command, folder, options.cancel);
  if (options.cancel && *options.cancel) throw Error(ESP_TEXT("engine", "cancelled"));
  if (run.status != 0 || run.output.find("passed") == std::string::npos)
    throw Error(ESP_TEXT("engine", "the bundle's own test failed (status {}): {}"), run.status,
                run.output);
  result.ran = true;
  auto number_after = [&](const char* label) {
    const std::size_t at = run.output.find(label);
    return at == std::string::npos
               ? 0.0
               : std::strtod(run.output.c_str() + at + std::char_traits<char>::length(label),
                             nullptr);
  };
  result.largest_difference = number_after("largest difference ");
  result.microseconds = number_after("median ");
}

// Where it can be run; else says why not.
void try_test(const fs::path& folder, const std::string& program, const BundleTarget& target,
              const BundleOptions& options, std::size_t vectors, BundleResult& result) {
  if (target.bare) result.not_run = too_large_for_test(*target.bare, result, vectors);
  if (result.not_run.empty()) {
    try {
      program_runner(target);
    } catch (const Error& e) {
      result.not_run = e.message();
    }
  }
  if (result.not_run.empty()) return run_test(folder, program, target, options, result);
  if (options.must_test)
    throw Error(ESP_TEXT("engine", "the bundle's own test cannot be run: {}"),
                result.not_run.text());
}

void write_texts(const fs::path& work, const BundleSource& source, const BundleTarget& target,
                 const BundleOptions& options, const std::vector<TestVector>& vectors) {
  const std::string& p = source.prefix;
  write_text(work / (p + ".h"), source.header);
  write_text(work / (p + ".c"), source.source);
  write_text(work / (p + "_vectors.h"), vectors_header(source, vectors));
  write_text(work / (p + "_test.c"), test_program(source, target, vectors, tolerance));
  write_text(work / "CMakeLists.txt", cmake_lists(source, target, options.optimization));
  write_text(work / (p + "Config.cmake"), cmake_config(source));
  write_text(work / (p + ".pc"), pkg_config(source));
  if (target.shared) write_text(work / (p + ".py"), python_module(source, options.name));
  if (source.weights_in != WeightsIn::source) {
    write_text(work / (p + "_weights.bin"), source.weights);
    write_text(work / (p + "_weights.S"), weights_wrapper(source));
  }
  if (target.bare) {
    write_text(work / (p + "_startup.c"), startup_source());
    write_text(work / (p + "_test.ld"), linker_script(*target.bare));
  }
}

// Library and test; what the compiler leaves besides goes away.
void build(const fs::path& work, const BundleSource& source, const BundleTarget& target,
           const Toolchain& tools, const std::function<void(double, const char*)>& progress) {
  const std::string& p = source.prefix;
  std::vector<std::string> library = {p + ".o"}, test = {p + "_test.o", p + ".o"};
  progress(0.3, ESP_TEXT("engine", "compiling"));
  tools.compile(work, p + ".c", p + ".o");
  if (source.weights_in != WeightsIn::source) {
    tools.compile(work, p + "_weights.S", p + "_weights.o");
    test.push_back(p + "_weights.o");
    if (source.weights_in == WeightsIn::object) library.push_back(p + "_weights.o");
  }
  tools.archive(work, library, "lib" + p + ".a");
  if (target.shared) tools.share(work, library, "lib" + p + ".so");
  progress(0.7, ESP_TEXT("engine", "compiling the test"));
  tools.compile(work, p + "_test.c", p + "_test.o");
  std::string script;
  if (target.bare) {
    script = p + "_test.ld";
    tools.compile(work, p + "_startup.c", p + "_startup.o");
    test.push_back(p + "_startup.o");
  }
  tools.link(work, test, p + "_test", script);
  for (const std::string& object : test) fs::remove(work / object);
}

}  // namespace

BundleResult write_bundle(const Network& network, const WeightSet& weights, const fs::path& folder,
                          const BundleOptions& options) {
  const auto progress = [&](double fraction, const char* doing) {
    if (options.cancel && *options.cancel) throw Error(ESP_TEXT("engine", "cancelled"));
    if (options.progress) options.progress(fraction, message(doing));
  };
  const BundleTarget& target = bundle_target(options.target);
  const Board* board = options.board.empty() ? nullptr : &target.board(options.board);
  const Toolchain tools(
      target, {options.optimization, options.compiler, options.sysroot, options.link_args},
      options.cancel);
  Workshop workshop(folder);

  progress(0.05, ESP_TEXT("engine", "planning"));
  const WeightSet all = completed(network, weights, 0);
  PlanRequest request;
  request.network = &network;
  request.dims = complete_dims(network, options.dims);
  request.target = target.cpu();
  request.weights = &all;
  const Schedule schedule = make_schedule(request);
  const BundleSource source =
      write_c(schedule, c_identifier(options.name), options.name, options.weights);
  BundleResult result;
  result.arena_bytes = source.arena_bytes;
  result.port_bytes = bytes(source.inputs) + bytes(source.outputs);
  BoardNeeds needs{0, source.constant_bytes, result.arena_bytes, result.port_bytes};
  if (board) require_fit(*board, needs);

  progress(0.2, ESP_TEXT("engine", "computing test vectors"));
  const std::vector<TestVector> vectors =
      test_vectors(request, schedule, source.inputs, options.samples);
  const std::string& p = source.prefix;
  const fs::path& work = workshop.folder();
  write_texts(work, source, target, options, vectors);
  build(work, source, target, tools, progress);

  const SectionSizes measured = tools.sizes(work, "lib" + p + ".a");
  result.code_bytes = needs.code = measured.code;
  if (measured.constants != 0)
    needs.constants =
        measured.constants +
        (source.weights_in == WeightsIn::binary ? source.weights.size() : std::size_t{0});
  result.constant_bytes = needs.constants;
  result.library_bytes = fs::file_size(work / ("lib" + p + ".a"));
  result.tolerance = tolerance;
  if (board) require_fit(*board, needs);
  result.boards = board_fits(board ? std::vector<Board>{*board} : target.boards, needs);
  progress(0.9, ESP_TEXT("engine", "running the test"));
  try_test(work, p + "_test", target, options, vectors.size(), result);
  write_text(work / "manifest.json", manifest(source, target, options, result));
  write_text(work / "README.md", readme(source, target, options.name, result));
  workshop.finish();
  result.folder = workshop.final_place();
  progress(1, ESP_TEXT("engine", "done"));
  return result;
}

}  // namespace espalier
