// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <csignal>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/output.h"
#include "engine/project/project_file.h"
#include "engine/session/session.h"
#include "engine/train/trainer.h"

namespace espalier::cli {
namespace {

std::atomic<int> interrupts{0};

struct TrainArguments {
  std::string file, device, isa;
  std::vector<std::string> set;
  std::int64_t epochs = -1, threads = -1, seed = -1;
  bool resume = false, json = false, from_weights = false;
};

std::string figures(const Metrics& metrics) {
  std::string text;
  for (const auto& [name, value] : metrics) {
    const bool share = name == "accuracy";
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", name,
                    share ? fmt::format("{:.2f} %", value * 100) : fmt::format("{:.4f}", value));
  }
  return text;
}

std::string clock_text(double seconds) {
  const auto s = static_cast<std::int64_t>(seconds + 0.5);
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

// Prints one event; returns the exit status when the run has ended, else -1.
class TrainReporter {
 public:
  explicit TrainReporter(bool json) : out_(json) {}

  int operator()(const Event& event) {
    if (const auto* e = std::get_if<RunStarted>(&event)) {
      epochs_ = e->epochs;
      out_.note(
          fmt::format("{}{} parameters, {} steps an epoch of {} samples, {:.1f} MB, {}",
                      e->first_step > 0 ? fmt::format("resumed at step {}: ", e->first_step) : "",
                      e->parameters, e->steps_per_epoch, e->batch,
                      static_cast<double>(e->memory_bytes) / 1e6, e->device));
      out_.line({{"event", "start"},
                 {"run", e->run},
                 {"device", e->device},
                 {"parameters", e->parameters},
                 {"steps_per_epoch", e->steps_per_epoch},
                 {"batch_size", e->batch},
                 {"first_step", e->first_step},
                 {"memory_bytes", e->memory_bytes}});
    } else if (const auto* p = std::get_if<TrainProgress>(&event)) {
      progress(*p);
    } else if (const auto* d = std::get_if<EpochDone>(&event)) {
      epoch(*d);
    } else if (const auto* s = std::get_if<RunStateChanged>(&event)) {
      return state(*s);
    }
    return -1;
  }

 private:
  void progress(const TrainProgress& p) {
    const double loss = p.points.empty() ? 0 : p.points.back().loss;
    out_.bar(static_cast<double>(p.step) / static_cast<double>(std::max<std::int64_t>(p.steps, 1)),
             fmt::format("epoch {}/{}  loss {:.4f}  {:.0f} samples/s  {} left", p.epoch + 1,
                         epochs_, loss, p.samples_per_second, clock_text(p.seconds_left)));
    out_.line({{"event", "progress"},
               {"epoch", p.epoch + 1},
               {"step", p.step},
               {"steps", p.steps},
               {"loss", number(loss)},
               {"samples_per_second", number(p.samples_per_second)},
               {"loader_share", number(p.loader_share)}});
  }

  void epoch(const EpochDone& d) {
    out_.note(fmt::format("epoch {}: {}{}{}  ({:.1f} s)", d.epoch + 1, figures(d.train),
                          d.validation.empty() ? "" : "; validation ", figures(d.validation),
                          d.seconds));
    out_.line({{"event", "epoch"},
               {"epoch", d.epoch + 1},
               {"step", d.step},
               {"seconds", number(d.seconds)},
               {"metrics", {{"train", to_json(d.train)}, {"validation", to_json(d.validation)}}}});
  }

  int state(const RunStateChanged& s) {
    if (s.state == RunState::running || s.state == RunState::paused) {
      if (!s.reason.empty()) out_.note(s.reason.text());
      return -1;
    }
    out_.end_bar();
    if (s.state == RunState::failed) {
      out_.note("espalier-cli: " + s.reason.text());
      out_.line({{"event", "failed"}, {"reason", s.reason.text()}});
      return 1;
    }
    const bool finished = s.state == RunState::finished;
    out_.note(finished ? fmt::format("done in {}: {}", clock_text(s.seconds),
                                     s.test.empty() ? "no test split" : "test " + figures(s.test))
                       : "stopped; --resume goes on from here");
    out_.line({{"event", finished ? "done" : "stopped"},
               {"metrics", {{"test", to_json(s.test)}}},
               {"samples_per_second", number(s.samples_per_second)},
               {"seconds", number(s.seconds)}});
    return finished ? 0 : 1;
  }

  Output out_;
  int epochs_ = 0;
};

// The project's own file gets the weights, unless it was changed meanwhile.
void keep_weights(const TrainArguments& a, LoadedProject loaded, const WeightSet& weights,
                  const Output& out) {
  try {
    loaded.project.weights = weights;
    save_project(loaded.project, a.file, &loaded.stamp);
  } catch (const Error& e) {
    out.note(fmt::format("the weights were not put into {}: {}; they are in {}", a.file, e.what(),
                         (run_folder(a.file) / best_checkpoint).string()));
  }
}

int train(const TrainArguments& a) {
  const LoadedProject loaded = load_project(a.file);
  const Output out(a.json);
  for (const Message& w : loaded.warnings) out.note(w.text());
  Project project = loaded.project;
  if (a.epochs >= 0) set_by_path(project, "training.epochs", std::to_string(a.epochs));
  if (a.threads >= 0) set_by_path(project, "training.threads", std::to_string(a.threads));
  if (a.seed >= 0) set_by_path(project, "training.seed", std::to_string(a.seed));
  if (!a.device.empty()) set_by_path(project, "training.device", a.device);
  if (!a.isa.empty()) set_by_path(project, "training.isa", a.isa);
  apply_settings(project, a.set);
  Session session;
  const JobId job = session.train({project, a.file, a.resume, false, a.from_weights});
  std::signal(SIGINT, [](int) { ++interrupts; });
  std::signal(SIGTERM, [](int) { ++interrupts; });
  TrainReporter report(a.json);
  bool stopping = false;
  while (true) {
    for (const Event& event : session.wait(0.1)) {
      const int status = report(event);
      if (status < 0) continue;
      if (const auto weights = session.weights(job); weights && status == 0)
        keep_weights(a, loaded, *weights, out);
      return status;
    }
    if (interrupts > 0 && !stopping) {
      stopping = true;
      session.stop(job);
    }
  }
}

struct EvalArguments {
  std::string file, data, split = "test";
  std::vector<std::string> set;
  bool json = false;
};

int evaluate(const EvalArguments& a) {
  FileWithData f = open_with_data(a.file, a.data);
  apply_settings(f.project, a.set);
  Output out(a.json);
  for (const Message& w : f.warnings) out.note(w.text());
  Session session;
  session.evaluate({f.project, f.data_path, a.split});
  while (true) {
    for (const Event& event : session.wait(0.2)) {
      if (const auto* p = std::get_if<JobProgress>(&event)) out.bar(p->fraction, p->doing.text());
      const auto* done = std::get_if<JobDone>(&event);
      if (!done) continue;
      out.end_bar();
      if (!done->ok) throw Error(done->reason);
      out.text(figures(done->metrics));
      for (const auto& [what, value] : done->facts)
        out.note(fmt::format("{}: {}", what.text(), value));
      Json confusion = done->confusion;
      out.line({{"event", "done"},
                {"split", a.split},
                {"metrics", to_json(done->metrics)},
                {"confusion", confusion}});
      return 0;
    }
  }
}

}  // namespace

void add_train(CLI::App& app, Action& action) {
  const auto a = std::make_shared<TrainArguments>();
  CLI::App* train_app =
      app.add_subcommand("train", "Train a project; its weights are kept in the project file");
  train_app->add_option("project", a->file, "The project file (*.espalier)")->required();
  train_app->add_option("--epochs", a->epochs, "Epochs in all")->check(CLI::NonNegativeNumber);
  train_app->add_option("--device", a->device, "As \"espalier-cli devices\" lists them");
  train_app->add_option("--threads", a->threads, "Threads; 0 is all cores")
      ->check(CLI::NonNegativeNumber);
  train_app->add_option("--seed", a->seed, "Seed of weights, order and dropout")
      ->check(CLI::NonNegativeNumber);
  train_app->add_option("--isa", a->isa, "At most this instruction set")
      ->check(CLI::IsMember({"plain", "avx2", "avx512"}));
  train_app->add_flag("--resume", a->resume,
                      "Go on from the last checkpoint, to the very same result");
  train_app->add_flag("--from-weights", a->from_weights,
                      "Begin with the weights in the project, not with fresh ones");
  train_app->add_option("--set", a->set, "PATH=VALUE: any setting, as training.epochs=3")
      ->expected(1)
      ->take_all();
  train_app->add_flag("--json", a->json, "One JSON object a line on stdout");
  train_app->callback([a, &action] { action = [a] { return train(*a); }; });

  const auto e = std::make_shared<EvalArguments>();
  CLI::App* eval_app = app.add_subcommand("eval", "Judge a project or an ONNX file on a data set");
  eval_app->add_option("file", e->file, "A project or an ONNX file")->required();
  eval_app->add_option("--data", e->data, "A project that lends its data");
  eval_app->add_option("--split", e->split, "Which part of the data")
      ->check(CLI::IsMember({"train", "validation", "test"}));
  eval_app->add_option("--set", e->set, "PATH=VALUE: any setting")->expected(1)->take_all();
  eval_app->add_flag("--json", e->json, "One JSON object a line on stdout");
  eval_app->callback([e, &action] { action = [e] { return evaluate(*e); }; });
}

}  // namespace espalier::cli
