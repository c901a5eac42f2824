// SPDX-License-Identifier: Apache-2.0
//
// Beginning, failing and ending of a run; its steps are in trainer.cpp.
#include "engine/train/run.h"

#include <nlohmann/json.hpp>

#include "engine/project/project_file.h"
#include "engine/train/conditions.h"

namespace espalier {
namespace {

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
    throw Error(ESP_TEXT("engine",
                         "{}: cannot be created: {}. Checkpoints go there; make the project's "
                         "folder writable, or set XDG_DATA_HOME to one that is"),
                folder_.string(), error.message());
  lock_.emplace(folder_ / last_checkpoint);
  data_ = open_dataset(options_.project.data, folder_of(options_.path));
  binding_ = bind_data(options_.project.network, *data_);
  if (data_->size(Split::train) == 0)
    throw Error(ESP_TEXT("engine", "the data set has no training samples"));
  batch_ = binding_.fixed_batch > 0 ? binding_.fixed_batch : settings_.batch_size;
  steps_per_epoch_ = (data_->size(Split::train) + batch_ - 1) / batch_;
  steps_ = steps_per_epoch_ * settings_.epochs;
  sums_ = MetricSums(binding_.classes);
  try {
    open(settings_.device);
  } catch (const DeviceLost& e) {
    lost_ = message(ESP_TEXT("engine", "{}. The run uses the CPU instead"), e.message());
    open("cpu");
  }
  history_ =
      std::make_unique<History>(folder_ / history_file, [this](Message m) { tell(std::move(m)); });
  checkpoint_.fingerprint = fingerprint_of(options_.project);
  checkpoint_.settings = settings_text(options_.project);
  checkpoint_.isa = name(target_of(settings_).isa);
  checkpoint_.algorithms = plans_->algorithms();
  if (options_.resume) resume();
  if (record_.id == 0) begin_record();
  checkpoint_.run = record_.id;
  first_step_ = remembered_step_ = step_;
  remembered_ = store_->all();
  remembered_sums_ = sums_.save();
  loader_ = loader_at(step_);
  began_ = epoch_began_ = last_report_ = last_profile_ = clock::now();
}

void TrainingRun::open(const std::string& device) {
  plans_.reset();
  store_.reset();
  device_ = open_device(device, static_cast<int>(settings_.threads));
  store_ = std::make_unique<ParameterStore>(*device_);
  plans_ = std::make_unique<Plans>(options_.project, binding_, *device_, *store_);
  plans_->get(Mode::training, std::min(batch_, data_->size(Split::train)));
}

void TrainingRun::leave_device(const DeviceLost& failure) {
  report_progress(true);
  reported_until_ = step_;
  open("cpu");
  restore(remembered_);
  step_ = remembered_step_;
  sums_.load(remembered_sums_);
  loader_ = loader_at(step_);
  waited_before_ = {};
  std::erase_if(unsaved_points_, [&](const StepPoint& p) { return p.step >= step_; });
  checkpoint_.algorithms = plans_->algorithms();
  tell(message(ESP_TEXT("engine", "{}. The run goes on on the CPU from step {}"), failure.message(),
               step_));
}

void TrainingRun::resume() {
  const fs::path file = folder_ / last_checkpoint;
  const std::optional<Checkpoint> found = load_checkpoint(file);
  if (!found)
    throw Error(
        ESP_TEXT("engine", "{}: there is no checkpoint to resume from; train without --resume"),
        file.string());
  if (found->fingerprint != checkpoint_.fingerprint) {
    const std::string changes = changed_settings(found->settings, options_.project);
    throw changes.empty()
        ? Error(ESP_TEXT("engine",
                         "{}: this checkpoint belongs to another drawing; train without --resume"),
                file.string())
        : Error(ESP_TEXT("engine",
                         "{}: this checkpoint was made with other settings ({}); set them as they "
                         "were, or train without --resume"),
                file.string(), changes);
  }
  for (const auto& [key, tensor] : found->state.all()) {
    if (!store_->contains(key))
      throw Error(ESP_TEXT("engine", "{}: parameter {} of the checkpoint is not in the drawing"),
                  file.string(), key);
    store_->write(key, tensor);
  }
  if (found->isa != checkpoint_.isa || found->algorithms != checkpoint_.algorithms)
    tell(message(ESP_TEXT("engine",
                          "resumed with instruction set {} after {}: the result will differ in the "
                          "last bits"),
                 checkpoint_.isa, found->isa));
  step_ = found->step;
  has_checkpoint_ = true;
  seconds_before_ = found->seconds;
  checkpoint_.best = found->best;
  checkpoint_.has_best = found->has_best;
  sums_.load(found->sums);
  if (auto record = history_->go_on(found->run, step_)) record_ = *std::move(record);
}

void TrainingRun::tell(Message m) const {
  listener_(RunStateChanged{0, RunState::running, std::move(m), {}, {}, {}, 0, 0});
}

void TrainingRun::begin_record() {
  record_.state = "running";
  record_.settings = checkpoint_.settings;
  record_.drawing = project_text(options_.project);
  record_.environment = nlohmann::json{{"cpu", cpu_name()},
                                       {"cores", cpu_cores()},
                                       {"isa", checkpoint_.isa},
                                       {"device", device_->info().name},
                                       {"algorithms", checkpoint_.algorithms},
                                       {"training_samples", data_->size(Split::train)},
                                       {"project", options_.path.string()}}
                            .dump();
  history_->begin(record_);
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

std::int64_t TrainingRun::parameter_count() const {
  const Executor& executor =
      plans_->get(Mode::training, std::min(batch_, data_->size(Split::train)));
  std::int64_t n = 0;
  for (const Parameter& p : executor.schedule().parameters)
    if (!p.optimizer && !p.state)
      n += count(executor.schedule().values[static_cast<std::size_t>(p.value)].shape);
  return n;
}

void TrainingRun::restore(const WeightSet& state) {
  for (const auto& [key, tensor] : state.all()) store_->write(key, tensor);
}

// Steps are repeatable: runs from the last good state in memory to the step that leaves something in
// the state that is not finite, and goes back to just before it. Null: there was none.
const Batch* TrainingRun::replay_to_bad_update(std::int64_t& step) {
  WeightSet before = remembered_;
  restore(before);
  loader_ = loader_at(remembered_step_);
  for (step = remembered_step_; step <= step_; ++step) {
    const Batch* batch = loader_->next();
    if (!batch) break;
    ready(*batch, step).run();
    WeightSet after = store_->all();
    if (!all_finite(after)) {
      restore(before);
      return batch;
    }
    before = std::move(after);
  }
  return nullptr;
}

// The loss of this batch was not finite, for a layer overflowed or an update before it did. The state
// is finite afterwards.
void TrainingRun::find_cause(const Batch* batch) {
  std::int64_t at = step_;
  if (!all_finite(store_->all())) batch = replay_to_bad_update(at);
  Executor* const executor = batch ? &ready(*batch, at) : nullptr;
  const int found = executor ? executor->first_non_finite() : -1;
  if (found < 0) {
    failure_ = message(
        ESP_TEXT("engine", "step {}: the loss is NaN or infinite, and the run has stopped"), step_);
    return;
  }
  const Step& step = executor->schedule().steps[static_cast<std::size_t>(found)];
  cause_ = step.layer;
  const char* const what = step.phase == Phase::forward    ? "output"
                           : step.phase == Phase::backward ? "gradient"
                                                           : "update";
  failure_ = message(
      has_checkpoint_
          ? ESP_TEXT("engine",
                     "step {}: the {} of \"{}\" gave NaN or infinity; the run has stopped and the "
                     "last good checkpoint is kept. A smaller learning rate usually helps")
          : ESP_TEXT("engine",
                     "step {}: the {} of \"{}\" gave NaN or infinity; the run has stopped before "
                     "its first checkpoint. A smaller learning rate usually helps"),
      at, what, step.layer_path);
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
  if (here > 0) changed.samples_per_second = static_cast<double>(samples_) / here;
  if (state == RunState::finished) {
    if (settings_.checkpoint.best)
      if (const auto best = load_checkpoint(folder_ / best_checkpoint);
          best && best->fingerprint == checkpoint_.fingerprint &&
          best->has_best == checkpoint_.has_best && best->best == checkpoint_.best) {
        restore(best->state);
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
