// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/project/project_file.h"
#include "engine/session/session.h"
#include "engine/train/trainer.h"

namespace espalier::cli {
namespace {

struct TrainArguments {
  std::string file;
  std::vector<std::string> set, options;  // PATH=VALUE; options of their own win
  bool resume = false, json = false, from_weights = false;
};

std::string figures(const Metrics& metrics) {
  std::string text;
  for (const auto& [name, value] : metrics) {
    const bool share = name == "accuracy";
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name,
                        share ? figure(value * 100, 2) + " %" : figure(value, 4));
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
      epochs_before_ = e->first_step / std::max<std::int64_t>(e->steps_per_epoch, 1);
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
      if (epochs_before_ >= epochs_)
        out_.note(
            fmt::format("nothing is left to train: {} epochs are done, and {} are asked for; "
                        "a larger --epochs goes on",
                        epochs_before_, epochs_));
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
             fmt::format("epoch {}/{}  loss {}  {:.0f} samples/s  {} left", p.epoch + 1, epochs_,
                         figure(loss, 4), p.samples_per_second, clock_text(p.seconds_left)));
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
      if (!s.test.empty()) out_.text("test " + figures(s.test));  // only saving failed
      out_.note("espalier-cli: " + s.reason.text());
      out_.line({{"event", "failed"}, {"reason", s.reason.text()}});
      return 1;
    }
    const bool finished = s.state == RunState::finished;
    if (finished)
      out_.text(fmt::format("done in {}: {}", clock_text(s.seconds),
                            s.test.empty() ? "no test split" : "test " + figures(s.test)));
    else
      out_.note("stopped; --resume goes on from here");
    out_.line({{"event", finished ? "done" : "stopped"},
               {"metrics", {{"test", to_json(s.test)}}},
               {"samples_per_second", number(s.samples_per_second)},
               {"seconds", number(s.seconds)}});
    return finished ? 0 : 1;
  }

  Output out_;
  std::int64_t epochs_ = 0, epochs_before_ = 0;
};

// The project's own file gets the weights, unless it was changed meanwhile. Returns why it did not.
Message keep_weights(const TrainArguments& a, LoadedProject loaded, const WeightSet& weights,
                     const CheckpointSettings& checkpoint) {
  try {
    loaded.project.weights = weights;
    save_project(loaded.project, a.file, &loaded.stamp);
    return {};
  } catch (const Error& e) {
    return message(
        ESP_TEXT("engine", "{} The training itself is done; its weights are in {}"), e.what(),
        (run_folder(a.file) / (checkpoint.best ? best_checkpoint : last_checkpoint)).string());
  }
}

Project project_to_train(const TrainArguments& a, const LoadedProject& loaded, const Output& out) {
  Project project = loaded.project;
  apply_settings(project, a.set);
  apply_settings(project, a.options);
  if (project.training.device != loaded.project.training.device)
    check_device(project.training.device);
  if (a.from_weights && !loaded.weights_problem.empty()) throw Error(loaded.weights_problem);
  for (const Message& w : loaded.warnings) out.note(w.text());
  if (!loaded.weights_problem.empty()) out.note("training begins with fresh weights");
  const fs::path folder = fs::absolute(a.file).parent_path();
  if (const fs::path runs = run_folder(a.file); runs.parent_path() != folder)
    out.note(fmt::format("{}: this folder cannot be written; checkpoints and history go to {}",
                         folder.string(), runs.string()));
  return project;
}

int train(const TrainArguments& a) {
  const LoadedProject loaded = load_project(a.file);
  const Project project = project_to_train(a, loaded, Output(a.json));
  Session session;
  const std::atomic<bool>& interrupted = catch_signals();
  const JobId job = session.train({project, a.file, a.resume, false, a.from_weights});
  TrainReporter report(a.json);
  bool stopping = false;
  while (true) {
    for (Event& event : session.wait(0.1)) {
      if (auto* s = std::get_if<RunStateChanged>(&event); s && s->state == RunState::finished)
        if (const auto weights = session.weights(job)) {
          s->reason = keep_weights(a, loaded, *weights, project.training.checkpoint);
          if (!s->reason.empty()) s->state = RunState::failed;
        }
      if (const int status = report(event); status >= 0) return status;
    }
    if (interrupted && !stopping) {
      stopping = true;
      session.stop(job);
    }
  }
}

struct EvalArguments {
  std::string file, data, split = "test", device;
  std::vector<std::string> set;
  bool json = false;
};

int evaluate(const EvalArguments& a) {
  FileWithData f = open_with_data(a.file, a.data, Weights::needed);
  if (f.onnx && a.data.empty())
    throw UsageError(
        ESP_TEXT("engine",
                 "{}: an ONNX file names no data; lend it a project's: --data P.espalier"),
        a.file);
  const std::string own_device = f.project.training.device;
  apply_settings(f.project, a.set);
  if (!a.device.empty()) f.project.training.device = a.device;
  if (f.project.training.device != own_device) check_device(f.project.training.device);
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
                {"confusion", confusion},
                {"untrained", f.untrained}});
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
  const auto setting = [&](const char* option, const std::string& path, const char* help) {
    train_app->add_option_function<std::string>(
        option, [a, path](const std::string& value) { a->options.push_back(path + "=" + value); },
        help);
  };
  setting("--epochs", "training.epochs",
          "Epochs in all; with --resume more of them, over which the schedule is drawn anew");
  setting("--device", "training.device", "As \"espalier-cli devices\" lists them");
  setting("--threads", "training.threads", "Threads; 0 is all cores");
  setting("--seed", "training.seed", "Seed of weights, order and dropout");
  setting("--isa", "training.isa", "At most this instruction set: plain, avx2 or avx512");
  train_app->add_flag("--resume", a->resume,
                      "Go on from the last checkpoint, to the very same result");
  train_app
      ->add_flag("--from-weights", a->from_weights,
                 "Begin with the weights in the project, not with fresh ones")
      ->excludes("--resume");
  add_set(*train_app, a->set);
  add_json(*train_app, a->json);
  train_app->callback([a, &action] { action = [a] { return train(*a); }; });

  const auto e = std::make_shared<EvalArguments>();
  CLI::App* eval_app = app.add_subcommand("eval", "Judge a project or an ONNX file on a data set");
  eval_app->add_option("file", e->file, "A project or an ONNX file")->required();
  eval_app->add_option("--data", e->data, "A project that lends its data");
  eval_app->add_option("--split", e->split, "Which part of the data")
      ->check(CLI::IsMember({"train", "validation", "test"}));
  add_device(*eval_app, e->device);
  add_set(*eval_app, e->set);
  add_json(*eval_app, e->json);
  eval_app->callback([e, &action] { action = [e] { return evaluate(*e); }; });
}

}  // namespace espalier::cli
