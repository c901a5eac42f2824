// SPDX-License-Identifier: Apache-2.0
//
// Beginning, failing and ending of a run; its steps are in trainer.cpp.
#include "engine/train/run.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/philox.h"
#include "engine/project/project_file.h"
#include "engine/project/settings.h"
#include "engine/train/learning_rate.h"

namespace espalier {
namespace {

std::string settings_json(const Project& project) {
  nlohmann::ordered_json j;
  for (const Setting& s : all_settings())
    std::visit([&](const auto& v) { j[s.path] = v; }, s.get(project));
  return j.dump();
}

fs::path folder_of(const fs::path& project) {
  return project.has_parent_path() ? project.parent_path() : fs::path(".");
}

}  // namespace

TrainingRun::TrainingRun(const TrainOptions& options, TrainControl& control,
                         const TrainListener& listener)
    : options_(options),
      control_(control),
      listener_(listener),
      settings_(options.project.training) {
  folder_ = run_folder(options_.path);
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error)
    throw Error(ESP_TEXT("engine", "{}: cannot be created: {}"), folder_.string(), error.message());
  lock_.emplace(folder_ / last_checkpoint);
  data_ = open_dataset(options_.project.data, folder_of(options_.path));
  binding_ = bind_data(options_.project.network, *data_);
  if (data_->size(Split::train) == 0)
    throw Error(ESP_TEXT("engine", "the data set has no training samples"));
  batch_ = binding_.fixed_batch > 0 ? binding_.fixed_batch : settings_.batch_size;
  steps_per_epoch_ = (data_->size(Split::train) + batch_ - 1) / batch_;
  steps_ = steps_per_epoch_ * settings_.epochs;
  sums_ = MetricSums(binding_.classes);
  device_ = open_device(settings_.device, static_cast<int>(settings_.threads));
  store_ = std::make_unique<ParameterStore>(*device_);
  plans_ = std::make_unique<Plans>(options_.project, binding_, *device_, *store_);
  plans_->get(Mode::training, std::min(batch_, data_->size(Split::train)));
  history_ = std::make_unique<RunStore>(folder_ / history_file);
  checkpoint_.fingerprint = fingerprint();
  checkpoint_.isa = name(target_of(settings_).isa);
  checkpoint_.algorithms = plans_->algorithms();
  if (options_.resume) resume();
  if (record_.id == 0) begin_record();
  checkpoint_.run = record_.id;
  first_step_ = step_at_report_ = remembered_step_ = step_;
  remembered_ = store_->all();
  loader_ = loader_at(step_);
  began_ = epoch_began_ = last_report_ = last_profile_ = clock::now();
}

void TrainingRun::resume() {
  const fs::path file = folder_ / last_checkpoint;
  const std::optional<Checkpoint> found = load_checkpoint(file);
  if (!found)
    throw Error(
        ESP_TEXT("engine", "{}: there is no checkpoint to resume from; train without --resume"),
        file.string());
  if (found->fingerprint != checkpoint_.fingerprint)
    throw Error(
        ESP_TEXT(
            "engine",
            "{}: this checkpoint belongs to another drawing, data set or other training settings; "
            "train without --resume"),
        file.string());
  for (const auto& [key, tensor] : found->state.all()) {
    if (!store_->contains(key))
      throw Error(ESP_TEXT("engine", "{}: parameter {} of the checkpoint is not in the drawing"),
                  file.string(), key);
    store_->write(key, tensor);
  }
  const bool same_bits =
      found->isa == checkpoint_.isa && found->algorithms == checkpoint_.algorithms;
  if (!same_bits)
    listener_(RunStateChanged{
        0,
        RunState::running,
        message(ESP_TEXT("engine",
                         "resumed with instruction set {} after {}: the result will differ "
                         "in the last bits"),
                checkpoint_.isa, found->isa),
        {},
        {},
        {},
        0,
        0});
  step_ = found->step;
  seconds_before_ = found->seconds;
  checkpoint_.best = found->best;
  checkpoint_.has_best = found->has_best;
  sums_.load(found->sums);
  if (history_->contains(found->run)) {
    record_ = history_->run(found->run);
    record_.state = "running";
    record_.reason.clear();
    history_->rewind(record_.id, step_);
    history_->update(record_);
  }
}

void TrainingRun::begin_record() {
  record_.state = "running";
  record_.settings = settings_json(options_.project);
  record_.drawing = project_text(options_.project);
  record_.environment = nlohmann::json{{"cpu", cpu_name()},
                                       {"cores", cpu_cores()},
                                       {"isa", checkpoint_.isa},
                                       {"device", device_->info().name},
                                       {"algorithms", checkpoint_.algorithms},
                                       {"training_samples", data_->size(Split::train)},
                                       {"project", options_.path.string()}}
                            .dump();
  record_.id = history_->begin(record_);
}

std::unique_ptr<BatchLoader> TrainingRun::loader_at(std::int64_t step) const {
  return std::make_unique<BatchLoader>(
      data_, LoaderOptions{.split = Split::train,
                           .batch = batch_,
                           .shuffle = true,
                           .seed = settings_.seed,
                           .epoch = step / steps_per_epoch_,
                           .index = step % steps_per_epoch_,
                           .epochs = std::max(settings_.epochs, step / steps_per_epoch_ + 1)});
}

// What must be the same for a resumed run to be the same run. The number of epochs may grow unless
// the schedule depends on it; threads and device do not change what is computed.
std::string TrainingRun::fingerprint() const {
  Project p = options_.project;
  p.layout = {};
  p.notes.clear();
  p.unknown.clear();
  p.weights = {};
  p.versions.clear();
  p.training.threads = 0;
  p.training.device.clear();
  p.training.checkpoint = {};
  if (p.training.schedule.name != "cosine") p.training.epochs = 0;
  return fmt::format("{:016x}", stable_hash(project_text(p)));
}

std::int64_t TrainingRun::parameter_count() const {
  const Executor& executor =
      plans_->get(Mode::training, std::min(batch_, data_->size(Split::train)));
  std::int64_t n = 0;
  for (const Parameter& p : executor.schedule().parameters)
    if (!p.optimizer && !p.state)
      n += count(executor.schedule().values[static_cast<std::size_t>(p.value)].shape);
  return n;
}

// The loss of step `failed` was not finite. Steps are repeatable, so the run is replayed from the
// last good state in memory until a step leaves a weight that is not finite, or the loss fails; that
// step is then run with a check after each layer.
void TrainingRun::find_cause(std::int64_t failed) {
  std::int64_t at = remembered_step_;
  for (const auto& [key, tensor] : remembered_.all()) store_->write(key, tensor);
  loader_ = loader_at(at);
  WeightSet before = remembered_;
  for (; at <= failed; ++at) {
    const Batch* batch = loader_->next();
    if (!batch) break;
    Executor& executor = plans_->get(Mode::training, batch->count);
    plans_->feed(executor, *batch);
    executor.set_learning_rate(static_cast<float>(learning_rate(settings_, at, steps_per_epoch_)));
    executor.set_step(at + 1);
    executor.run();
    WeightSet after = store_->all();
    bool finite = std::isfinite(Plans::loss(executor));
    for (const auto& [key, tensor] : after.all())
      if (finite && tensor.type() == DType::float32)
        for (const float v : tensor.values<float>()) finite = finite && std::isfinite(v);
    if (!finite) {
      for (const auto& [key, tensor] : before.all()) store_->write(key, tensor);
      const int step = executor.first_non_finite();
      if (step >= 0) {
        const Step& s = executor.schedule().steps[static_cast<std::size_t>(step)];
        cause_ = s.layer;
        failure_ = message(
            ESP_TEXT(
                "engine",
                "step {}: the {} of \"{}\" gave NaN or infinity; the run has stopped and the last "
                "good checkpoint is kept. A smaller learning rate usually helps"),
            at,
            s.phase == Phase::forward    ? "output"
            : s.phase == Phase::backward ? "gradient"
                                         : "update",
            s.layer_path);
      }
      for (const auto& [key, tensor] : before.all()) store_->write(key, tensor);
      break;
    }
    before = std::move(after);
  }
  if (failure_.empty())
    failure_ = message(
        ESP_TEXT("engine",
                 "step {}: the loss is NaN or infinite; the run has stopped and the last good "
                 "checkpoint is kept"),
        failed);
}

TrainResult TrainingRun::finish(RunState state, Message reason) {
  report_progress(true);
  report_profile(true);
  history_->add_steps(record_.id, unsaved_points_);
  unsaved_points_.clear();
  TrainResult result;
  result.state = state;
  result.run = record_.id;
  result.weights = store_->weights();
  RunStateChanged changed{0, state, reason, cause_, {}, {}, 0, 0};
  const double here = std::chrono::duration<double>(clock::now() - began_).count();
  changed.seconds = seconds_before_ + here;
  if (here > 0)
    changed.samples_per_second = static_cast<double>((step_ - first_step_) * batch_) / here;
  if (state == RunState::finished) {
    if (settings_.checkpoint.best)
      if (const auto best = load_checkpoint(folder_ / best_checkpoint);
          best && best->fingerprint == checkpoint_.fingerprint && best->run == record_.id) {
        for (const auto& [key, tensor] : best->state.all()) store_->write(key, tensor);
        result.weights = store_->weights();
      }
    if (data_->size(Split::test) > 0) {
      Judgement judged = judge_split(*plans_, data_, Split::test, batch_, binding_.classes);
      changed.test = result.test = std::move(judged.metrics);
      changed.confusion = std::move(judged.confusion);
    }
  }
  record_.state = state == RunState::finished  ? "finished"
                  : state == RunState::stopped ? "stopped"
                                               : "failed";
  record_.reason = reason.text();
  record_.seconds = changed.seconds;
  record_.steps = step_;
  record_.test = result.test;
  history_->update(record_);
  listener_(std::move(changed));
  return result;
}

}  // namespace espalier
