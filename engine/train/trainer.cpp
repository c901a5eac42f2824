// SPDX-License-Identifier: Apache-2.0
#include "engine/train/trainer.h"

#include <cmath>
#include <thread>

#include "engine/train/learning_rate.h"
#include "engine/train/run.h"

namespace espalier {
namespace {

constexpr std::chrono::milliseconds report_every{100};
constexpr std::chrono::milliseconds profile_every{1000};
constexpr std::int64_t remember_every = 256;  // steps

double seconds_since(std::chrono::steady_clock::time_point t) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}

}  // namespace

TrainResult train(const TrainOptions& options, TrainControl& control,
                  const TrainListener& listener) {
  TrainOptions begin = options;
  if (!begin.from_weights) begin.project.weights = {};  // so that a run is repeatable
  return TrainingRun(begin, control, listener).run();
}

TrainResult TrainingRun::run() {
  const std::int64_t epochs = settings_.epochs;
  listener_(RunStarted{
      0, record_.id, device_->info().name, static_cast<int>(epochs), steps_per_epoch_, batch_,
      step_, parameter_count(),
      memory_of(plans_->get(Mode::training, std::min(batch_, data_->size(Split::train))).schedule())
          .total()});
  if (!lost_.empty()) tell(lost_);
  try {
    while (true) {
      try {
        return run_to_end();
      } catch (const DeviceLost& e) {
        if (device_->info().id == "cpu") throw;
        leave_device(e);
      }
    }
  } catch (const Error& e) {
    record_.state = "failed";
    record_.reason = e.what();
    history_->update(record_);
    listener_(RunStateChanged{0, RunState::failed, e.message(), {}, {}, {}, 0, 0});
    throw;
  }
}

TrainResult TrainingRun::run_to_end() {
  while (step_ < steps_) {
    if (!epoch()) return finish(RunState::stopped);
    if (!failure_.empty()) return finish(RunState::failed, failure_);
  }
  return finish(RunState::finished);
}

bool TrainingRun::epoch() {
  epoch_began_ = clock::now();
  const std::int64_t end = (epoch_of(step_) + 1) * steps_per_epoch_;
  while (step_ < end) {
    wait_while_paused();
    if (control_.stop) {
      save_last();
      return false;
    }
    const Batch* batch = loader_->next();
    if (!batch) throw Error(ESP_TEXT("engine", "the data ended before the epoch did"));
    if (!step(*batch)) {
      find_cause(batch);
      return true;
    }
    ++step_;
    samples_ += batch->count;
    const std::int64_t every = settings_.checkpoint.every_steps;
    if (every > 0 && step_ % every == 0 && step_ < end) save_last();
    // Not at its end, which is still to be judged.
    if (step_ - remembered_step_ >= remember_every && step_ < end) remember();
    report_progress(false);
    report_profile(false);
  }
  end_epoch();
  return true;
}

Executor& TrainingRun::ready(const Batch& batch, std::int64_t step) {
  Executor& executor = plans_->get(Mode::training, batch.count);
  plans_->feed(executor, batch);
  executor.set_learning_rate(static_cast<float>(learning_rate(settings_, step, steps_per_epoch_)));
  executor.set_step(step + 1);
  return executor;
}

bool TrainingRun::step(const Batch& batch) {
  Executor& executor = ready(batch, step_);
  executor.set_profiling(control_.profile);
  const bool finite = executor.run();
  if (finite) plans_->judge(executor, batch, sums_);
  const StepPoint point{step_, static_cast<float>(Plans::loss(executor)),
                        static_cast<float>(sums_.last_accuracy()),
                        static_cast<float>(learning_rate(settings_, step_, steps_per_epoch_))};
  if (step_ >= reported_until_) points_.push_back(point);
  unsaved_points_.push_back(point);
  if (finite) return true;
  if (settings_.on_non_finite == "stop") return false;
  mend();
  return true;
}

// For a run that goes on: what is not finite any more (running statistics that the batch reached,
// weights that an update spoilt) becomes what it last was.
void TrainingRun::mend() {
  const WeightSet now = store_->all();
  for (const auto& [key, tensor] : now.all())
    if (const Tensor* good = remembered_.find(key); good && !is_finite(tensor))
      store_->write(key, *good);
}

void TrainingRun::wait_while_paused() {
  if (!control_.pause) return;
  report_progress(true);
  save_last();
  listener_(RunStateChanged{
      0, RunState::paused, {}, {}, {}, {}, rate_, seconds_before_ + seconds_since(began_)});
  const auto paused = clock::now();
  while (control_.pause && !control_.stop)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const auto pause = clock::now() - paused;
  began_ += pause;
  epoch_began_ += pause;
  last_report_ += pause;
  if (!control_.stop) listener_(RunStateChanged{0, RunState::running, {}, {}, {}, {}, rate_, 0});
}

void TrainingRun::report_progress(bool now) {
  const auto elapsed = clock::now() - last_report_;
  if (points_.empty() || (!now && elapsed < report_every)) return;
  const double seconds = std::chrono::duration<double>(elapsed).count();
  const auto waited = loader_->waited();
  const auto done = static_cast<double>(samples_ - samples_at_report_);
  if (seconds > 0 && done > 0) rate_ = done / seconds;
  TrainProgress p;
  p.epoch = static_cast<int>(epoch_of(std::max<std::int64_t>(step_ - 1, 0)));
  p.step = step_;
  p.steps = steps_;
  p.samples_per_second = rate_;
  const double run_seconds = seconds_since(began_);
  const auto steps_here = static_cast<double>(step_ - first_step_);
  p.seconds_left =
      steps_here > 0 ? run_seconds / steps_here * static_cast<double>(steps_ - step_) : 0;
  p.loader_share =
      seconds > 0 ? std::chrono::duration<double>(waited - waited_before_).count() / seconds : 0;
  p.points = std::move(points_);
  points_.clear();
  waited_before_ = waited;
  last_report_ = clock::now();
  samples_at_report_ = samples_;
  listener_(std::move(p));
}

void TrainingRun::report_profile(bool now) {
  if (!control_.profile || (!now && clock::now() - last_profile_ < profile_every)) return;
  Executor& executor = plans_->get(Mode::training, std::min(batch_, data_->size(Split::train)));
  if (executor.times().empty() || executor.times()[0].runs == 0) return;
  ProfileReady profile;
  profile.layers = layer_profile(executor.schedule(), executor.times(), executor.transfers(),
                                 executor.transfer_times());
  profile.steps = step_profile(executor.schedule(), executor.times());
  for (const LayerProfile& layer : profile.layers) profile.median_seconds += layer.total();
  profile.batch = batch_;
  profile.training = true;
  profile.arena_bytes = executor.schedule().arena_bytes;
  executor.reset_times();
  last_profile_ = clock::now();
  listener_(std::move(profile));
}

void TrainingRun::end_epoch() {
  report_progress(true);
  EpochDone done;
  done.epoch = static_cast<int>(epoch_of(step_ - 1));
  done.step = step_;
  done.train = sums_.result();
  if (data_->size(Split::validation) > 0) {
    Judgement judged = judge_split(*plans_, data_, Split::validation, batch_, binding_.classes,
                                   [&](double) { return !control_.stop; });
    done.validation = std::move(judged.metrics);
    done.confusion = std::move(judged.confusion);
  }
  sums_.clear();
  const bool best = watch(done.train, done.validation);
  const bool due =
      settings_.checkpoint.every > 0 && (done.epoch + 1) % settings_.checkpoint.every == 0;
  done.seconds = seconds_since(epoch_began_);
  if (settings_.checkpoint.best && best) {
    record_.best = done.validation.empty() ? done.train : done.validation;
    checkpoint_.state = store_->all();
    checkpoint_.step = step_;
    save_checkpoint(checkpoint_, folder_ / best_checkpoint);
  }
  history_->add_epoch(record_.id, {done.epoch, step_, done.seconds, done.train, done.validation});
  if (due || step_ == steps_) save_last();
  listener_(std::move(done));
  last_report_ = clock::now();
  samples_at_report_ = samples_;
  waited_before_ = loader_->waited();
}

bool TrainingRun::watch(const Metrics& train, const Metrics& validation) {
  std::string_view name = settings_.checkpoint.watch;
  const bool of_validation = name.starts_with("validation.");
  name.remove_prefix(std::min(name.find('.') + 1, name.size()));
  const Metrics& from = of_validation && !validation.empty() ? validation : train;
  const auto it = from.find(name);
  if (it == from.end() || !std::isfinite(it->second)) return !checkpoint_.has_best;
  const bool more_is_better = name == "accuracy";
  const bool better = !checkpoint_.has_best || (more_is_better ? it->second > checkpoint_.best
                                                               : it->second < checkpoint_.best);
  if (better) {
    checkpoint_.best = it->second;
    checkpoint_.has_best = true;
  }
  return better;
}

void TrainingRun::save_last() {
  if (!settings_.checkpoint.last && !control_.stop && !control_.pause && step_ != steps_) return;
  checkpoint_.state = store_->all();
  if (!all_finite(checkpoint_.state)) return;  // the last good one stays
  checkpoint_.step = step_;
  checkpoint_.seconds = seconds_before_ + seconds_since(began_);
  checkpoint_.sums = sums_.save();
  // The history first: a checkpoint that is there has its figures there.
  history_->add_steps(record_.id, unsaved_points_);
  unsaved_points_.clear();
  record_.steps = step_;
  record_.seconds = checkpoint_.seconds;
  history_->update(record_);
  save_checkpoint(checkpoint_, folder_ / last_checkpoint);
  has_checkpoint_ = true;
  remembered_ = checkpoint_.state;
  remembered_sums_ = checkpoint_.sums;
  remembered_step_ = step_;
}

void TrainingRun::remember() {
  WeightSet now = store_->all();
  if (!all_finite(now)) return;
  remembered_step_ = step_;
  remembered_sums_ = sums_.save();
  remembered_ = std::move(now);
}

}  // namespace espalier
