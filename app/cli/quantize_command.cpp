// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/base/file.h"
#include "engine/project/project_file.h"
#include "engine/session/operations.h"

namespace espalier::cli {
namespace {

struct QuantizeArguments {
  std::string file, data, output, method = "minmax";
  std::vector<std::string> keep;
  std::optional<std::int64_t> samples;
  std::int64_t held_out = 1000;
  double percentile = 99.99;
  bool sensitivity = false, json = false, force = false;
};

// Paths of data are relative to the project that names them.
void move_paths(DataSpec& data, const fs::path& from, const fs::path& to) {
  const fs::path old_folder = fs::absolute(from).parent_path();
  const fs::path folder = fs::absolute(to).parent_path();
  for (std::string* path :
       {&data.train.samples, &data.train.labels, &data.test.samples, &data.test.labels}) {
    if (path->empty() || fs::path(*path).is_absolute()) continue;
    *path = (old_folder / *path).lexically_normal().lexically_proximate(folder).string();
  }
}

std::function<bool(double)> with_bar(Output& out, const char* doing) {
  const std::atomic<bool>& interrupted = catch_signals();
  return [&out, &interrupted, doing](double share) {
    out.bar(share, doing);
    return !interrupted;
  };
}

std::string decibels(double v) { return std::isinf(v) ? "∞" : fmt::format("{:.1f}", v); }

// "accuracy" where there is one, else the loss.
std::pair<std::string, double> telling(const Metrics& m) {
  for (const char* name : {"accuracy", "loss"})
    if (const auto at = m.find(name); at != m.end()) return {name, at->second};
  return {"loss", NAN};
}

std::string shown(const Metrics& m) {
  const auto [name, value] = telling(m);
  return name == "accuracy" ? figure(value * 100, 2) + " %" : figure(value, 4);
}

void print_sensitivity(const Sensitivity& s, const Output& out) {
  const std::string what = telling(s.float_metrics).first;
  std::size_t wide = 24;
  for (const LayerEffect& l : s.layers)
    wide = std::max(wide, std::min<std::size_t>(l.path.size(), 40));
  out.text(fmt::format("{:<{}}  {:<20} {:>10} {:>9}", "only this layer in int8", wide, "operator",
                       what, "SQNR dB"));
  for (const LayerEffect& l : s.layers) {
    out.text(fmt::format("{:<{}}  {:<20} {:>10} {:>9}{}", printable(l.path), wide, l.op,
                         shown(l.metrics), decibels(l.signal_to_noise),
                         l.kept ? "  kept in float" : ""));
    out.line({{"event", "layer"},
              {"path", l.path},
              {"operator", l.op},
              {"kept", l.kept},
              {"metrics", to_json(l.metrics)},
              {"sqnr_db", number(l.signal_to_noise)}});
  }
  out.text(fmt::format("float {}, int8 {}, SQNR {} dB, on {} held-out samples",
                       shown(s.float_metrics), shown(s.quantized_metrics),
                       decibels(s.signal_to_noise), s.samples));
  out.line({{"event", "sensitivity"},
            {"samples", s.samples},
            {"float", to_json(s.float_metrics)},
            {"int8", to_json(s.quantized_metrics)},
            {"sqnr_db", number(s.signal_to_noise)}});
}

int quantize(const QuantizeArguments& a) {
  if (a.output.empty() && !a.sensitivity)
    throw UsageError(
        ESP_TEXT("engine", "quantize needs -o FILE to write, or --sensitivity to only measure"));
  if (!a.output.empty()) refuse_to_replace(a.output, {a.file, a.data}, a.force);
  FileWithData f = open_with_data(a.file, a.data, Weights::needed);
  Output out(a.json);
  for (const Message& w : f.warnings) out.note(w.text());
  CalibrationOptions options;
  options.method = a.method;
  options.percentile = a.percentile;
  options.samples = a.samples;
  options.keep = a.keep;
  options.progress = with_bar(out, "calibrating");
  f.project.quantization = calibrate(f.project, f.data_path, options);
  out.end_bar();
  const Quantization& q = f.project.quantization;
  const double share = integer_share_of(f.project);
  if (a.sensitivity) {
    SensitivityOptions measuring;
    measuring.samples = a.held_out;
    measuring.progress = with_bar(out, "measuring layers");
    const Sensitivity s = measure_sensitivity(f.project, f.data_path, measuring);
    out.end_bar();
    print_sensitivity(s, out);
  }
  if (!a.output.empty()) {
    Project saved = f.project;
    move_paths(saved.data, f.data_path, a.output);
    save_project(saved, a.output, nullptr);
    out.text(a.output);
  }
  out.text(
      fmt::format("{} values calibrated on {} samples; {:.1f} % of the multiply-accumulates "
                  "run in int8",
                  q.ranges.size(), q.samples, share * 100));
  out.line({{"event", "done"},
            {"result", a.output},
            {"method", q.method},
            {"samples", q.samples},
            {"values", q.ranges.size()},
            {"integer_share", share}});
  return 0;
}

}  // namespace

void add_quantize(CLI::App& app, Action& action) {
  const auto a = std::make_shared<QuantizeArguments>();
  CLI::App* c = app.add_subcommand(
      "quantize", "Measure ranges on training data, so that a network runs in 8-bit integers");
  c->add_option("file", a->file, "A project or an ONNX file")->required();
  c->add_option("-o,--output", a->output, "The project file to write");
  c->add_option("--data", a->data, "A project that lends its data");
  c->add_option("--samples", a->samples, "Training samples to measure");
  c->add_option("--method", a->method, "How a range is found")
      ->check(CLI::IsMember({"minmax", "percentile"}));
  c->add_option("--percentile", a->percentile,
                "Share of the values within the range, in %, for --method percentile")
      ->check(CLI::Range(50.0, 100.0));
  c->add_option("--keep", a->keep, "Layers that stay in float, as \"profile\" names them");
  c->add_flag("--sensitivity", a->sensitivity,
              "Also measure what each layer costs when it alone runs in int8");
  c->add_option("--held-out", a->held_out, "Validation or test samples for --sensitivity")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}));
  add_force(*c, a->force);
  add_json(*c, a->json);
  c->callback([a, &action] { action = [a] { return quantize(*a); }; });
}

}  // namespace espalier::cli
