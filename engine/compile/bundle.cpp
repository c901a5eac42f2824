// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/bundle.h"

#include <unistd.h>
#include <cstdio>

#include "engine/base/file.h"
#include "engine/base/philox.h"
#include "engine/base/process.h"
#include "engine/compile/bundle_files.h"
#include "engine/compile/c_text.h"
#include "engine/compile/toolchain.h"
#include "engine/passes/plan.h"
#include "engine/passes/reference_run.h"
#include "engine/passes/symbols.h"

namespace espalier {
namespace {

constexpr int random_vectors = 3;
constexpr double tolerance = 1e-4;

// A folder beside the final one that goes away unless it is moved into place.
class Workshop {
 public:
  explicit Workshop(const fs::path& wish) : final_(fs::absolute(wish).lexically_normal()) {
    if (final_.filename().empty()) final_ = final_.parent_path();
    std::error_code error;
    if (fs::exists(final_, error) && !fs::is_empty(final_, error) &&
        !fs::exists(final_ / "manifest.json", error))
      throw Error(
          ESP_TEXT("engine",
                   "{}: this folder holds other things than a bundle; choose a new or empty one"),
          final_.string());
    work_ = final_.parent_path() / fmt::format(".{}.{}", final_.filename().string(), getpid());
    fs::remove_all(work_, error);
    fs::create_directories(work_, error);
    if (error)
      throw Error(ESP_TEXT("engine", "{}: cannot be created: {}; choose another folder"),
                  final_.string(), error.message());
  }
  ~Workshop() {
    std::error_code error;
    fs::remove_all(work_, error);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  const fs::path& folder() const { return work_; }
  const fs::path& final_place() const { return final_; }
  void finish() {
    std::error_code error;
    const fs::path old = work_.string() + ".old";
    if (fs::exists(final_, error)) fs::rename(final_, old, error);
    fs::rename(work_, final_, error);
    if (error) {
      const std::string reason = error.message();
      fs::rename(old, final_, error);
      throw Error(ESP_TEXT("engine", "{}: cannot be put in place: {}"), final_.string(), reason);
    }
    rescue(old);
    fs::remove_all(old, error);
  }

 private:
  // What lay in the former folder and is not of a bundle (a main.c, a build folder) stays.
  void rescue(const fs::path& old) const {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(old, error))
      if (const fs::path place = final_ / entry.path().filename(); !fs::exists(place, error))
        fs::rename(entry.path(), place, error);
  }

  fs::path final_, work_;
};

Tensor random_input(const BundlePort& port, int vector) {
  Tensor t(port.dtype, port.shape);
  Random random(static_cast<std::uint64_t>(vector), stable_hash(port.name));
  if (port.dtype == DType::float32) {
    for (float& v : t.mutable_values<float>()) v = random.uniform();
  } else if (port.dtype == DType::int64) {
    for (std::int64_t& v : t.mutable_values<std::int64_t>())
      v = static_cast<std::int64_t>(random.below(2));
  }
  return t;
}

std::vector<TestVector> test_vectors(const PlanRequest& request, const BundleSource& source,
                                     const BundleOptions& options) {
  std::vector<TestVector> vectors;
  const std::size_t n = options.samples.empty() ? random_vectors : options.samples.size();
  for (std::size_t v = 0; v < n; ++v) {
    std::map<std::string, Tensor> inputs;
    TestVector vector;
    for (const BundlePort& port : source.inputs) {
      Tensor t;
      if (!options.samples.empty())
        if (const auto it = options.samples[v].find(port.name); it != options.samples[v].end())
          t = it->second;
      if (!t || t.shape() != port.shape || t.type() != port.dtype)
        t = random_input(port, static_cast<int>(v));
      inputs[port.name] = t;
      vector.inputs.push_back(t);
    }
    vector.outputs = reference_outputs(request, inputs);
    vectors.push_back(std::move(vector));
  }
  return vectors;
}

void run_test(const fs::path& folder, const std::string& program, const BundleOptions& options,
              BundleResult& result) {
  const ProcessResult run = run_process({(folder / program).string()}, folder, options.cancel);
  if (options.cancel && *options.cancel) throw Error(ESP_TEXT("engine", "cancelled"));
  if (run.status != 0)
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

}  // namespace

BundleResult write_bundle(const Network& network, const WeightSet& weights, const fs::path& folder,
                          const BundleOptions& options) {
  const auto progress = [&](double fraction, const char* doing) {
    if (options.cancel && *options.cancel) throw Error(ESP_TEXT("engine", "cancelled"));
    if (options.progress) options.progress(fraction, message(doing));
  };
  const BundleTarget& target = bundle_target(options.target);
  const Toolchain tools(target, options.compiler, options.optimization, options.cancel);
  Workshop workshop(folder);

  progress(0.05, ESP_TEXT("engine", "planning"));
  const WeightSet all = completed(network, weights, 0);
  PlanRequest request;
  request.network = &network;
  request.dims = complete_dims(network, options.dims);
  request.target = target.cpu();
  request.weights = &all;
  const BundleSource source =
      write_c(make_schedule(request), c_identifier(options.name), options.name);

  progress(0.2, ESP_TEXT("engine", "computing test vectors"));
  const std::vector<TestVector> vectors = test_vectors(request, source, options);
  const std::string& p = source.prefix;
  const fs::path& work = workshop.folder();
  write_text(work / (p + ".h"), source.header);
  write_text(work / (p + ".c"), source.source);
  write_text(work / (p + "_vectors.h"), vectors_header(source, vectors));
  write_text(work / (p + "_test.c"), test_program(source, vectors, tolerance));
  write_text(work / "CMakeLists.txt", cmake_lists(source, target, options.optimization));
  write_text(work / (p + "Config.cmake"), cmake_config(source));
  write_text(work / (p + ".pc"), pkg_config(source));

  progress(0.3, ESP_TEXT("engine", "compiling"));
  tools.compile(work, p + ".c", p + ".o");
  tools.archive(work, p + ".o", "lib" + p + ".a");
  tools.share(work, p + ".o", "lib" + p + ".so");
  progress(0.7, ESP_TEXT("engine", "compiling the test"));
  tools.compile(work, p + "_test.c", p + "_test.o");
  tools.link(work, {p + "_test.o", p + ".o"}, p + "_test");

  BundleResult result;
  result.arena_bytes = source.arena_bytes;
  result.constant_bytes = source.constant_bytes;
  result.code_bytes = tools.code_bytes(work, p + ".o");
  result.library_bytes = fs::file_size(work / ("lib" + p + ".a"));
  result.tolerance = tolerance;
  progress(0.9, ESP_TEXT("engine", "running the test"));
  if (target.like <= best_isa()) run_test(work, p + "_test", options, result);
  fs::remove(work / (p + ".o"));
  fs::remove(work / (p + "_test.o"));
  write_text(work / "manifest.json", manifest(source, target, options, result));
  write_text(work / "README.md", readme(source, options.name, result));
  workshop.finish();
  result.folder = workshop.final_place();
  progress(1, ESP_TEXT("engine", "done"));
  return result;
}

}  // namespace espalier
