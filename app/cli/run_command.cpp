// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/base/file.h"
#include "engine/session/npy.h"
#include "engine/session/operations.h"

namespace espalier::cli {
namespace {

struct RunArguments {
  std::string file, output, isa, device = "cpu";
  std::vector<std::string> inputs;
  int threads = 0;
  bool json = false;
};

std::string file_name(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == ':'; }, '_');
  return name;
}

struct NamedFile {
  std::string name;
  fs::path file;
};

std::vector<NamedFile> named_files(const std::vector<std::string>& options) {
  std::vector<NamedFile> list;
  for (const std::string& o : options) {
    const std::size_t equals = o.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError(ESP_TEXT("engine", "--input {}: expected NAME=FILE.npy"), o);
    list.push_back({o.substr(0, equals), o.substr(equals + 1)});
  }
  return list;
}

std::map<std::string, HostValue> read_inputs(const std::vector<NamedFile>& files) {
  std::map<std::string, HostValue> inputs;
  for (const auto& [name, file] : files)
    if (!inputs.emplace(name, read_npy(file)).second)
      throw UsageError(ESP_TEXT("engine", "--input {}: is given twice"), name);
  return inputs;
}

// A sequence gives a file for each of its values, NAME_0.npy and so on; an empty optional none.
void add_tensors(const std::string& name, const HostValue& value,
                 std::vector<std::pair<std::string, Tensor>>& into) {
  if (value.is_tensor()) into.emplace_back(name, value.tensor());
  if (!value.is_sequence()) return;
  for (std::size_t i = 0; i < value.sequence().size(); ++i)
    add_tensors(fmt::format("{}_{}", name, i), value.sequence()[i], into);
}

// Checked for all outputs before the first is written.
std::vector<fs::path> files_for(const fs::path& folder,
                                const std::vector<std::pair<std::string, Tensor>>& outputs,
                                const std::vector<NamedFile>& inputs) {
  std::vector<fs::path> read, files;
  for (const NamedFile& i : inputs) read.push_back(i.file);
  for (const auto& [name, tensor] : outputs) {
    const fs::path file = folder / (file_name(name) + ".npy");
    refuse_to_replace(file, read, true);
    if (std::find(files.begin(), files.end(), file) != files.end())
      throw Error(ESP_TEXT("engine", "{}: two outputs would get this file; rename one of them"),
                  file.string());
    files.push_back(file);
  }
  return files;
}

int run(const RunArguments& a) {
  check_device(a.device);
  const std::vector<NamedFile> given = named_files(a.inputs);
  const FileWithData f = open_with_data(a.file, "", Weights::needed);
  const Output out(a.json);
  for (const Message& w : f.warnings) out.note(w.text());
  std::vector<std::pair<std::string, Tensor>> outputs;
  try {
    for (const auto& [name, value] :
         run_network(f.project, read_inputs(given), {a.threads, a.isa, false, a.device}))
      add_tensors(name, value, outputs);
  } catch (const WrongInput& e) {
    throw UsageError(e.message());
  }
  std::error_code error;
  fs::create_directories(a.output, error);
  if (error)
    throw Error(ESP_TEXT("engine", "{}: cannot be created: {}; choose another folder"), a.output,
                error.message());
  const std::vector<fs::path> files = files_for(a.output, outputs, given);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [name, tensor] = outputs[i];
    write_npy(files[i], tensor);
    out.text(fmt::format("{}  {} {}", files[i].string(), espalier::name(tensor.type()),
                         to_string(tensor.shape())));
    out.line({{"event", "output"},
              {"name", name},
              {"file", files[i].string()},
              {"type", espalier::name(tensor.type())},
              {"shape", tensor.shape()}});
  }
  return 0;
}

struct ProfileArguments {
  std::string file, data, isa, trace, device = "cpu";
  std::int64_t batch = 0;
  int threads = 0, repeat = 20;
  std::vector<std::string> dims;
  bool training = false, json = false, force = false;
};

void print_layers(const ProfileReady& p, const Output& out) {
  std::size_t wide = 5;
  for (const LayerProfile& l : p.layers) wide = std::max(wide, l.path.size());
  wide = std::min<std::size_t>(wide, 40);
  double sum = 0;
  for (const LayerProfile& l : p.layers) sum += l.total();
  out.text(p.training
               ? fmt::format("{:<{}}  {:<16} {:>9} {:>9} {:>9} {:>6}  {}", "layer", wide,
                             "operator", "forward", "backward", "optimizer", "share", "algorithm")
               : fmt::format("{:<{}}  {:<16} {:>9} {:>6}  {}", "layer", wide, "operator", "µs",
                             "share", "algorithm"));
  for (const LayerProfile& l : p.layers) {
    const double share = sum > 0 ? l.total() / sum * 100 : 0;
    out.text(p.training ? fmt::format("{:<{}}  {:<16} {:>9.1f} {:>9.1f} {:>9.1f} {:>4.0f} %  {}",
                                      l.path, wide, l.op, l.forward * 1e6, l.backward * 1e6,
                                      l.optimizer * 1e6, share, l.algorithm)
                        : fmt::format("{:<{}}  {:<16} {:>9.1f} {:>4.0f} %  {}", l.path, wide, l.op,
                                      l.forward * 1e6, share, l.algorithm));
    out.line({{"event", "layer"},
              {"path", l.path},
              {"operator", l.op},
              {"forward_ms", l.forward * 1e3},
              {"backward_ms", l.backward * 1e3},
              {"optimizer_ms", l.optimizer * 1e3},
              {"activation_bytes", l.activation_bytes},
              {"parameter_bytes", l.parameter_bytes},
              {"algorithm", l.algorithm}});
  }
  out.text(fmt::format("whole: median {:.3f} ms at batch {}, arena {:.1f} KB",
                       p.median_seconds * 1e3, p.batch, static_cast<double>(p.arena_bytes) / 1e3));
  if (p.integer_share > 0)
    out.text(
        fmt::format("{:.1f} % of the multiply-accumulates run in int8", p.integer_share * 100));
  out.line({{"event", "done"},
            {"median_ms", p.median_seconds * 1e3},
            {"integer_share", p.integer_share},
            {"batch", p.batch},
            {"training", p.training},
            {"arena_bytes", p.arena_bytes}});
}

int profile_command(const ProfileArguments& a) {
  check_device(a.device);
  if (!a.trace.empty()) refuse_to_replace(a.trace, {a.file, a.data}, a.force);
  const FileWithData f = open_with_data(a.file, a.data, Weights::welcome);
  Output out(a.json);
  for (const Message& w : f.warnings) out.note(w.text());
  JobContext job;
  job.progress = [&](double fraction, const Message& doing) { out.bar(fraction, doing.text()); };
  const Bindings dims = dims_of(a.dims, f.project.network);
  ProfileReady ready;
  try {
    ready = profile(
        {f.project, f.data_path, a.training, a.batch, a.threads, a.repeat, a.isa, a.device, dims},
        job);
  } catch (const Error& e) {
    explain_dims(e, f.project.network, dims);
    throw;
  }
  if (!a.trace.empty()) write_text(a.trace, trace_text(ready.steps));
  out.bar(1, "");
  out.end_bar();
  print_layers(ready, out);
  return 0;
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  const auto r = std::make_shared<RunArguments>();
  CLI::App* run_app = app.add_subcommand("run", "Run a network on tensors in .npy files");
  run_app->add_option("file", r->file, "A project or an ONNX file")->required();
  run_app->add_option("--input", r->inputs, "NAME=FILE.npy, one each input")
      ->expected(1)
      ->take_all();
  run_app->add_option("--output", r->output, "Folder that receives NAME.npy, one each output")
      ->required();
  add_threads(*run_app, r->threads);
  add_isa(*run_app, r->isa);
  add_device(*run_app, r->device);
  add_json(*run_app, r->json);
  run_app->callback([r, &action] { action = [r] { return run(*r); }; });

  const auto p = std::make_shared<ProfileArguments>();
  CLI::App* profile_app =
      app.add_subcommand("profile", "Measure where a network's time and memory go");
  profile_app->add_option("file", p->file, "A project or an ONNX file")->required();
  profile_app->add_flag("--train", p->training, "A training step instead of inference");
  profile_app->add_option("--data", p->data, "A project that lends its data and training settings");
  profile_app
      ->add_option("--batch", p->batch,
                   "Samples at a time; default 1, or the project's for --train")
      ->check(CLI::Range(1, 1'000'000));
  add_threads(*profile_app, p->threads);
  profile_app->add_option("--repeat", p->repeat, "Runs that are measured")
      ->check(CLI::Range(1, 1'000'000));
  add_isa(*profile_app, p->isa);
  add_dims(*profile_app, p->dims);
  add_device(*profile_app, p->device);
  profile_app->add_option("--trace", p->trace,
                          "Also write this file for Chrome's trace viewer or Perfetto");
  add_force(*profile_app, p->force);
  add_json(*profile_app, p->json);
  profile_app->callback([p, &action] { action = [p] { return profile_command(*p); }; });
}

}  // namespace espalier::cli
