// SPDX-License-Identifier: Apache-2.0
//
// What leaves the program: ONNX files and bundles, each compared with the engine before it is done.
#include <cmath>

#include "engine/base/file.h"
#include "engine/onnx/onnx.h"
#include "engine/passes/reference_run.h"
#include "engine/passes/symbols.h"
#include "engine/quant/quantize.h"
#include "engine/session/operations.h"
#include "engine/session/runner.h"

namespace espalier {
namespace {

constexpr double tolerance = 1e-4;

double largest_difference(const Tensor& a, const Tensor& b, const std::string& name) {
  if (a.type() != b.type() || a.shape() != b.shape())
    throw Error(ESP_TEXT("engine", "output \"{}\" came back as {} instead of {}"), name,
                to_string(b.shape()), to_string(a.shape()));
  if (a.type() != DType::float32) return a.identical(b) ? 0 : INFINITY;
  double largest = 0;
  const auto x = a.values<float>(), y = b.values<float>();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i] || (std::isnan(x[i]) && std::isnan(y[i]))) continue;
    largest =
        std::max(largest, std::fabs(double{x[i]} - double{y[i]}) / (1 + std::fabs(double{x[i]})));
  }
  return largest;
}

// Runs the drawing and the written file on the same random inputs.
double compare(const Project& project, const std::string& bytes, const std::string& file) {
  const ImportedModel back = import_onnx(std::as_bytes(std::span(bytes)), {}, file);
  PlanRequest here;
  here.network = &project.network;
  here.dims = complete_dims(project.network);
  here.weights = &project.weights;
  PlanRequest there = here;
  there.network = &back.network;
  there.weights = &back.weights;
  there.dims = complete_dims(back.network);
  Runner ours(here, project.weights, 1), theirs(there, back.weights, 1);
  ours.feed_random();
  theirs.feed_random();
  ours.executor().run();
  theirs.executor().run();
  if (ours.schedule().outputs.size() != theirs.schedule().outputs.size())
    throw Error(ESP_TEXT("engine", "the file has {} outputs instead of {}"),
                theirs.schedule().outputs.size(), ours.schedule().outputs.size());
  double largest = 0;
  for (std::size_t i = 0; i < ours.schedule().outputs.size(); ++i)
    largest = std::max(largest, largest_difference(ours.output(i), theirs.output(i),
                                                   ours.schedule().outputs[i].name));
  return largest;
}

}  // namespace

JobDone export_onnx(const ExportOnnxRequest& request, const JobContext& job) {
  std::error_code same;
  if (fs::equivalent(request.path, request.output, same))
    throw Error(
        ESP_TEXT("engine", "{}: this is the project itself; choose another name for the ONNX file"),
        request.output.string());
  job.at(0.1, ESP_TEXT("engine", "writing"));
  ExportOptions options;
  options.opset = request.opset;
  options.name = request.path.empty() ? "network" : request.path.stem().string();
  const Preprocessing preprocessing = preprocessing_of(request.project, request.path);
  if (!preprocessing.json.empty()) options.metadata["preprocessing"] = preprocessing.json;
  std::string classes;
  for (const std::string& c : preprocessing.classes) classes += (classes.empty() ? "" : "\n") + c;
  if (!classes.empty()) options.metadata["classes"] = classes;
  Project whole = deployed(request.project);
  whole.weights = completed(whole.network, whole.weights, 0);
  const std::string bytes = espalier::export_onnx(whole.network, whole.weights, options);
  job.at(0.5, ESP_TEXT("engine", "reading it back and comparing"));
  const double difference = compare(whole, bytes, request.output.filename().string());
  if (!(difference <= tolerance))
    throw Error(ESP_TEXT("engine",
                         "the file gives other results than the engine (largest difference {:.3g}) "
                         "and was not written"),
                difference);
  job.at(0.9, ESP_TEXT("engine", "saving"));
  AtomicFile file(request.output);
  file.write(std::string_view(bytes));
  file.commit();
  JobDone done;
  done.result = request.output;
  done.facts = {{message(ESP_TEXT("engine", "largest difference from the engine")),
                 fmt::format("{:.2g}", difference)},
                {message(ESP_TEXT("engine", "size")), fmt::format("{} B", bytes.size())},
                {message(ESP_TEXT("engine", "opset")), fmt::format("{}", request.opset)}};
  return done;
}

JobDone compile(const CompileRequest& request, const JobContext& job) {
  BundleOptions options;
  options.name = request.path.empty() ? "network" : request.path.stem().string();
  options.target = request.target;
  options.optimization = request.optimization;
  const Preprocessing preprocessing = preprocessing_of(request.project, request.path);
  options.preprocessing = preprocessing.json;
  options.classes = preprocessing.classes;
  options.progress = job.progress;
  options.cancel = job.cancel;
  BundleResult result;
  try {
    const Project project = deployed(request.project);
    result = write_bundle(project.network, project.weights, request.output, options);
  } catch (const Error&) {
    if (job.cancelled()) throw Cancelled();
    throw;
  }
  JobDone done;
  done.result = result.folder;
  const auto bytes = [](std::size_t n) { return fmt::format("{} B", n); };
  done.facts = {{message(ESP_TEXT("engine", "working memory (arena)")), bytes(result.arena_bytes)},
                {message(ESP_TEXT("engine", "weights")), bytes(result.constant_bytes)},
                {message(ESP_TEXT("engine", "code")), bytes(result.code_bytes)}};
  if (result.ran) {
    done.facts.emplace_back(message(ESP_TEXT("engine", "largest difference from the reference")),
                            fmt::format("{:.2g}", result.largest_difference));
    done.facts.emplace_back(message(ESP_TEXT("engine", "time of one call, this machine")),
                            fmt::format("{:.1f} µs", result.microseconds));
  } else {
    done.facts.emplace_back(message(ESP_TEXT("engine", "test")),
                            "not run: this machine lacks the target's instructions");
  }
  return done;
}

}  // namespace espalier
