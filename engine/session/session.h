// SPDX-License-Identifier: Apache-2.0
//
// The façade of the engine for window, command line, server and bindings: commands in, events out.
// Commands return at once and never throw for what happens later; the work is done on threads of
// the session. A training run and other jobs may be under way at the same time (jobs are queued
// behind each other; a job that needs all cores waits for no one but takes its turns).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/project/project.h"
#include "engine/quant/calibrate.h"
#include "engine/session/events.h"

namespace espalier {

struct TrainRequest {
  Project project;             // a snapshot: later edits change the drawing, not the run
  std::filesystem::path path;  // the project file: data paths are relative to it, checkpoints and
                               // run history lie beside it; empty for an unsaved one (a temporary)
  bool resume = false;         // go on from the last checkpoint of this project
  bool profile = false;        // send ProfileReady now and then while training
  bool from_weights = false;   // begin with the project's weights instead of fresh ones
};
struct EvaluateRequest {
  Project project;
  std::filesystem::path path;
  std::string split = "test";  // train, validation, test
};
struct ProfileRequest {
  Project project;
  std::filesystem::path path;
  bool training = false;
  std::int64_t batch = 0;  // 0: the project's
  int threads = 0, repeat = 20;
  std::string isa;             // empty: the best
  std::string device = "cpu";  // as device_list names it
  Bindings dims = {};          // of symbols; those that are left become 1, the first axis the batch
};
struct ExportOnnxRequest {
  Project project;
  std::filesystem::path path, output;
  int opset = 17;
};
struct CompileRequest {
  Project project;
  std::filesystem::path path, output;  // a folder
  std::string target = "x86-64-v3";
  std::string optimization = "2";  // "0".."3", "s"
  // As BundleOptions has them.
  std::string compiler = {};
  std::filesystem::path sysroot = {};
  std::vector<std::string> link_args = {};
  std::string weights = "source";  // or "binary", "object"
  std::string board = {};
  bool must_test = false;
  Bindings dims = {};
};
struct PredictRequest {
  Project project;
  std::filesystem::path path, sample;  // an image, or a row of numbers in a CSV file
};

// The progress callbacks of the options are the session's.
struct CalibrateRequest {
  Project project;
  std::filesystem::path path;
  CalibrationOptions options;
};
struct SensitivityRequest {
  Project project;
  std::filesystem::path path;
  SensitivityOptions options;
};

class Session {
 public:
  // `wake` is called from any thread when events wait to be drained and none waited before.
  explicit Session(std::function<void()> wake = {});
  ~Session();  // stops what runs, at the next step, keeping the checkpoint

  JobId train(TrainRequest request);
  void pause(JobId job);
  void resume(JobId job);
  void stop(JobId job);  // ends the run after a checkpoint; also cancels any other job
  void set_profiling(JobId job, bool on);
  JobId evaluate(EvaluateRequest request);
  JobId profile(ProfileRequest request);
  JobId export_onnx(ExportOnnxRequest request);
  JobId compile(CompileRequest request);
  JobId predict(PredictRequest request);
  JobId estimate(TrainRequest request);
  JobId calibrate(CalibrateRequest request);
  JobId sensitivity(SensitivityRequest request);
  JobId precision(Project project);

  std::vector<Event> drain();  // all that waits, oldest first; never blocks
  // For the command line: waits for events, at most `seconds`.
  std::vector<Event> wait(double seconds);
  // The newest weights of a run (best checkpoint once it has ended), as a weight version.
  std::optional<WeightSet> weights(JobId job) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace espalier
