// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "engine/train/trainer.h"
#include "ui/training/runs/runs_panel.h"

namespace espalier::ui {

std::filesystem::path historyOf(const QString& projectFile) {
  return run_folder(std::filesystem::path(projectFile.toStdU16String())) / history_file;
}

std::shared_ptr<const RunCurves> readCurves(const std::filesystem::path& history,
                                            std::int64_t run) {
  RunStore store(history);
  if (!store.contains(run)) return nullptr;
  auto curves = std::make_shared<RunCurves>();
  curves->run = run;
  curves->name = QCoreApplication::translate("RunControl", "run %1").arg(run);
  curves->steps = store.steps(run);
  const std::vector<EpochRecord> epochs = store.epochs(run);
  for (const EpochRecord& e : epochs)
    curves->epochs.push_back({e.step, e.seconds, e.train, e.validation});
  if (!epochs.empty())
    curves->stepsPerEpoch = std::max<std::int64_t>(1, epochs[0].step / (epochs[0].epoch + 1));
  else
    curves->stepsPerEpoch = std::max<std::int64_t>(1, std::int64_t(curves->steps.size()));
  // Speed was not recorded step by step: the mean of every epoch.
  const auto settings = nlohmann::json::parse(store.run(run).settings, nullptr, false);
  const std::int64_t batch =
      settings.is_object() ? settings.value("training.batch_size", std::int64_t{0}) : 0;
  std::int64_t before = 0;
  for (const EpochRecord& e : epochs) {
    const double samples = double(e.step - before) * double(batch);
    if (e.seconds > 0 && samples > 0)
      curves->speed.emplace_back(curves->epochOf(double(e.step)), samples / e.seconds);
    before = e.step;
  }
  return curves;
}

int finishedEpochs(const std::filesystem::path& history) {
  if (!std::filesystem::exists(history)) return 0;
  const std::vector<RunRecord> runs = RunStore(history).runs();
  if (runs.empty() || runs[0].state != "finished") return 0;
  const auto settings = nlohmann::json::parse(runs[0].settings, nullptr, false);
  return settings.is_object() ? settings.value("training.epochs", 0) : 0;
}

std::shared_ptr<const RunCurves> readNewestCurves(const std::filesystem::path& history) {
  if (!std::filesystem::exists(history)) return nullptr;
  const std::vector<RunRecord> runs = RunStore(history).runs();
  return runs.empty() ? nullptr : readCurves(history, runs[0].id);
}

}  // namespace espalier::ui
