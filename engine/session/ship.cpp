// SPDX-License-Identifier: Apache-2.0
//
// What leaves the program: ONNX files and bundles, each compared with the engine before it is done.
#include <cmath>
#include <map>

#include "engine/base/file.h"
#include "engine/base/philox.h"
#include "engine/graph/op.h"
#include "engine/onnx/onnx.h"
#include "engine/passes/reference_run.h"
#include "engine/passes/symbols.h"
#include "engine/quant/quantize.h"
#include "engine/session/operations.h"

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

double largest_difference(const HostValue& a, const HostValue& b, const std::string& name) {
  if (a.is_tensor() && b.is_tensor()) return largest_difference(a.tensor(), b.tensor(), name);
  if (!a && !b) return 0;
  if (!a.is_sequence() || !b.is_sequence() || a.sequence().size() != b.sequence().size())
    return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < a.sequence().size(); ++i)
    largest = std::max(largest, largest_difference(a.sequence()[i], b.sequence()[i], name));
  return largest;
}

// By the names that the inputs have outside: floats in [0, 1) seeded by the name, zeros else.
// `free`: the size of symbols other than the batch.
std::map<std::string, HostValue> random_inputs(const Network& network, std::int64_t free) {
  Bindings dims = complete_dims(network, {}, 0);
  for (auto& [symbol, size] : dims) size = size == 0 ? 1 : free;
  std::map<std::string, HostValue> inputs;
  for (const NodeId id : network.graph.nodes()) {
    const Node& node = network.graph.node(id);
    if (!is_input(node)) continue;
    std::string name = attribute<std::string>(node, "tensor_name");
    if (name.empty()) name = node.name;
    const std::string kind = attribute<std::string>(node, "kind");
    const auto shape = evaluate(attribute<SymShape>(node, "shape"), dims);
    Tensor value(dtype_from_name(attribute<std::string>(node, "dtype")).value_or(DType::float32),
                 kind == "tensor" ? shape.value_or(Shape{}) : Shape{2});
    if (value.type() == DType::float32) {
      Random random(1, stable_hash(name));
      for (float& v : value.mutable_values<float>()) v = random.uniform();
    }
    inputs[name] = kind == "sequence" ? HostValue(HostValue::Sequence{value, value})
                                      : HostValue(std::move(value));
  }
  return inputs;
}

// Runs the drawing and the written file on the same random inputs.
double compare(const Project& project, const std::string& bytes, const std::string& file) {
  ImportedModel back = import_onnx(std::as_bytes(std::span(bytes)), {}, file);
  Project written;
  written.network = std::move(back.network);
  written.weights = std::move(back.weights);
  std::map<std::string, HostValue> inputs;
  decltype(run_network(project, inputs)) here;
  // A network with axes of any length may need more than one element along them.
  for (const std::int64_t free : {1, 16, 256, 4096}) {
    inputs = random_inputs(project.network, free);
    try {
      here = run_network(project, inputs, {.threads = 1, .isa = ""});
      break;
    } catch (const Error&) {
      if (free == 4096 || complete_dims(project.network).size() < 2) throw;
    }
  }
  const auto kept = random_inputs(written.network, 1);  // inputs of losses are not
  std::erase_if(inputs, [&](const auto& input) { return !kept.contains(input.first); });
  const auto there = run_network(written, inputs, {.threads = 1, .isa = ""});
  if (here.size() != there.size())
    throw Error(ESP_TEXT("engine", "the file has {} outputs instead of {}"), there.size(),
                here.size());
  double largest = 0;
  for (std::size_t i = 0; i < here.size(); ++i)
    largest = std::max(largest, largest_difference(here[i].second, there[i].second, here[i].first));
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
  options.compiler = request.compiler;
  options.sysroot = request.sysroot;
  options.link_args = request.link_args;
  options.weights = weights_in_from_name(request.weights);
  options.board = request.board;
  options.must_test = request.must_test;
  options.dims = request.dims;
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
  const auto fact = [&](const char* what, std::string value) {
    done.facts.emplace_back(message(what), std::move(value));
  };
  fact(ESP_TEXT("engine", "working memory (arena)"), bytes(result.arena_bytes));
  fact(ESP_TEXT("engine", "inputs and outputs"), bytes(result.port_bytes));
  fact(ESP_TEXT("engine", "constants"), bytes(result.constant_bytes));
  fact(ESP_TEXT("engine", "code"), bytes(result.code_bytes));
  for (const BoardFit& f : result.boards)
    done.facts.emplace_back(
        f.fits ? message(ESP_TEXT("engine", "fits {}"), f.board.name)
               : message(ESP_TEXT("engine", "does not fit {}"), f.board.name),
        fmt::format("{} KiB flash, {} KiB RAM", f.board.flash >> 10, f.board.ram >> 10));
  if (result.ran) {
    fact(ESP_TEXT("engine", "largest difference from the reference"),
         fmt::format("{:.2g}", result.largest_difference));
    if (result.emulator.empty())
      fact(ESP_TEXT("engine", "time of one call, this machine"),
           fmt::format("{:.1f} µs", result.microseconds));
    else
      fact(ESP_TEXT("engine", "its test passed under"), result.emulator);
  } else {
    fact(ESP_TEXT("engine", "compiled, never run"), result.not_run.text());
  }
  return done;
}

}  // namespace espalier
