// SPDX-License-Identifier: Apache-2.0
#include "engine/session/event_queue.h"

#include <chrono>
#include <utility>

namespace espalier {

void EventQueue::push(Event event) {
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    if (!merge(event)) {
      first = events_.empty();
      events_.push_back(std::move(event));
    }
  }
  filled_.notify_all();
  if (first && wake_) wake_();
}

// Only with the newest event of the same job, so that the order of what matters is kept.
bool EventQueue::merge(Event& event) {
  if (events_.empty()) return false;
  Event& last = events_.back();
  if (auto* now = std::get_if<TrainProgress>(&event)) {
    auto* before = std::get_if<TrainProgress>(&last);
    if (!before || before->job != now->job) return false;
    std::vector<StepPoint> points = std::move(before->points);
    points.insert(points.end(), now->points.begin(), now->points.end());
    *before = std::move(*now);
    before->points = std::move(points);
    return true;
  }
  if (auto* now = std::get_if<JobProgress>(&event)) {
    auto* before = std::get_if<JobProgress>(&last);
    if (!before || before->job != now->job) return false;
    *before = std::move(*now);
    return true;
  }
  if (auto* now = std::get_if<ProfileReady>(&event)) {
    auto* before = std::get_if<ProfileReady>(&last);
    if (!before || before->job != now->job) return false;
    *before = std::move(*now);
    return true;
  }
  return false;
}

std::vector<Event> EventQueue::drain() {
  const std::lock_guard lock(mutex_);
  return std::exchange(events_, {});
}

std::vector<Event> EventQueue::wait(double seconds) {
  std::unique_lock lock(mutex_);
  filled_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return !events_.empty(); });
  return std::exchange(events_, {});
}

}  // namespace espalier
