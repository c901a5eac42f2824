// SPDX-License-Identifier: Apache-2.0
#include "engine/session/session.h"

#include <unistd.h>
#include <deque>
#include <map>
#include <thread>

#include "engine/base/file.h"
#include "engine/session/event_queue.h"
#include "engine/session/operations.h"
#include "engine/session/unsaved_run.h"
#include "engine/train/trainer.h"

namespace espalier {
namespace {

struct Job {
  TrainControl control;
  std::atomic<bool> cancel{false};
  std::thread thread;  // training runs have one of their own
  std::optional<WeightSet> weights;
};

}  // namespace

struct Session::Impl {
  explicit Impl(std::function<void()> wake) : events(std::move(wake)), worker([this] { work(); }) {}

  ~Impl() {
    {
      const std::lock_guard lock(mutex);
      closing = true;
      for (auto& [id, job] : jobs) {
        job->control.stop = true;
        job->cancel = true;
      }
    }
    queued.notify_all();
    worker.join();
    for (auto& [id, job] : jobs)
      if (job->thread.joinable()) job->thread.join();
  }

  std::shared_ptr<Job> make(JobId& id) {
    const std::lock_guard lock(mutex);
    id = ++last_id;
    return jobs[id] = std::make_shared<Job>();
  }

  std::shared_ptr<Job> find(JobId id) {
    const std::lock_guard lock(mutex);
    const auto it = jobs.find(id);
    return it == jobs.end() ? nullptr : it->second;
  }

  // Queues work that answers with one event.
  JobId enqueue(std::function<Event(const JobContext&)> work_of) {
    JobId id = 0;
    const auto job = make(id);
    const auto task = [this, id, job, work_of = std::move(work_of)] {
      JobContext context;
      context.cancel = &job->cancel;
      context.progress = [this, id](double fraction, const Message& doing) {
        events.push(JobProgress{id, fraction, doing});
      };
      const auto failed = [&](Message reason, bool cancelled) {
        JobDone done;
        done.job = id;
        done.ok = false;
        done.cancelled = cancelled;
        done.reason = std::move(reason);
        events.push(std::move(done));
      };
      try {
        if (job->cancel) throw Cancelled();
        Event event = work_of(context);
        std::visit([id](auto& e) { e.job = id; }, event);
        events.push(std::move(event));
      } catch (const Cancelled& e) {
        failed(e.message(), true);
      } catch (const Error& e) {
        failed(e.message(), false);
      } catch (const std::exception& e) {
        failed(message(ESP_TEXT("engine", "unexpected failure: {}"), e.what()), false);
      }
    };
    {
      const std::lock_guard lock(mutex);
      tasks.push_back(task);
    }
    queued.notify_one();
    return id;
  }

  void work() {
    while (true) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex);
        queued.wait(lock, [&] { return closing || !tasks.empty(); });
        if (closing) return;
        task = std::move(tasks.front());
        tasks.pop_front();
      }
      task();
    }
  }

  EventQueue events;
  std::mutex mutex;
  std::condition_variable queued;
  std::deque<std::function<void()>> tasks;
  std::map<JobId, std::shared_ptr<Job>> jobs;
  JobId last_id = 0;
  bool closing = false;
  std::thread worker;
};

Session::Session(std::function<void()> wake) : impl_(std::make_unique<Impl>(std::move(wake))) {}
Session::~Session() = default;

JobId Session::train(TrainRequest request) {
  JobId id = 0;
  const auto job = impl_->make(id);
  job->control.profile = request.profile;
  TrainOptions options{std::move(request.project),
                       request.path.empty() ? unsaved_project() : request.path, request.resume,
                       request.from_weights};
  job->thread = std::thread([impl = impl_.get(), id, job, options = std::move(options)] {
    // The last state goes out only when the weights can be had.
    std::optional<RunStateChanged> end;
    const TrainListener listener = [&](TrainEvent event) {
      std::visit([id](auto& e) { e.job = id; }, event);
      auto* state = std::get_if<RunStateChanged>(&event);
      if (state && state->state != RunState::running && state->state != RunState::paused)
        end = std::move(*state);
      else
        std::visit([&](auto& e) { impl->events.push(std::move(e)); }, event);
    };
    Message failure;
    try {
      TrainResult result = espalier::train(options, job->control, listener);
      const std::lock_guard lock(impl->mutex);
      job->weights = std::move(result.weights);
    } catch (const Error& e) {
      failure = e.message();
    } catch (const std::exception& e) {
      failure = message(ESP_TEXT("engine", "unexpected failure: {}"), e.what());
    }
    if (!end) end = RunStateChanged{id, RunState::failed, failure, {}, {}, {}, 0, 0};
    end->job = id;
    impl->events.push(std::move(*end));
  });
  return id;
}

void Session::pause(JobId id) {
  if (const auto job = impl_->find(id)) job->control.pause = true;
}
void Session::resume(JobId id) {
  if (const auto job = impl_->find(id)) job->control.pause = false;
}
void Session::stop(JobId id) {
  if (const auto job = impl_->find(id)) {
    job->control.stop = true;
    job->cancel = true;
  }
}
void Session::set_profiling(JobId id, bool on) {
  if (const auto job = impl_->find(id)) job->control.profile = on;
}

JobId Session::evaluate(EvaluateRequest request) {
  return impl_->enqueue([r = std::move(request)](const JobContext& job) -> Event {
    return espalier::evaluate(r, job);
  });
}
JobId Session::profile(ProfileRequest request) {
  return impl_->enqueue([r = std::move(request)](const JobContext& job) -> Event {
    return espalier::profile(r, job);
  });
}
JobId Session::export_onnx(ExportOnnxRequest request) {
  return impl_->enqueue([r = std::move(request)](const JobContext& job) -> Event {
    return espalier::export_onnx(r, job);
  });
}
JobId Session::compile(CompileRequest request) {
  return impl_->enqueue([r = std::move(request)](const JobContext& job) -> Event {
    return espalier::compile(r, job);
  });
}
JobId Session::predict(PredictRequest request) {
  return impl_->enqueue(
      [r = std::move(request)](const JobContext&) -> Event { return espalier::predict(r); });
}
JobId Session::estimate(TrainRequest request) {
  return impl_->enqueue([r = std::move(request)](const JobContext& job) -> Event {
    return espalier::estimate(r, job);
  });
}

JobId Session::calibrate(CalibrateRequest request) {
  return impl_->enqueue([r = std::move(request)](const JobContext& job) -> Event {
    return espalier::calibrate(r, job);
  });
}
JobId Session::sensitivity(SensitivityRequest request) {
  return impl_->enqueue([r = std::move(request)](const JobContext& job) -> Event {
    return espalier::sensitivity(r, job);
  });
}
JobId Session::precision(Project project) {
  return impl_->enqueue(
      [p = std::move(project)](const JobContext&) -> Event { return espalier::precision(p); });
}

std::vector<Event> Session::drain() { return impl_->events.drain(); }
std::vector<Event> Session::wait(double seconds) { return impl_->events.wait(seconds); }

std::optional<WeightSet> Session::weights(JobId id) const {
  const std::lock_guard lock(impl_->mutex);
  const auto it = impl_->jobs.find(id);
  return it == impl_->jobs.end() ? std::nullopt : it->second->weights;
}

}  // namespace espalier
