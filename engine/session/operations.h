// SPDX-License-Identifier: Apache-2.0
//
// What the session's jobs do, each on the caller's thread. All throw Error; a cancelled one throws
// Cancelled.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <span>

#include "engine/base/host_value.h"
#include "engine/compile/bundle.h"
#include "engine/session/session.h"

namespace espalier {

struct Cancelled : Error {
  Cancelled() : Error(ESP_TEXT("engine", "cancelled")) {}
};

// How a job tells how far it is and is told to end.
struct JobContext {
  std::function<void(double fraction, const Message& doing)> progress;
  const std::atomic<bool>* cancel = nullptr;
  bool cancelled() const { return cancel && *cancel; }
  void at(double fraction, const char* doing) const {
    if (cancelled()) throw Cancelled();
    if (progress) progress(fraction, message(doing));
  }
};

JobDone evaluate(const EvaluateRequest& request, const JobContext& job);
ProfileReady profile(const ProfileRequest& request, const JobContext& job);
// Writes, reads the written file back, runs both and compares; only then the file is put in place.
JobDone export_onnx(const ExportOnnxRequest& request, const JobContext& job);
JobDone compile(const CompileRequest& request, const JobContext& job);
// The share of the multiply-accumulates of one inference that runs on 8-bit integers, 0 to 1.
double integer_share_of(const Project& project);
Prediction predict(const PredictRequest& request);
// Class names with probabilities, best first: scores that are no probabilities go through a softmax.
// Without names for every value: the values in order.
std::vector<std::pair<std::string, double>> ranked_classes(std::span<const float> said,
                                                           const std::vector<std::string>& names);
EstimateReady estimate(const TrainRequest& request, const JobContext& job);
CalibrationReady calibrate(const CalibrateRequest& request, const JobContext& job);
SensitivityReady sensitivity(const SensitivityRequest& request, const JobContext& job);
PrecisionReady precision(const Project& project);

// An input that the network has not, or one that it has and was not given.
struct WrongInput : Error {
  using Error::Error;
};
// The network's outputs, by name, for inputs by name. Symbols are bound by the inputs' shapes; what no
// plan can hold runs in stages. Throws WrongInput, and Error for everything else.
struct RunOptions {
  int threads = 0;
  std::string isa;
  bool keep_training_only = false;  // outputs of losses, too, whose labels are inputs
  std::string device = "cpu";
};
std::vector<std::pair<std::string, HostValue>> run_network(
    const Project& project, const std::map<std::string, HostValue>& inputs,
    const RunOptions& options = {});

// A project or an ONNX file by its content; `report` receives what an import found.
struct OpenedFile {
  Project project;
  std::vector<Message> warnings;
  Message weights_problem;  // as LoadedProject's
  bool onnx = false;
};
OpenedFile open_file(const std::filesystem::path& file);

// JSON text of how samples become inputs, for manifests and metadata; empty where the data cannot
// be opened. Also the names of classes.
struct Preprocessing {
  std::string json;
  std::vector<std::string> classes;
};
Preprocessing preprocessing_of(const Project& project, const std::filesystem::path& path);

}  // namespace espalier
