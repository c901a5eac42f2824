// SPDX-License-Identifier: Apache-2.0
#include "engine/session/operations.h"

namespace espalier {
namespace {

std::function<bool(double)> told(const JobContext& job, const char* doing) {
  return [&job, doing](double share) {
    job.at(share, doing);  // throws where the job was cancelled
    return true;
  };
}

}  // namespace

CalibrationReady calibrate(const CalibrateRequest& request, const JobContext& job) {
  CalibrationOptions options = request.options;
  options.progress = told(job, ESP_TEXT("engine", "calibrating"));
  return {0, calibrate(request.project, request.path, options)};
}

SensitivityReady sensitivity(const SensitivityRequest& request, const JobContext& job) {
  SensitivityOptions options = request.options;
  options.progress = told(job, ESP_TEXT("engine", "measuring layers in 8 bits"));
  return {0, measure_sensitivity(request.project, request.path, options)};
}

PrecisionReady precision(const Project& project) {
  return {0, layer_precisions(project),
          project.quantization.empty() ? 0 : integer_share_of(project)};
}

}  // namespace espalier
